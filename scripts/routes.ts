// Generates docs/routes.md: which file defines each route, and which operation it calls. It reads the sources, because
// every route contains its whole path in one literal; a path found nowhere, or twice, is an error.
import { readFileSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areas } from '../server/http/openapi.ts'
import type { RouteEntry } from '../server/http/route.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Routes registered by a loop or a plug-in, whose path is not a literal. */
const registeredOtherwise = [{ path: /^\/[\w-]+\/openapi\.json$/, file: 'server/http/openapi.ts' }]

interface Located extends RouteEntry {
  readonly file: string
  readonly operation: { readonly name: string; readonly file: string } | undefined
}

/** The page of all routes. Throws if a route is found in no file, or in several. */
export async function routesPage(routes: readonly RouteEntry[]): Promise<string> {
  const sources = await readSources()
  const sorted = routes.toSorted((a, b) => compare(a.path, b.path) || compare(a.method, b.method))
  const located = sorted.map((route) => locate(route, sources))
  const sections = Map.groupBy(located, ({ path }) => areas.find((area) => path.startsWith(`/${area}/`)))
  return [
    '# Routes',
    '',
    '<!-- GENERATED from the sources by `npm run generate`; do not edit. -->',
    '',
    'The file that answers each route, and the operation it calls. *Who* is the minimum right of its callers: anyone,',
    'any user, or a right; records add their own access rule ([access.md](access.md)).',
    '*Cost* is the number of statements that the usual call sends to the database, in how many round trips if these are fewer, and how',
    'many of the statements are not prepared; a test fails above it.',
    'Any area prefix serves the `/v2` routes as well: `/contract-apis/v2/contracts` is `/v2/contracts`.',
    '',
    ...[...areas, undefined].flatMap((area) =>
      section(area ?? 'Of the server itself', sections.get(area) ?? []),
    ),
  ].join('\n')
}

function section(title: string, routes: readonly Located[]): readonly string[] {
  if (routes.length === 0) return []
  return [
    `## ${title}`,
    '',
    '| route | who | file | operation | cost |',
    '| --- | --- | --- | --- | --- |',
    ...routes.map(
      ({ method, path, access, file, operation }) =>
        `| ${method} \`${path}\` | ${who(access)} | ${link(file, file)} | ${operation ? link(`\`${operation.name}\``, operation.file) : ''} | ${costOf(`${method} ${path}`)} |`,
    ),
    '',
  ]
}

interface Cost {
  readonly statements: number
  readonly unnamed: number
  readonly roundTrips: number
}

const budgets = JSON.parse(readFileSync(join(root, 'test/house/statement-budgets.json'), 'utf8')) as Readonly<
  Record<string, Cost>
>

function costOf(route: string): string {
  const cost = budgets[route]
  if (!cost) return ''
  const { statements, unnamed, roundTrips } = cost
  const trips = roundTrips < statements ? [`in ${roundTrips}`] : []
  return [statements, ...trips, ...(unnamed > 0 ? [`(${unnamed} unprepared)`] : [])].join(' ')
}

const link = (text: string, file: string) => `[${text.replace(/^server\//, '')}](../${file})`

function who(access: RouteEntry['access']): string {
  if (access === 'public') return 'everyone'
  return access.right === 'use' ? 'users' : `\`${access.right}\``
}

async function readSources(): Promise<ReadonlyMap<string, string>> {
  const sources = new Map<string, string>()
  for await (const file of glob('server/**/*.ts', { cwd: root })) {
    if (!file.endsWith('.test.ts')) sources.set(file, await readFile(join(root, file), 'utf8'))
  }
  return sources
}

function locate(route: RouteEntry, sources: ReadonlyMap<string, string>): Located {
  const spelled = new RegExp(`\\.${route.method.toLowerCase()}(?:<[^(]*>)?\\(\\s*'${escaped(route.path)}'`)
  const places = [...sources].filter(([, source]) => spelled.test(source))
  if (places.length === 0) {
    const shared = locateShared(route, sources)
    if (shared) return shared
  }
  const [place, another] = places
  if (another) {
    throw new Error(
      `${route.method} ${route.path} is in several files: ${places.map(([file]) => file).join(', ')}`,
    )
  }
  if (!place) {
    const found = registeredOtherwise.find(({ path }) => path.test(route.path))
    if (found) return { ...route, file: found.file, operation: undefined }
    throw new Error(
      `No file contains the route ${route.method} ${route.path} in one literal, as in server.get('${route.path}', ...)`,
    )
  }
  const [file, source] = place
  return { ...route, file, operation: operationOf(file, source, source.search(spelled)) }
}

// Routes that every kind of record has are described in server/records and server/conversations; the kind gives them their path, in one literal.
function locateShared(route: RouteEntry, sources: ReadonlyMap<string, string>): Located | undefined {
  const literal = `'${route.path}'`
  const given = new RegExp(`(?<!\\.(?:get|post|put|patch|delete)\\(\\s*)${escaped(literal)}`)
  const [place, another] = [...sources].filter(([, source]) => given.test(source))
  if (!place || another) return undefined
  const [file, source] = place
  const at = source.search(given)
  const factory = [...source.slice(0, at).matchAll(/= (\w+)\(/g)].at(-1)?.[1] ?? ''
  const from = importsOf(file, source).get(factory)
  if (!from || !/^server\/(?:records|conversations)\//.test(from)) return undefined
  // `messages: '/v2/…'` is what the factory registers as `paths.messages`
  const key = /(\w+): $/.exec(source.slice(0, at))?.[1]
  const path = key ? `paths\\.${key}` : 'path'
  const shared = sources.get(from) ?? ''
  const registered = new RegExp(`\\.${route.method.toLowerCase()}\\(\\s*${path},`)
  return { ...route, file, operation: operationOf(from, shared, shared.search(registered)) }
}

// The first noun function called by the handler; handlers may be separate functions below the routes.
function operationOf(file: string, source: string, at: number): Located['operation'] {
  const rest = source.slice(at + 1)
  const end = rest.search(/\n {2,4}server\.|\n}/)
  const handler = end < 0 ? rest : rest.slice(0, end)
  const text = handler + calledIn(handler, source)
  const imported = importsOf(file, source)
  const called = [...text.matchAll(/\b([a-z]\w*)\b/g)].flatMap(([, name = '']) => {
    const from = imported.get(name)
    return from !== undefined && isOperation(from) ? [{ name, file: from }] : []
  })
  // a command is the purpose of the route; other calls prepare it
  return called.find((each) => each.file.includes('/commands/')) ?? called[0]
}

function calledIn(handler: string, source: string): string {
  const names = [...handler.matchAll(/\b([a-z]\w*)\b/g)].map(([, name = '']) => name)
  return [...new Set(names)]
    .map((name) => new RegExp(`^(?:async )?function ${name}\\b[\\s\\S]*?^}`, 'm').exec(source)?.[0] ?? '')
    .join('')
}

function importsOf(file: string, source: string): ReadonlyMap<string, string> {
  const imported = new Map<string, string>()
  for (const [, names = '', from = ''] of source.matchAll(/^import \{([^}]*)\} from '(\.[^']*)'/gm)) {
    for (const each of names.split(',')) {
      const local = each.trim().split(' as ').at(-1)
      if (local) imported.set(local, join(dirname(file), from))
    }
  }
  return imported
}

const isOperation = (file: string) =>
  !/^server\/(?:http|platform|web)\/|\/endpoints\/|^server\/records\/v[12]\/|\.wire\.ts$/.test(file)

const escaped = (text: string) => text.replace(/[$.*+?^()[\]{}|\\]/g, '\\$&')

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
