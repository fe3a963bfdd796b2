// The promises of docs/rules/, each with its proof: what is wrong with a page of them, in sentences.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Document } from './documents.ts'
import { testsIn, type WrittenTest } from './test-titles.ts'

interface Proof {
  /** From the root of the repository; undefined when the page does not say which file it means. */
  readonly file: string | undefined
  readonly title: string
  /** The row of the test's table that is meant, where it is one of several. */
  readonly row: string | undefined
}

interface Rule {
  readonly page: string
  readonly number: string
  readonly promise: string
  readonly proofs: readonly Proof[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The rules of the pages, in their order. */
export const rulesOf = (pages: readonly Document[]): readonly Rule[] =>
  pages.flatMap((page) => rowsOf(page).map((cells) => ruleOf(page, cells)))

/** What is wrong with the rules: numbers, proofs, and operations (`GET /…`) that are not there or have no rule. */
export function wrongInRules(pages: readonly Document[], operations: readonly string[]): readonly string[] {
  const rules = rulesOf(pages)
  const numbers = rules.map(({ number }) => number)
  const named = new Set(rules.flatMap(({ promise }) => operationsIn(promise)))
  return [
    ...rules.flatMap(wrongInRule),
    ...numbers
      .filter((number, at) => numbers.indexOf(number) !== at)
      .map((number) => `${number} is given twice`),
    ...[...named].filter((name) => !operations.includes(name)).map((name) => `there is no operation ${name}`),
    ...operations.filter((name) => !named.has(name)).map((name) => `${name} has no rule`),
  ]
}

function wrongInRule({ page, number, promise, proofs }: Rule): readonly string[] {
  const at = `${page}, ${number}`
  if (!/^[A-Z]-\d+$/.test(number)) return [`${at}: that is no number of a rule`]
  if (promise === '') return [`${at} promises nothing`]
  if (proofs.length === 0) return [`${at} has no proof`]
  return proofs.flatMap(({ file, title, row }) => {
    if (file === undefined || !existsSync(join(root, file))) return [`${at}: no file for "${title}"`]
    const test = testsOf(file).find((each) => each.title === title)
    if (!test) return [`${at}: ${file} has no test "${title}"`]
    return row === undefined || test.rows.has(row) ? [] : [`${at}: "${title}" is not tried with "${row}"`]
  })
}

/** The cells of the rows of tables, without the head and the line below it. */
function rowsOf({ text }: Document): readonly (readonly string[])[] {
  const lines = text.split('\n')
  return lines
    .filter((line, at) => line.startsWith('|') && !isLine(line) && !isLine(lines[at + 1] ?? ''))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.replaceAll('\\|', '|').trim()),
    )
}

const isLine = (line: string) => /^\|[-| ]+\|$/.test(line)

function ruleOf({ path, text }: Document, [number = '', promise = '', proof = '']: readonly string[]): Rule {
  const proofs = [...proof.matchAll(/\[`([^`]+)`\]\[([\w-]+)\](?: with `([^`]+)`)?/g)]
  return {
    page: path,
    number,
    promise,
    proofs: proofs.map(([, title = '', label = '', row]) => {
      const target = new RegExp(`^\\[${label}\\]: (\\S+)$`, 'm').exec(text)?.[1]
      return { file: target === undefined ? undefined : join(dirname(path), target), title, row }
    }),
  }
}

const operationsIn = (promise: string): readonly string[] =>
  [...promise.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[\w-]+-apis\/v1\/[^`\s]+)`/g)].map(
    ([, operation = '']) => operation,
  )

const read = new Map<string, readonly WrittenTest[]>()
function testsOf(file: string): readonly WrittenTest[] {
  const known = read.get(file) ?? testsIn(file, readFileSync(join(root, file), 'utf8'))
  read.set(file, known)
  return known
}
