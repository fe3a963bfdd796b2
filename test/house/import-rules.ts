// Who may import whom. One rule is one sentence of reason; ARCHITECTURE.md draws the same picture.
import { isTest, type Import, type SourceFile } from './source-files.ts'

/** The nouns in the order in which they may build on one another; those of one line never know each other. */
const nounOrder: readonly (readonly string[])[] = [
  ['organisations'],
  ['features'],
  ['users'],
  ['sessions'],
  ['oauth'],
  ['provisioning'],
  ['bulk'],
  ['fields', 'seals'],
  ['files'],
  ['records'],
  ['contracts', 'matters'],
  ['kinds'],
  ['tasks', 'invoices', 'emails', 'recents', 'conversations'],
  ['history', 'views'],
  ['search'],
  ['intake'],
  ['webhooks', 'notifications', 'calendars'],
  ['stream'],
  ['me', 'overview', 'handover', 'reference-lists', 'numbering', 'reports'],
  ['status-names'],
  ['starter-sets'],
  ['imports'],
  ['offboarding'],
  ['background-work'],
  ['mail-texts'],
  ['demo'],
  ['sandbox', 'own-demo'],
  ['health', 'web'],
]

/** Rooms with several nouns, or with parts that have rules of their own, each in a folder. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  platform: ['settings'],
  records: ['bulk', 'conversations', 'stream', 'views'],
  identity: ['features', 'oauth', 'organisations', 'provisioning', 'sessions', 'users'],
  operations: ['background-work', 'backup', 'cli', 'health', 'mail-texts', 'offboarding', 'process'],
  sandbox: ['demo'],
}

/** The parts of a path as if every noun lay directly below server/. */
function withoutRoom(path: string): readonly string[] {
  const [top = '', room = '', noun = '', ...rest] = path.split('/')
  return rooms[room]?.includes(noun) ? [top, noun, ...rest] : path.split('/')
}

/** The noun that a file of the server belongs to. */
export const nounOf = (path: string): string => withoutRoom(path)[1] ?? ''

/** The layer of a file. `endpoints`: routes outside both versions, of a noun or of the server itself. */
type Layer =
  | 'settings'
  | 'platform'
  | 'http'
  | 'core'
  | 'v1'
  | 'v2'
  | 'endpoints'
  | 'composition'
  | 'kinds'
  | 'elsewhere'

interface Place {
  readonly layer: Layer
  /** A noun, `platform` or `http`. */
  readonly noun: string
  /** For http/v1 and http/v2. */
  readonly version?: string
}

interface ImportRule {
  readonly sentence: string
  readonly breaks: (from: Place, to: Place, target: Import, file: SourceFile) => boolean
}

// How the process is put together and run: server/operations/process/, the command line and backups.
const compositionFolders = new Set(['process', 'cli', 'backup'])
const isComposition = (parts: readonly string[]) =>
  parts.length === 2 || compositionFolders.has(parts[1] ?? '')

// The names of the kinds of records: below everything that names them.
const kindsFile = 'server/records/kinds.ts'

/** Where a path stands. */
export function placeOfPath(path: string): Place {
  if (path === kindsFile) return { layer: 'kinds', noun: 'records' }
  const parts = withoutRoom(path)
  const [top = '', noun = '', folder = ''] = parts
  if (top !== 'server') return { layer: 'elsewhere', noun: top }
  if (isComposition(parts)) return { layer: 'composition', noun: '' }
  if (noun === 'settings') return { layer: 'settings', noun }
  if (noun === 'platform') return { layer: 'platform', noun }
  if (noun === 'http') return { layer: 'http', noun, ...(/^v[12]$/.test(folder) ? { version: folder } : {}) }
  if (folder === 'v1' || folder === 'v2') return { layer: folder, noun, version: folder }
  // what has no core is routes only
  if (folder === 'endpoints' || noun === 'health' || noun === 'web') return { layer: 'endpoints', noun }
  return { layer: 'core', noun }
}

const rankOf = (noun: string) => nounOrder.findIndex((level) => level.includes(noun))
const isRoutes = ({ layer }: Place) => layer === 'v1' || layer === 'v2' || layer === 'endpoints'
const isPackage = ({ from }: Import) => !/^(server|web|scripts|test|examples|bin)\//.test(from)
const isNoun = ({ layer }: Place) =>
  layer === 'core' || layer === 'v1' || layer === 'v2' || layer === 'endpoints'

export const importRules: readonly ImportRule[] = [
  {
    sentence:
      'the list of kinds is below everything that names one, records and what they build on, so it imports nothing',
    breaks: (from) => from.layer === 'kinds',
  },
  {
    sentence: 'settings are below everything else, so they import settings and packages only',
    breaks: (from, to, target) => from.layer === 'settings' && !isPackage(target) && to.layer !== 'settings',
  },
  {
    sentence:
      'the settings are read once, when the process starts: everything below gets them with App, and imports their type only',
    breaks: (from, _, target) =>
      from.layer !== 'composition' &&
      from.layer !== 'elsewhere' &&
      target.from === 'server/platform/settings/config.ts' &&
      !target.typeOnly,
  },
  {
    sentence: 'platform knows no feature and no protocol, so it imports platform, settings and packages only',
    breaks: (from, to, target) =>
      from.layer === 'platform' && !isPackage(target) && to.layer !== 'platform' && to.layer !== 'settings',
  },
  {
    sentence:
      'http knows no feature, so that every noun can build on it: it imports http, platform and settings only',
    breaks: (from, to, target) =>
      from.layer === 'http' &&
      !isPackage(target) &&
      to.layer !== 'http' &&
      to.layer !== 'kinds' &&
      to.layer !== 'platform' &&
      to.layer !== 'settings',
  },
  {
    sentence: 'what both versions share does not know either, and neither version is built on the other',
    breaks: (from, to) =>
      to.version !== undefined &&
      to.version !== from.version &&
      (from.layer === 'http' || from.layer === 'v1' || from.layer === 'v2' || from.layer === 'endpoints'),
  },
  {
    sentence:
      'the core of a noun is the same for every way in, so it knows nothing of HTTP, routes or wire formats',
    breaks: (from, to, target) =>
      from.layer === 'core' &&
      (to.layer === 'http' ||
        isRoutes(to) ||
        /^(@?fastify)(\/|$)/.test(target.from) ||
        target.from.endsWith('.wire.ts')),
  },
  {
    sentence:
      'a noun builds on earlier nouns only, so that each can be read, tested and replaced without the later ones',
    breaks: (from, to) =>
      from.layer === 'core' &&
      to.layer === 'core' &&
      from.noun !== to.noun &&
      rankOf(to.noun) >= rankOf(from.noun),
  },
  {
    sentence: 'a route file translates and calls one operation, so it holds no SQL and no transaction',
    breaks: (from, _, target) =>
      isRoutes(from) &&
      from.noun !== 'health' &&
      (['kysely', 'pg', 'server/platform/events/change.ts'].includes(target.from) ||
        (target.from === 'server/platform/postgres/database.ts' && !target.typeOnly)),
  },
  {
    sentence:
      'routes of one noun do not use routes or shapes of another one: what is shared lies in http/v1, http/v2 or records; only the shapes of custom fields are part of every record',
    breaks: (from, to, target) =>
      isRoutes(from) &&
      isRoutes(to) &&
      from.noun !== to.noun &&
      // routes that every kind of record has: each kind gives them its paths
      to.noun !== 'records' &&
      !/^server\/fields\/v[12]\/\w+\.wire\.ts$/.test(target.from),
  },
  {
    sentence: 'nouns do not know how the process is put together: what they need comes with App',
    breaks: (from, to, target) =>
      (isNoun(from) || from.layer === 'http') && to.layer === 'composition' && !target.typeOnly,
  },
  {
    sentence:
      'fastify is a detail of the HTTP layer: http, routes and the files that put the server together',
    breaks: (from, _, target) =>
      /^(@?fastify)(\/|$)/.test(target.from) &&
      !['http', 'v1', 'v2', 'endpoints', 'composition', 'elsewhere'].includes(from.layer),
  },
  {
    sentence: 'every noun has its place in the order of nouns (nounOrder in test/house/import-rules.ts)',
    breaks: (from) => isNoun(from) && rankOf(from.noun) < 0,
  },
  {
    sentence: 'the web app talks to the server by its API, so it imports nothing of the server',
    breaks: (from, to) => from.noun === 'web' && from.layer === 'elsewhere' && to.layer !== 'elsewhere',
  },
  {
    sentence:
      'web/src/components draws: it knows no noun, no field and no list, and asks the server nothing; forms, lists and features build on it',
    breaks: (_from, _to, { from }, { path }) =>
      path.startsWith('web/src/components/') &&
      /^web\/src\/(?:app|features|forms|list|preview|lib\/client\.ts)/.test(from),
  },
  {
    sentence: 'an example shows what can be done from outside, so it imports nothing of the server',
    breaks: (from, to) => from.noun === 'examples' && to.layer !== 'elsewhere',
  },
  {
    sentence: 'the server runs without tests and tools',
    breaks: (from, _, target, file) =>
      from.layer !== 'elsewhere' &&
      (/^(test|examples)\//.test(target.from) || /\.test\.tsx?$/.test(target.from)) &&
      !isTest(file),
  },
]

/** What breaks a rule, in sentences. */
export function wrongImports(files: readonly SourceFile[]): readonly string[] {
  const product = files.filter((file) => !isTest(file))
  return [
    ...mutualRooms(product),
    ...product.flatMap((file) =>
      file.imports.flatMap((target) => {
        const [from, to] = [placeOfPath(file.path), placeOfPath(target.from)]
        return importRules
          .filter(({ breaks }) => breaks(from, to, target, file))
          .map(({ sentence }) => `${file.path} imports ${target.from}, but ${sentence}`)
      }),
    ),
    ...cycles(product),
  ]
}

/** Folders directly below server/ that import each other, types included: each pair once. */
function mutualRooms(files: readonly SourceFile[]): readonly string[] {
  const roomOf = (path: string) => /^server\/(\w[\w-]*)\//.exec(path)?.[1]
  const examples = new Map<string, string>()
  for (const { path, imports } of files) {
    for (const { from } of imports) {
      // it imports nothing, so that no circle goes through it
      if (from === kindsFile) continue
      const [room, other] = [roomOf(path), roomOf(from)]
      if (room && other && room !== other) examples.set(`${room} ${other}`, `${path} imports ${from}`)
    }
  }
  return [...examples].flatMap(([pair, example]) => {
    const [room = '', other = ''] = pair.split(' ')
    const back = room < other ? examples.get(`${other} ${room}`) : undefined
    return back ? [`server/${room} and server/${other} import each other: ${example}, ${back}`] : []
  })
}

/** Files that import each other in a circle, each circle once; imports of types alone do not count. */
function cycles(files: readonly SourceFile[]): readonly string[] {
  const targets = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.filter(({ typeOnly }) => !typeOnly).map(({ from }) => from),
    ]),
  )
  const done = new Set<string>()
  const found: string[] = []
  const visit = (path: string, above: readonly string[]): void => {
    const start = above.indexOf(path)
    if (start >= 0) {
      found.push(`${[...above.slice(start), path].join(' imports ')}: a circle of imports`)
      return
    }
    if (done.has(path)) return
    for (const next of targets.get(path) ?? []) visit(next, [...above, path])
    done.add(path)
  }
  for (const path of targets.keys()) visit(path, [])
  return found
}
