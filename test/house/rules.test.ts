// Every promise of docs/rules/ has its proof, and every operation of v1 its promise.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { topics } from '../../server/platform/topics.ts'
import { type Document, readDocuments } from './documents.ts'
import { rulesOf, wrongInRules } from './rules.ts'
import { testsIn } from './test-titles.ts'

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

test('every rule has a number of its own and tests that are there, and every operation of v1 has a rule', () => {
  expect(operationsOfV1().length).toBeGreaterThan(50)
  expect(rulesOf(pages).length).toBeGreaterThan(200)
  expect(wrongInRules(pages, operationsOfV1())).toEqual([])
})

test('every topic of notifications has a rule', () => {
  const promises = rulesOf(pages).map(({ promise }) => promise)
  expect(topics.filter((topic) => !promises.some((each) => each.includes(`\`${topic}\``)))).toEqual([])
})

describe('what is wrong is noticed', () => {
  const proof = '[`what is so is let through`][documents]'
  const page = (...rows: string[]): Document => ({
    path: 'docs/rules/some.md',
    text: ['| no. | promise | proof |', '| --- | --- | --- |', ...rows, '', definition].join('\n'),
  })
  const definition = '[documents]: ../../test/house/documents.test.ts'

  test.each([
    ['a number twice', [`| X-1 | This. | ${proof} |`, `| X-1 | That. | ${proof} |`], 'X-1 is given twice'],
    ['what is no number', [`| X1 | This. | ${proof} |`], 'no number of a rule'],
    ['no promise', [`| X-1 |  | ${proof} |`], 'promises nothing'],
    ['no proof', ['| X-1 | This. | We looked. |'], 'has no proof'],
    ['a file without a name', ['| X-1 | This. | [`a`][nothing] |'], 'no file for "a"'],
    ['an unknown test', ['| X-1 | This. | [`never`][documents] |'], 'has no test "never"'],
    ['part of a title', ['| X-1 | This. | [`what is so`][documents] |'], 'has no test "what is so"'],
    ['a row that is not tried', [`| X-1 | This. | ${proof} with \`a row\` |`], 'is not tried with "a row"'],
    [
      'an operation that is not there',
      [`| X-1 | \`GET /some-apis/v1/b\` | ${proof} |`],
      'no operation GET /some-apis/v1/b',
    ],
    ['an operation without a rule', [`| X-1 | This. | ${proof} |`], 'GET /some-apis/v1/a has no rule'],
  ])('%s', (_, rows, complaint) => {
    expect(wrongInRules([page(...rows)], ['GET /some-apis/v1/a']).join('\n')).toContain(complaint)
  })

  test('and what is right is let through', () => {
    const row = '[`what is not so is noticed › %s`][documents] with `leads nowhere`'
    const right = page(`| X-1 | \`GET /some-apis/v1/a\` answers. | ${proof}<br>${row} |`)
    expect(wrongInRules([right], ['GET /some-apis/v1/a'])).toEqual([])
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
  const found = testsIn('a.test.ts', source).map(({ title, rows }) => [title, ...rows])
  expect(found).toEqual([
    ['plain'],
    ['group › %s holds', 'a row'],
    ['group › ${what} runs', 'a loop'],
    ['%s › inner', 'from a constant', 'x'],
  ])
})
