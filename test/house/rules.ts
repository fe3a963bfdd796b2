// The promises of docs/rules/ and the tests that prove them: a test names the ids of its promises at the end of its
// title, as in 'returns 404 to an outsider [P-12, C-31]'.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Document } from './documents.ts'
import { titlesIn } from './test-titles.ts'

interface Rule {
  readonly page: string
  readonly id: string
  readonly promise: string
}

/** A test that proves promises. */
interface Proof {
  readonly file: string
  readonly title: string
  readonly ids: readonly string[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The promises of the pages, in order. */
export const rulesOf = (pages: readonly Document[]): readonly Rule[] =>
  pages.flatMap((page) => rowsOf(page).map(([id = '', promise = '']) => ({ page: page.path, id, promise })))

/** The tests of a source that name promises; skipped tests prove nothing and are left out. */
export const proofsIn = (file: string, source: string): readonly Proof[] =>
  titlesIn(file, source)
    .map((title) => ({ file, title, ids: idsIn(title) }))
    .filter(({ ids }) => ids.length > 0)

/** The tests of the repository that name promises. */
export const readProofs = (): readonly Proof[] =>
  globSync('{server,test,scripts,web}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: (path) => path === 'node_modules',
  }).flatMap((file) => proofsIn(file, readFileSync(join(root, file), 'utf8')))

interface Checked {
  readonly pages: readonly Document[]
  readonly proofs: readonly Proof[]
  /** As in the OpenAPI documents: `GET /contract-apis/v1/contracts`. */
  readonly operations: readonly string[]
}

/** Every mistake in the pages and in the ids that tests name, one sentence each. */
export function wrongInRules({ pages, proofs, operations }: Checked): readonly string[] {
  const rules = rulesOf(pages)
  const ids = rules.map(({ id }) => id)
  const proven = new Set(proofs.flatMap((proof) => proof.ids))
  const named = new Set(rules.flatMap(({ promise }) => operationsIn(promise)))
  return [
    ...rules.flatMap(({ page, id, promise }) => {
      if (!/^[A-Z]-\d+$/.test(id)) return [`${page}: "${id}" is not an id`]
      if (promise === '') return [`${page}: ${id} promises nothing`]
      return proven.has(id) ? [] : [`${page}: no test names ${id} in its title`]
    }),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id} is used twice`),
    ...proofs.flatMap(({ file, title, ids: claimed }) =>
      claimed
        .filter((id) => !ids.includes(id))
        .map((id) => `${file}: "${title}" names ${id}, which no page has`),
    ),
    ...[...named].filter((name) => !operations.includes(name)).map((name) => `there is no operation ${name}`),
    ...operations.filter((name) => !named.has(name)).map((name) => `${name} has no promise`),
  ]
}

/** The cells of table rows, without the header and the line below it. */
function rowsOf({ text }: Document): readonly (readonly string[])[] {
  const lines = text.split('\n')
  return lines
    .filter((line, at) => line.startsWith('|') && !isRuler(line) && !isRuler(lines[at + 1] ?? ''))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.replaceAll('\\|', '|').trim()),
    )
}

const isRuler = (line: string) => /^\|[-| ]+\|$/.test(line)

const operationsIn = (promise: string): readonly string[] =>
  [...promise.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[\w-]+-apis\/v1\/[^`\s]+)`/g)].map(
    ([, operation = '']) => operation,
  )

const idsIn = (title: string): readonly string[] =>
  /\[([A-Z]-\d+(?:, [A-Z]-\d+)*)\]$/.exec(title)?.[1]?.split(', ') ?? []
