// Every promise of docs/rules/ has a test, and every operation of v1 has a promise.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { topics } from '../../server/platform/events/topics.ts'
import { type Document, readDocuments } from './documents.ts'
import { proofsIn, readProofs, rulesOf, wrongInRules } from './rules.ts'
import { titlesIn } from './test-titles.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = readDocuments().filter(({ path }) => path.startsWith('docs/rules/'))

/** `METHOD /path/{id}`, as the documents of v1 have them. */
function operationsOfV1(): readonly string[] {
  const methods = new Set(['get', 'post', 'put', 'patch', 'delete'])
  return globSync('openapi/*.v1.json', { cwd: root }).flatMap((file) => {
    const { paths } = JSON.parse(readFileSync(root + file, 'utf8')) as {
      paths: Record<string, Record<string, unknown>>
    }
    return Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((method) => methods.has(method))
        .map((method) => `${method.toUpperCase()} ${path}`),
    )
  })
}

test('every promise has an id of its own and a test, and every operation of v1 has a promise', () => {
  expect(operationsOfV1().length).toBeGreaterThan(50)
  expect(rulesOf(pages).length).toBeGreaterThan(600)
  expect(wrongInRules({ pages, proofs: readProofs(), operations: operationsOfV1() })).toEqual([])
})

test('every topic of notifications has a promise', () => {
  const promises = rulesOf(pages).map(({ promise }) => promise)
  expect(topics.filter((topic) => !promises.some((each) => each.includes(`\`${topic}\``)))).toEqual([])
})

describe('a mistake is reported', () => {
  const page = (...rows: string[]): Document => ({
    path: 'docs/rules/some.md',
    text: ['| id | promise |', '| --- | --- |', ...rows, ''].join('\n'),
  })
  const check = (rows: readonly string[], source: string) =>
    wrongInRules({
      pages: [page(...rows)],
      proofs: proofsIn('a.test.ts', source),
      operations: ['GET /some-apis/v1/a'],
    })

  test.each([
    ['an id used twice', ['| X-1 | This. |', '| X-1 | That. |'], 'X-1 is used twice'],
    ['a malformed id', ['| X1 | This. |'], '"X1" is not an id'],
    ['an empty promise', ['| X-1 |  |'], 'promises nothing'],
    ['a promise without a test', ['| X-2 | This. |'], 'no test names X-2'],
    ['a promise whose only test is skipped', ['| X-3 | This. |'], 'no test names X-3'],
    ['an unknown id in a title', ['| X-2 | This. |'], 'names X-1, which no page has'],
    ['an unknown operation', ['| X-1 | `GET /some-apis/v1/b` |'], 'no operation GET /some-apis/v1/b'],
    ['an operation without a promise', ['| X-1 | This. |'], 'GET /some-apis/v1/a has no promise'],
  ])('%s', (_, rows, complaint) => {
    const source = "test('works [X-1]', () => {}); test.skip('later [X-3]', () => {})"
    expect(check(rows, source).join('\n')).toContain(complaint)
  })

  test('and nothing else is', () => {
    const rows = ['| X-1 | `GET /some-apis/v1/a` answers. |', '| X-2 | So does that. |']
    expect(check(rows, "describe('a', () => { test.each([1])('%s works [X-1, X-2]', () => {}) })")).toEqual(
      [],
    )
  })
})

test('tests are found in groups, tables and loops, and not those that are skipped', () => {
  const source = `
    const table = [['from a constant', 1]] as const
    test('plain', () => {})
    describe('group', () => {
      test.each([['a row', 2]])('%s holds', () => {})
      for (const { what } of [{ what: 'a loop' }]) test(\`\${what} runs\`, () => {})
    })
    describe.each(table)('%s', () => { test.for(['x'])('inner', () => {}) })
    test.skip('left', () => {})
    describe.todo('later')
    expect.poll('nothing', () => {})`
  expect(titlesIn('a.test.ts', source)).toEqual([
    'plain',
    'group › %s holds',
    'group › ${what} runs',
    '%s › inner',
  ])
})
