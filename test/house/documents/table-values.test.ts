// Tables that say more than names: texts, numbers and rights are those of the product.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { weights } from '../../../server/platform/lists/filter-weight.ts'
import { settings } from '../../../server/platform/settings/config.ts'
import { namesIn, type Table, tablesOf } from './markdown.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => readFileSync(root + path, 'utf8')

function tableOf(page: string, head: string): Table {
  const found = tablesOf(read(page)).find(({ heads }) => heads.join(' | ').startsWith(head))
  if (!found) throw new Error(`${page} has no table with the head ${head}`)
  return found
}

const cellsOf = (page: string, head: string, column = 0) =>
  tableOf(page, head).rows.map(({ cells }) => cells[column] ?? '')

const numbersIn = (text: string) =>
  [...text.matchAll(/\d[\d,]*/g)].map(([number]) => Number(number.replaceAll(',', '')))

test('the messages of OAuth are those that are sent', () => {
  const source = globSync('server/identity/oauth/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .map(read)
    .join('\n')
    .replaceAll("\\'", "'")
  const messages = [
    ...cellsOf('docs/oauth.md', 'message | cause'),
    ...cellsOf('docs/oauth.md', 'status, `error` | `error_description`', 1),
  ].flatMap(namesIn)
  expect(messages.length).toBeGreaterThan(10)
  // what is in the place of `...` and the name of the input differ from answer to answer
  const parts = (message: string) =>
    message.split(/"?\.\.\."?|: (?=\w+$)/).map((part) => part.replace(/[ (:]+$|^[).Z']+$/g, ''))
  const isSent = (message: string) => parts(message).every((part) => source.includes(part))
  expect(messages.filter((message) => !isSent(message))).toEqual([])
  expect(isSent('Supplied refresh token has expired')).toBe(false)
})

test('the answers of the check of seals are those of its page', () => {
  const page = read('web/src/features/seals/texts.ts')
  const titles = [...page.matchAll(/title: '([^']+)'/g)].map(([, title]) => title)
  expect(cellsOf('docs/signing.md', 'answer | meaning').filter((title) => !titles.includes(title))).toEqual(
    [],
  )
})

test('the rates are the defaults of their settings', () => {
  const defaults = new Map<string, string>(
    Object.values(settings).map(({ variable, shownDefault }) => [variable, shownDefault ?? '']),
  )
  const rows = tableOf('docs/operating.md', 'of what | default | setting').rows
  const named = rows.filter(({ cells }) => namesIn(cells[2] ?? '').length > 0)
  expect(named.length).toBeGreaterThan(3)
  expect(named.map(({ cells }) => numbersIn(cells[1] ?? ''))).toEqual(
    named.map(({ cells }) => namesIn(cells[2] ?? '').map((name) => Number(defaults.get(name)))),
  )
  const said = cellsOf('docs/limits.md', 'who | at most', 1).slice(0, 2).map(numbersIn)
  expect(said).toEqual(named.slice(0, 2).map(({ cells }) => numbersIn(cells[1] ?? '')))
})

test('the weights of conditions are those that are counted', () => {
  const { plain, searched, elsewhere, searchedElsewhere, any, all } = weights
  const said = cellsOf('docs/odata.md', 'condition | weight', 1)
  expect(said.map(Number)).toEqual([plain, searched, elsewhere, searchedElsewhere, any, all])
})

test('the checks and the tiers of the tests are those that run', () => {
  const names = (path: string) =>
    [...read(path).matchAll(/\bname: '(\w+)'/g)].map(([, name]) => `\`${name}\``)
  expect(cellsOf('CONTRIBUTING.md', 'check | what it finds')).toEqual(names('scripts/check.ts'))
  expect(cellsOf('CONTRIBUTING.md', 'tier | what belongs there').toSorted()).toEqual(
    names('vitest.config.ts').toSorted(),
  )
})

test('what lies in deploy/ is listed', () => {
  const files = globSync('deploy/*', { cwd: root }).map((path) => path.replace('deploy/', ''))
  const listed = tableOf('deploy/README.md', 'file | what it is').rows.flatMap(({ cells: [cell = ''] }) =>
    [...cell.matchAll(/\]\(([^)]+)\)/g)].map(([, file = '']) => file),
  )
  expect(listed.toSorted()).toEqual(files.filter((file) => file !== 'README.md').toSorted())
})
