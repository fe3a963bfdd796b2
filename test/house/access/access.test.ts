// Access to every non-public route: called by an anonymous caller, an outsider, a colleague without the right and
// somebody who may only read; each refusal changes no row, and with exactly the same call the owner succeeds. A route
// without a case fails.
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useTestApp } from '../../test-app.ts'
import { type Call, type CompleteCase, type ExpectedOutcome, requestOf, successOf } from './case.ts'
import { cases } from './cases.ts'
import { type Counter, countStatements } from '../statements-sent.ts'
import { writesSoFar } from './rows.ts'
import { type Answer, createWorld, type Role, type World } from './world.ts'

const parts = useTestApp()
let ours: World
let theirs: World
let counter: Counter
/** The statements of the owner's call of each route. */
const sent: Record<string, number> = {}
const report = fileURLToPath(new URL('../../../node_modules/.cache/statements.txt', import.meta.url))

/** The statements that the usual call of a route may send; those of most are far fewer. */
const usualMost = 60
const mostStatements: Readonly<Record<string, { readonly most: number; readonly because: string }>> = {
  'DELETE /v2/demoData': { most: 800, because: 'removes a whole organisation, a table at a time' },
  'POST /v2/demoData': { most: 800, because: 'makes a whole organisation' },
  'POST /v2/starterSets/:set/add': { most: 400, because: 'makes types, fields and lists' },
  'POST /v2/users/:userId/erase': { most: 300, because: 'looks at every place that can name a person' },
  'GET /v2/organizations/:organizationId/export': { most: 100, because: 'reads every table' },
}

const success = (each: CompleteCase) => successOf(each, parts.server)
beforeAll(async () => {
  counter = countStatements(parts.app.database)
  ours = await createWorld(parts.app, parts.server)
  theirs = await createWorld(parts.app, parts.server)
})

// A report for anybody who looks for calls that cost much.
afterAll(() => {
  const lines = Object.entries(sent).toSorted(([, one], [, other]) => other - one)
  writeFileSync(report, lines.map(([route, count]) => `${String(count).padStart(4)} ${route}\n`).join(''))
})

test('every route that is not public has exactly one case, and every case is of an existing route [P-20]', () => {
  const routes = parts.server.routeTable.filter(({ access }) => access !== 'public')
  expect(cases.map(({ route }) => route).sort()).toEqual(
    routes.map(({ method, path }) => `${method} ${path}`).sort(),
  )
})

test('every case that can change something has the answer to somebody who may only read [P-22]', () => {
  expect(
    cases.filter((each) => !each.route.startsWith('GET ') && !each.viewer).map(({ route }) => route),
  ).toEqual([])
})

describe.each(cases)('$route', (each) => {
  test('is refused to people without the right and for ids of others; the owner and the entitled succeed [G-35, G-54, G-55, P-21, P-22, P-23, P-24]', async () => {
    const foreignId = await foreignIds(each, places)
    const other = places.length > 1 && each.unrelatedIds === undefined ? await each.make(ours) : undefined
    // last, because some things are there only until the next one is made
    const call = await each.make(ours)
    const before = await writesSoFar(parts.app)
    await expectNothingForAnonymous(requestOf(each, call))
    const others: readonly [World, Role, ExpectedOutcome | undefined][] = [
      [theirs, 'owner', each.outsider],
      [ours, 'colleague', each.colleague],
      [ours, 'viewer', each.viewer],
    ]
    for (const [world, role, fate] of others) {
      if (fate === undefined || fate === 'may') continue
      await expectFate({ each, call, world, role, fate })
    }
    for (const place of places) await expectUnknown(each, call, place, foreignId(place))
    const last = places.at(-1) ?? ''
    if (other) expect(await expectUnknown(each, call, last, other.params?.[last])).toBe(404)
    expect(await writesSoFar(parts.app), 'a refused call has changed rows').toBe(before)

    counter.take()
    const answer = await ours.send('owner', each.way ?? 'token', requestOf(each, call))
    sent[each.route] = counter.take().statements
    expectSuccess(each, call, answer)
    expect(sent[each.route], 'statements: see mostStatements').toBeLessThanOrEqual(
      mostStatements[each.route]?.most ?? usualMost,
    )
    const changesNothing = each.route.startsWith('GET ') || each.changesNothing !== undefined
    if (!changesNothing)
      expect(
        await writesSoFar(parts.app),
        'the owner changes nothing either: the refusals prove little',
      ).not.toBe(before)

    for (const [world, role] of others.filter(([, , fate]) => fate === 'may')) {
      // what the owner has changed may be gone
      const again = changesNothing ? call : await each.make(ours)
      expectSuccess(each, again, await world.send(role, each.way ?? 'token', requestOf(each, again)))
    }
  })

  // an outsider who may call it sees all of it
  const places =
    each.outsider === 'may'
      ? []
      : [...each.route.matchAll(/:(\w+)/g)]
          .map(([, name = '']) => name)
          .filter((name) => !each.words?.includes(name) && !each.ofInstallation?.includes(name))
})

/** Ids of the other organisation, by the path that ends with their place: made once for all routes below it. */
const foreign = new Map<string, string | number | undefined>()

async function foreignIds(each: CompleteCase, places: readonly string[]) {
  const key = (place: string) => each.route.replace(/^\w+ /, '').split(`:${place}`)[0] + place
  if (places.some((place) => !foreign.has(key(place)))) {
    const { params } = await each.make(theirs)
    for (const place of places) foreign.set(key(place), params?.[place])
  }
  return (place: string) => foreign.get(key(place))
}

async function expectNothingForAnonymous(request: InjectOptions): Promise<void> {
  expectUnauthorized(await parts.server.inject(request), 'Bearer')
  expectUnauthorized(
    await parts.server.inject({
      ...request,
      headers: { ...request.headers, authorization: 'Bearer a.b.c' },
    }),
    'Bearer error="invalid_token"',
  )
}

function expectSuccess(each: CompleteCase, call: Call, answer: Answer): void {
  expect(answer.statusCode, answer.body).toBe(success(each))
  if (call.mark !== undefined) expect(answer.body).toContain(call.mark)
}

/** The id of something else in this place is answered like one that does not exist. Returns the status. */
async function expectUnknown(
  each: CompleteCase,
  call: Call,
  place: string,
  id: string | number | undefined,
): Promise<number> {
  const send = (asked: Call) => ours.send('owner', each.way ?? 'token', requestOf(each, asked))
  const answer = await send(withParam(call, place, id))
  expect([403, 404], `${place}: ${answer.body}`).toContain(answer.statusCode)
  if (answer.statusCode === 404) expect(bare(answer)).toEqual(bare(await send(withUnknown(call, place))))
  return answer.statusCode
}

interface Refusal {
  readonly each: CompleteCase
  readonly call: Call
  readonly world: World
  readonly role: Role
  readonly fate: Exclude<ExpectedOutcome, 'may'>
}

async function expectFate({ each, call, world, role, fate }: Refusal): Promise<void> {
  const answer = await world.send(role, each.way ?? 'token', requestOf(each, call))
  const who = `${world === ours ? role : 'outsider'}: ${answer.body}`
  if (fate === 'shown nothing') {
    expect(answer.statusCode, who).toBe(success(each))
    if (call.mark === undefined) throw new Error(`${each.route} is judged by a mark: add one to the call`)
    expect(answer.body, who).not.toContain(call.mark)
    return
  }
  expect(answer.statusCode, who).toBe(fate)
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
  if (call.mark !== undefined) expect(answer.body).not.toContain(call.mark)
  if (fate !== 404) return
  const places = Object.keys(call.params ?? {}).filter((name) => !each.words?.includes(name))
  const unknown = places.reduce(withUnknown, call)
  expect(bare(answer), 'what is not visible answers like what is not there').toEqual(
    bare(await world.send(role, each.way ?? 'token', requestOf(each, unknown))),
  )
}

function expectUnauthorized(answer: Answer, challenge: string): void {
  expect(answer.statusCode, answer.body).toBe(401)
  expect(answer.headers['www-authenticate']).toBe(challenge)
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
}

function withParam(call: Call, name: string, value: string | number | undefined): Call {
  if (value === undefined) throw new Error(`The case makes no ${name}`)
  return { ...call, params: { ...call.params, [name]: value } }
}

const withUnknown = (call: Call, name: string): Call =>
  withParam(call, name, typeof call.params?.[name] === 'number' ? 2_147_483_646 : randomUUID())

/** A problem document without the parts that differ from call to call. */
function bare(answer: Answer): object {
  const { instance: _, operationId: __, ...rest } = answer.json<Record<string, unknown>>()
  return rest
}
