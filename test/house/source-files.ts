// The sources of the repository as the rules read them: text, code without comments, and imports.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface SourceFile {
  /** From the root of the repository: `server/contracts/access.ts`. */
  readonly path: string
  readonly text: string
  /** The text with comments blanked out; line numbers do not change. */
  readonly code: string
  readonly imports: readonly Import[]
}

export interface Import {
  /** A path from the root for our own files, the name for packages: `server/platform/app.ts`, `node:fs`, `kysely`. */
  readonly from: string
  readonly typeOnly: boolean
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** All sources of the repository, except generated ones. */
export function readSources(): readonly SourceFile[] {
  return globSync(['{server,web/src,scripts,bin,bench,examples,test}/**/*.{ts,tsx,mjs}', '*.ts'], {
    cwd: root,
    exclude: ['**/node_modules'],
  })
    .filter((path) => path !== 'server/platform/postgres/tables.ts' && !path.includes('.generated.'))
    .sort()
    .map((path) => sourceFile(path, readFileSync(join(root, path), 'utf8')))
}

/** A source as the rules read it; for trying a rule on a source that does not exist. */
export function sourceFile(path: string, text: string): SourceFile {
  const code = withoutComments(text)
  return { path, text, code, imports: importsOf(path, code) }
}

/** Whether the file is a test or a helper of tests. */
export const isTest = ({ path }: Pick<SourceFile, 'path'>): boolean =>
  /\.test\.tsx?$/.test(path) || path.startsWith('test/')

function importsOf(path: string, code: string): readonly Import[] {
  const statements = code.matchAll(
    /^(?:import|export)\s+(type\s)?(?:([^'";]*?)\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm,
  )
  return [...statements].map(([, type, names = '', from, dynamic]) => ({
    from: resolved(path, from ?? dynamic ?? ''),
    typeOnly: type !== undefined || everyNameIsType(names),
  }))
}

// import { type A, type B } from '...'
function everyNameIsType(names: string): boolean {
  const inside = /^\{([^}]*)\}$/.exec(names.trim())?.[1]
  const all = inside
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return all !== undefined && all.length > 0 && all.every((name) => name.startsWith('type '))
}

function resolved(path: string, from: string): string {
  if (!from.startsWith('.')) return from
  const target = join(dirname(path), from)
  // the web app omits extensions
  if (/\.(ts|tsx|mjs|css|json)$/.test(target)) return target
  const endings = ['.ts', '.tsx', '/index.ts'].map((ending) => target + ending)
  return endings.find((each) => globSync(each, { cwd: root }).length > 0) ?? target
}

// Strings are skipped, so that what looks like a comment in them is kept.
function withoutComments(text: string): string {
  const pieces =
    /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\/|\/(?![*/ ])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*(?=[\s).,;\]:])/g
  return text.replace(pieces, (piece) =>
    piece.startsWith('//') || piece.startsWith('/*') ? piece.replace(/[^\n]/g, ' ') : piece,
  )
}
