// How large the code is, and how often it says by hand what one declaration could say. test/house/size.json keeps the
// counts, which may only fall.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isTest, type SourceFile } from './source-files.ts'

/** Counts by what is counted. */
export type Sizes = Readonly<Record<string, number>>

const tables = fileURLToPath(new URL('../../server/platform/postgres/tables.ts', import.meta.url))
const sampledTables = 40

/** How often each of these stands in the code of the server. */
const written: Readonly<Record<string, RegExp>> = {
  'conversions from and to v2': /\b(?:function|const) \w*(?:[Tt]o|[Ff]rom)V2\b/g,
  'tables of properties': /\bconst \w*(?:Properties|Columns|Filters|Shape)\b/g,
  "row['…']": /\brow\['/g,
  casts: /\bas (?!const\b)[A-Za-z{('"[]/g,
  'calls that send SQL': /\.(?:execute|executeTakeFirst|executeTakeFirstOrThrow|executeQuery|query)\(/g,
}

/** Counts of the sources as they are. */
export function sizesOf(sources: readonly SourceFile[]): Sizes {
  const own = sources.filter((each) => !isTest(each))
  const server = own.filter(({ path }) => path.startsWith('server/'))
  const imports = /^(?:import|export) [^;]*?from '[^']+'$/gm
  const code = server.map((each) => each.code.replaceAll(imports, '')).join('\n')
  return {
    'lines of tests': linesOf(sources.filter(isTest)),
    ...byFolder(own),
    ...Object.fromEntries(
      Object.entries(written).map(([what, form]) => [what, code.match(form)?.length ?? 0]),
    ),
    'comments "not through access.ts"': server.flatMap(
      ({ text }) => text.match(/not through access\.ts/g) ?? [],
    ).length,
    'files for each property of 40 tables, in hundredths': placesOfProperties(server),
  }
}

const linesOf = (files: readonly Pick<SourceFile, 'text'>[]): number =>
  files.reduce((lines, { text }) => lines + text.split('\n').length - 1, 0)

/** Lines without tests. */
function byFolder(files: readonly SourceFile[]): Sizes {
  const folderOf = ({ path }: SourceFile) =>
    /^(?:server|packages|web)(?=\/)/.exec(path)?.[0] ?? 'other programs'
  const folders = [...Map.groupBy(files, folderOf)]
  return Object.fromEntries(folders.map(([folder, own]) => [`lines of ${folder}`, linesOf(own)]))
}

/**
 * In how many files of the server a column is named, on average, times 100: of tables that a hash chooses, the columns
 * whose names no other table has.
 */
function placesOfProperties(server: readonly SourceFile[]): number {
  const all = [...readFileSync(tables, 'utf8').matchAll(/^export interface (\w+)Table \{\n([^}]*)^\}/gm)].map(
    ([, table = '', columns = '']) => ({
      table,
      columns: [...columns.matchAll(/^ {2}(\w+)/gm)].map(([, name = '']) => name),
    }),
  )
  const count = Map.groupBy(
    all.flatMap(({ columns }) => columns),
    (name) => name,
  )
  const rank = (table: string) => createHash('sha256').update(table).digest('hex')
  const columns = all
    .toSorted((one, other) => (rank(one.table) < rank(other.table) ? -1 : 1))
    .slice(0, sampledTables)
    .flatMap((each) => each.columns.filter((name) => name.length > 7 && count.get(name)?.length === 1))
  const words = server.map(({ code }) => new Set(code.match(/\w+/g)))
  const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const places = columns.map((name) => words.filter((each) => each.has(name) || each.has(camel(name))).length)
  return Math.round((100 * places.reduce((sum, each) => sum + each, 0)) / columns.length)
}
