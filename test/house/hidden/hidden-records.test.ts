// What appears on restricted records moves nothing for people who are not on them: every GET of the server is called by
// people of each kind before and after, and the answers are the same bytes. A route without an access case fails in
// access.test.ts, so that a new one is called here too.
import { beforeAll, expect, test } from 'vitest'
import type { OpenApiDocument } from '../../../server/http/openapi.ts'
import { someOf } from '../../repetitions.ts'
import { useTestApp } from '../../test-app.ts'
import { requestOf } from '../access/case.ts'
import { cases } from '../access/cases.ts'
import { addRecords, type HiddenWorld, hiddenWorld, putOnRecords, sent } from './hidden-world.ts'

const parts = useTestApp()
let made: HiddenWorld
let calls: readonly Call[]

interface Call {
  readonly route: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Routes whose answers to administrators may move, and why. */
const movesForAdministrators: Readonly<Record<string, string>> = {
  'GET /contract-apis/v1/contracts': 'context=Restricted lists what is restricted, without contents',
  'GET /matter-apis/v1/matters': 'context=Restricted lists what is restricted, without contents',
  'GET /v2/legalHolds/matters':
    'they keep the holds: a restricted record is there without its name and reason',
  'GET /v2/organizations/:organizationId/deletion': 'a hold keeps the organisation from being deleted',
  'GET /v2/organizations/:organizationId/export': 'an export is of everything: docs/export.md',
  'GET /v2/users/:userId/holdings':
    'what a person owns must be given to somebody when they leave; without names',
  'GET /v2/users/:userId/visibleRecords':
    'how many records a person sees is asked before their rights change',
}

/** What is another text in each answer. */
const moving = [
  // the problem documents name the call
  /"(instance|operationId)":"[^"]*"/g,
  // sealed with a random number
  /skiptoken=[\w-]+/g,
  // where the next stream begins, in the events of all organisations
  /^id: \d+$/gm,
]

/** Files that name the moment of their making; the same rows are compared as JSON and CSV. */
const isDatedFile = (type: unknown) => /spreadsheet|zip|pdf/.test(String(type))

interface Parameter {
  readonly in: string
  readonly name: string
  readonly schema?: { readonly enum?: readonly string[] }
}

/** The query of the case; the same for everything; and for each value of each parameter that has a list of them. */
function queriesOf(route: string, query = ''): readonly string[] {
  const { paths } = parts.server.swagger() as unknown as OpenApiDocument
  const path = (route.split(' ')[1] ?? '').replace(/:(\w+)/g, '{$1}')
  const operation = paths[path]?.['get'] as { parameters?: readonly Parameter[] } | undefined
  const parameters = (operation?.parameters ?? []).filter((each) => each.in === 'query')
  // without what narrows the list to what the case has made
  const asked = [...new URLSearchParams(query)].filter(([name]) => !/^\$|^filter(?:$|ing\.)/.test(name))
  const kept = asked.map(([name, value]): Pair => [name, value.startsWith('mark-') ? 'Hidden' : value])
  const counted: readonly Pair[] = [
    ['$count', 'true'],
    ['$top', '200'],
  ]
  const variants: readonly (readonly Pair[])[] = [
    [],
    ...(parameters.some(({ name }) => name === '$count') ? [counted] : []),
    ...parameters
      .filter(({ name }) => !/^(?:filtering|sorting)\./.test(name))
      .flatMap(({ name, schema }) => (schema?.enum ?? []).map((value): Pair[] => [[name, value]])),
  ]
  const varied = variants.map((more) => new URLSearchParams([...new Map([...kept, ...more])]).toString())
  return [...new Set([query, ...varied])]
}
type Pair = [name: string, value: string]

/** Reports of every list, and every list that people choose from. */
async function moreUrls(): Promise<readonly [route: string, url: string][]> {
  interface Catalogue {
    readonly lists: readonly {
      readonly name: string
      readonly measures: readonly { readonly name: string }[]
      readonly dimensions: readonly { readonly name: string; readonly isDate: boolean }[]
    }[]
  }
  const reports = await sent<Catalogue>(made.owner.get('/v2/reports/catalogue'))
  const lists = await sent<{ items: readonly { name: string }[] }>(made.owner.get('/v2/referenceLists'))
  return [
    ...reports.lists.flatMap(({ name, measures, dimensions }) =>
      someOf(
        dimensions.filter(({ isDate }) => !isDate),
        3,
      ).map((by): [string, string] => [
        'GET /v2/reports/figures',
        `/v2/reports/figures?list=${name}&by=${by.name}&measures=${measures[0]?.name}`,
      ]),
    ),
    ...lists.items.flatMap(({ name }): [string, string][] => [
      ['GET /v2/referenceLists/:list/entries', `/v2/referenceLists/${name}/entries?$count=true&$top=200`],
      ['GET /v2/referenceLists/:list/duplicates', `/v2/referenceLists/${name}/duplicates`],
      ...[1, 2, 3].map((id): [string, string] => [
        'GET /v2/referenceLists/:list/entries/:entryId/uses',
        `/v2/referenceLists/${name}/entries/${id}/uses`,
      ]),
    ]),
  ]
}

beforeAll(async () => {
  made = await hiddenWorld(parts)
  await addRecords(made, false)
  const found: Call[] = []
  for (const each of cases.filter(({ route, way }) => route.startsWith('GET ') && way !== 'session')) {
    const call = await each.make(made.world)
    for (const query of queriesOf(each.route, call.query)) {
      const { url, headers } = requestOf(each, { ...call, query })
      found.push({ route: each.route, url: url as string, headers: (headers ?? {}) as Call['headers'] })
    }
  }
  for (const [route, url] of await moreUrls()) found.push({ route, url, headers: {} })
  calls = found
  await putOnRecords(made)
})

/** What each of the people is answered, by person and address. */
async function answers(): Promise<ReadonlyMap<string, string>> {
  const all = new Map<string, string>()
  for (const [who, { caller }] of made.people) {
    const refused = new Set<string>()
    for (const { route, url, headers } of calls) {
      if (who === 'administrator' && movesForAdministrators[route] !== undefined) continue
      // whatever else the same address is asked
      if (refused.has(url.split('?')[0] ?? '')) continue
      const { statusCode, body, headers: got } = await caller.get(url, { headers: { ...headers } })
      if (statusCode === 403 || statusCode === 404) refused.add(url.split('?')[0] ?? '')
      const text = isDatedFile(got['content-type'])
        ? ''
        : moving.reduce((rest, each) => rest.replace(each, ''), body)
      all.set(`${who}: ${url}`, `${statusCode} ${text}`)
    }
  }
  return all
}

/** The first place where the two are different, with what surrounds it. */
function difference(before: string, after: string | undefined): string {
  let place = 0
  while (before[place] !== undefined && before[place] === after?.[place]) place++
  const around = (text = '') => text.slice(Math.max(0, place - 80), place + 120)
  return `${around(before)} | ${around(after)}`
}

test('no answer moves for people who are not on a restricted record when it appears [A-200]', async () => {
  // what remembers that somebody has looked
  for (const { caller } of made.people.values())
    for (const url of new Set(calls.map(({ url }) => url.split('?')[0] ?? '')))
      if (!url.endsWith('/stream')) await caller.get(url)
  const before = await answers()
  await addRecords(made, true)
  const after = await answers()
  const moved = [...before].filter(([call, answer]) => after.get(call) !== answer)
  expect(moved.map(([call, answer]) => `${call}\n${difference(answer, after.get(call))}`)).toEqual([])
  // the owner sees them, by the same calls
  expect((await made.owner.get('/v2/search?q=Hidden')).body).toContain('Hidden')
  expect((await made.owner.get('/v2/referenceLists/tags/entries')).body).toContain('tag of Hidden affair')
})
