// Every list that callers filter, sort or count as they like reads within a time: through one piece of code,
// server/http/answer-list.ts.
import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { serverParts } from '../../server/operations/process/server-parts.ts'
import { viewsRecorded } from '../../server/recents/commands/record-view.ts'
import { useTestApp } from '../test-app.ts'
import { accessTokenFor } from '../tokens.ts'
import { requestOf, successOf } from './access/case.ts'
import { cases } from './access/cases.ts'
import { createWorld, type World } from './access/world.ts'
import { type Counter, countStatements } from './statements-sent.ts'

interface Documented {
  readonly paths: Readonly<
    Record<string, { readonly get?: { readonly parameters?: readonly { readonly name: string }[] } }>
  >
}

/** The lists of a document, and what makes reading one of them costly. */
function listsOf(document: string, names: readonly string[], query: string) {
  const file = new URL(`../../openapi/${document}`, import.meta.url)
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as Documented
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const isList = get?.parameters?.some(({ name }) => names.includes(name)) === true
    // an export reads page after page, each within the time of a statement
    return isList && !path.endsWith('/export') ? [{ path: path.replaceAll(/\{(\w+)\}/g, ':$1'), query }] : []
  })
}

const v1 = readdirSync(new URL('../../openapi', import.meta.url)).filter((name) => name.includes('.v1.'))
const lists = [
  ...listsOf('v2.json', ['$filter'], '%24count=true'),
  // the dollar may be left out, in any case
  ...listsOf('v2.json', ['$filter'], 'COUNT=true'),
  ...v1.flatMap((document) => listsOf(document, ['filtering.field', 'sorting.field'], 'skip=1')),
]

const parts = useTestApp()
let world: World
let counter: Counter
/** What finds out who calls. */
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

test('there are lists to be tried', () => {
  expect(lists.length).toBeGreaterThan(80)
})

test.each(lists)(
  '$path reads within the time of lists, asked with $query [V-10]',
  async ({ path, query }) => {
    const found = cases.find(({ route }) => route === `GET ${path}`)
    if (!found) throw new Error(`GET ${path} has no access case`)
    const call = await found.make(world)
    const more = call.query === undefined ? query : `${call.query}&${query}`
    const isSummary = /\/(summary|stageTimes)$/.test(path)
    const request = requestOf(found, isSummary ? call : { ...call, query: more })
    const send = async () => {
      await viewsRecorded(parts.app)
      counter.takeTexts()
      const answer = await world.send('owner', 'token', request)
      expect(answer.statusCode, answer.body).toBe(successOf(found, parts.server))
      return counter.takeUnlimited(ofAuthentication)
    }
    // the first one fills caches, such as that of keys
    await send()
    expect(await send()).toEqual([])
  },
)

test('a list of what has no such id is refused, and leaves no rejection that would end the process', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  const before = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', note)
  const below = lists.filter(({ path }) => path.includes('/:'))
  for (const { path, query } of below)
    for (const id of ['x', '0', '99999999999999999999']) {
      const found = cases.find(({ route }) => route === `GET ${path}`)
      if (!found) throw new Error(`GET ${path} has no access case`)
      const url = `${path.replaceAll(/:\w+/g, id)}?${query}`
      const token = await accessTokenFor(parts.app, world.people.owner)
      const answer = await parts.server.inject({ url, headers: { authorization: `Bearer ${token}` } })
      expect(answer.statusCode, url).toBeLessThan(500)
    }
  await new Promise(setImmediate)
  process.removeAllListeners('unhandledRejection')
  for (const each of before) process.on('unhandledRejection', each)
  expect(below.length).toBeGreaterThan(10)
  expect(unhandled).toEqual([])
})
