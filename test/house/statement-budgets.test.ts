// What the calls cost that are made most: how many statements each of these routes sends to the database, how many of
// them without a name, and in how many round trips, for the call of its access case. More than statement-budgets.json
// says fails; docs/routes.md shows the numbers. For all other routes access.test.ts has one limit. After lowering some:
// CHANCERY_TEST_WRITE_BUDGETS=yes npm test -- test/house/statement-budgets.test.ts && npm run generate
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverParts } from '../../server/operations/process/server-parts.ts'
import { viewsRecorded } from '../../server/recents/commands/record-view.ts'
import { useTestApp } from '../test-app.ts'
import { accessTokenFor } from '../tokens.ts'
import { requestOf, successOf } from './access/case.ts'
import { cases } from './access/cases.ts'
import { createWorld, type World } from './access/world.ts'
import { type Counter, countStatements, type Sent } from './statements-sent.ts'

const file = fileURLToPath(new URL('statement-budgets.json', import.meta.url))
const isWriting = process.env['CHANCERY_TEST_WRITE_BUDGETS'] === 'yes'
const budgets = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Sent>>
const measured: Record<string, Sent> = {}

const parts = useTestApp()
let world: World
let counter: Counter
/** What finds out who calls, in the tests each time, otherwise once in a while. */
let ofAuthentication: ReadonlySet<string>

beforeAll(async () => {
  const { app, server } = parts
  counter = countStatements(app.database)
  world = await createWorld(app, server)
  const token = await accessTokenFor(app, world.people.owner)
  counter.takeTexts()
  await serverParts(app, { milliseconds: 0 }).authenticator.byToken(token)
  ofAuthentication = counter.takeTexts()
})
afterAll(() => {
  if (!isWriting) return
  const sorted = Object.entries(measured).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const lines = sorted.map(([route, sent]) => `  ${JSON.stringify(route)}: ${JSON.stringify(sent)}`)
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`)
})

const numbers = ['statements', 'unnamed', 'roundTrips'] as const

const least = (one: Sent, other: Sent): Sent => ({
  statements: Math.min(one.statements, other.statements),
  unnamed: Math.min(one.unnamed, other.unnamed),
  roundTrips: Math.min(one.roundTrips, other.roundTrips),
})

const hot = cases.filter(({ route }) => Object.hasOwn(budgets, route))

test.each(hot)('$route keeps to its budget', async (each) => {
  const run = async () => {
    const call = await each.make(world)
    await viewsRecorded(parts.app)
    counter.take()
    const answer = await world.send('owner', 'token', requestOf(each, call))
    const sent = counter.take(ofAuthentication)
    expect(answer.statusCode, answer.body).toBe(successOf(each, parts.server))
    return sent
  }
  // the first one fills caches
  let sent = least(await run(), await run())
  measured[each.route] = sent
  if (isWriting) return
  const budget = budgets[each.route]
  const over = () => numbers.filter((name) => sent[name] > (budget?.[name] ?? 0))
  // what the server does from time to time can fall into a request; not into each of several
  for (let more = 0; more < 3 && over().length > 0; more++) sent = least(sent, await run())
  expect(over().map((name) => `${name} of ${each.route}: ${sent[name]}, at most ${budget?.[name]}`)).toEqual(
    [],
  )
})

test('every budget is of a route', () => {
  expect(Object.keys(budgets).filter((route) => !cases.some((each) => each.route === route))).toEqual([])
})
