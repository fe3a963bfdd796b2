// Generates docs/routes.md from what the routes declare, and from where they are registered.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areas, type OpenApiDocument } from '../server/http/openapi.ts'
import type { RouteEntry, RouteModule } from '../server/http/route.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The file of each route, as `GET /v2/matters`. */
export type RouteFiles = ReadonlyMap<string, string>

/** The same modules, which note in `files` where each of their routes is registered. */
export const noteFiles = (
  modules: readonly RouteModule[],
  files: Map<string, string>,
): readonly RouteModule[] =>
  modules.map((register) => (server, app) => {
    server.addHook('onRoute', ({ method, url }) => {
      const file = registeringFile(new Error().stack ?? '')
      for (const each of [method].flat()) if (file) files.set(`${each} ${url}`, file)
    })
    register(server, app)
  })

/** The innermost file of the stack that belongs to a noun: routes are registered by nothing else. */
function registeringFile(stack: string): string | undefined {
  const inServer = stack.split('\n').flatMap((line) => /\/(server\/[\w/.-]+\.ts)[:?]/.exec(line)?.[1] ?? [])
  return inServer.find((file) => !file.startsWith('server/http/'))
}

interface ListedRoute extends RouteEntry {
  readonly file: string
  readonly operationId: string
}

/** The page of all routes. Throws if one of them was registered nowhere. */
export function routesPage(
  routes: readonly RouteEntry[],
  { files, document }: { readonly files: RouteFiles; readonly document: OpenApiDocument },
): string {
  const sorted = routes.toSorted((a, b) => compare(a.path, b.path) || compare(a.method, b.method))
  const listed = sorted.map((route) => ({
    ...route,
    file: fileOf(route, files),
    operationId: operationIdOf(route, document),
  }))
  const sections = Map.groupBy(listed, ({ path }) => areas.find((area) => path.startsWith(`/${area}/`)))
  return [
    '# Routes',
    '',
    '<!-- GENERATED from what the routes declare by `npm run generate`; do not edit. -->',
    '',
    'The operation of each route, as the OpenAPI documents name it, and the file that answers it. *Who* is',
    'the minimum right of its callers: anyone, any user, or a right; records add their own access rule',
    '([access.md](access.md)). *Cost*, of the routes that are called most, is the number of statements that',
    'the usual call sends to the database, in how many round trips if these are fewer, and how many of the',
    'statements are not prepared; a test fails above it. Any area prefix serves the `/v2` routes as well:',
    '`/contract-apis/v2/contracts` is `/v2/contracts`.',
    '',
    ...[...areas, undefined].flatMap((area) =>
      section(area ?? 'Of the server itself', sections.get(area) ?? []),
    ),
  ].join('\n')
}

function fileOf({ method, path }: RouteEntry, files: RouteFiles): string {
  // these are registered before the modules
  if (path.endsWith('/openapi.json')) return 'server/http/openapi.ts'
  const file = files.get(`${method} ${path}`)
  if (!file) throw new Error(`It is not known which file registers ${method} ${path}`)
  return file
}

function operationIdOf({ method, path }: RouteEntry, { paths }: OpenApiDocument): string {
  const template = path.replace(/:(\w+)/g, '{$1}')
  return paths[template]?.[method.toLowerCase()]?.operationId ?? ''
}

function section(title: string, routes: readonly ListedRoute[]): readonly string[] {
  if (routes.length === 0) return []
  return [
    `## ${title}`,
    '',
    '| route | operation | who | file | cost |',
    '| --- | --- | --- | --- | --- |',
    ...routes.map(
      ({ method, path, access, file, operationId }) =>
        `| ${method} \`${path}\` | ${operationId && `\`${operationId}\``} | ${who(access)} | ${link(file)} | ${costOf(`${method} ${path}`)} |`,
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

const link = (file: string) => `[${file.replace(/^server\//, '')}](../${file})`

function who(access: RouteEntry['access']): string {
  if (access === 'public') return 'everyone'
  return access.right === 'use' ? 'users' : `\`${access.right}\``
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
