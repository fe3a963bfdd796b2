// Generates docs/routes.md: which file holds each route, and which operation it calls. It reads the sources, because every
// route spells its whole path in one literal; a path that is found nowhere, or twice, is an error.
import { glob, readFile } from 'node:fs/promises'
import type { Server } from '../server/http/route.ts'

const root = new URL('../', import.meta.url).pathname

interface Row {
  readonly method: string
  readonly path: string
  readonly file: string
  readonly operation: string
}

/** The page of all routes. Must be called before the server is ready: it listens to what is registered. */
export async function routesPage(server: Server): Promise<string> {
  const sources = await readSources()
  const rows = routesOf(server).map((route) => locate(route, sources))
  return [
    '# Routes',
    '',
    '<!-- GENERATED from the sources by `npm run generate`; do not edit. -->',
    '',
    'Any area prefix answers the `/v2` routes as well: `/contract-apis/v2/contracts` is `/v2/contracts`.',
    '',
    '| route | file | operation |',
    '| --- | --- | --- |',
    ...rows.map(
      ({ method, path, file, operation }) =>
        `| ${method} \`${path}\` | [${file}](../${file}) | ${operation === '' ? '' : `\`${operation}\``} |`,
    ),
    '',
  ].join('\n')
}

/** Method and path of every route, in the order of the paths; HEAD goes with GET. */
export function routesOf(server: Server): readonly { method: string; path: string }[] {
  const printed = server.printRoutes({ commonPrefix: false, includeHooks: false })
  return parsePrinted(printed).sort((a, b) =>
    a.path === b.path ? (a.method < b.method ? -1 : 1) : a.path < b.path ? -1 : 1,
  )
}

function parsePrinted(tree: string): { method: string; path: string }[] {
  return tree.split('\n').flatMap((line) => {
    const match = /(\/\S*) \(([A-Z, ]+)\)/.exec(line)
    if (!match) return []
    const [, path = '', methods = ''] = match
    return methods
      .split(', ')
      .filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
      .map((method) => ({ method, path }))
  })
}

async function readSources(): Promise<ReadonlyMap<string, string>> {
  const sources = new Map<string, string>()
  for await (const file of glob('server/**/*.ts', { cwd: root })) {
    if (!file.endsWith('.test.ts')) sources.set(file, await readFile(root + file, 'utf8'))
  }
  return sources
}

function locate(
  { method, path }: { method: string; path: string },
  sources: ReadonlyMap<string, string>,
): Row {
  for (const [file, source] of sources) {
    const at = source.search(
      new RegExp(
        `\\.${method.toLowerCase()}\\([^'\`]{0,80}['\`]${path.replace(/[$.*+?^()[\]{}|\\]/g, '\\$&')}['\`]`,
      ),
    )
    if (at < 0) continue
    const next = source.slice(at + 5).search(/server\.(get|post|put|patch|delete)\(/)
    const body = source.slice(at, next < 0 ? undefined : at + 5 + next)
    return {
      method,
      path,
      file,
      operation: /\b(?:await|return) (\w+)\((?:app|[\w.]*db)\b/.exec(body)?.[1] ?? '',
    }
  }
  return { method, path, file: 'server/http/openapi.ts', operation: '' }
}
