// The documentation is correct.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readDocuments, wrongInDocument } from './documents.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('every link, file, setting and command that a page names exists', () => {
  const documents = readDocuments()
  expect(documents.map(({ path }) => path)).toContain('README.md')
  expect(documents.flatMap(wrongInDocument)).toEqual([])
})

describe('wrong statements are noticed', () => {
  test.each([
    ['[here](docs/nowhere.md)', 'leads nowhere'],
    ['[here](README.md#nothing)', 'leads to no heading'],
    ['see `server/contracts/contrakt.ts`', 'there is no server/contracts/contrakt.ts'],
    ['set `CHANCERY_NOTHING`', 'no setting CHANCERY_NOTHING'],
    ['`npm run nothing`', 'no "npm run nothing"'],
    ['`npx chancery start`', '"npx chancery" fails'],
    ['words '.repeat(21), 'more than 120 characters'],
    ['`node bin/chancery.mjs nothing`', 'no "node bin/chancery.mjs nothing"'],
  ])('%s', (text, complaint) => {
    expect(wrongInDocument({ path: 'page.md', text }).join('\n')).toContain(complaint)
  })
})

test('correct ones are accepted', () => {
  const text =
    '[here](README.md#try-it), `server/platform/settings/config.ts`, `CHANCERY_LOG`, `npm run check`, `node bin/chancery.mjs start`'
  expect(wrongInDocument({ path: 'page.md', text })).toEqual([])
})

test('every page is reached from the README', () => {
  const pages = new Map(readDocuments().map(({ path, text }) => [path, text]))
  const reached = new Set<string>()
  const visit = (path: string): void => {
    const text = pages.get(path)
    if (text === undefined || reached.has(path)) return
    reached.add(path)
    for (const [, target = ''] of text.matchAll(/\]\(([^)#\s]+\.md)/g)) {
      visit(new URL(target, `file:///${path}`).pathname.slice(1))
    }
  }
  visit('README.md')
  // the decisions are found by their numbers
  const lost = [...pages.keys()].filter((path) => !reached.has(path) && !path.startsWith('docs/decisions/'))
  expect(lost).toEqual([])
})

test('the README fits on one screen', () => {
  expect(readFileSync(`${root}README.md`, 'utf8').split('\n').length).toBeLessThan(50)
})

test('no number of a decision is used twice, and each has its three parts', () => {
  const decisions = globSync('docs/decisions/*.md', { cwd: root }).sort()
  const numbers = decisions.map((path) => /(\d{4})-[a-z0-9-]+\.md$/.exec(path)?.[1])
  expect(new Set(numbers).size).toBe(decisions.length)
  for (const path of decisions) {
    const text = readFileSync(root + path, 'utf8')
    for (const part of ['## Situation', '## Choice', '## Cost']) expect(text, path).toContain(part)
  }
})

test('nothing in the repository names the host of a package registry', () => {
  const files = globSync(
    [
      '*.{md,json,ts}',
      '{docs,migrations,server,scripts,test,web,bin,examples,.ci}/**/*.{md,ts,tsx,mjs,json,sql,html}',
      '.ci/run',
    ],
    { cwd: root },
  ).filter((path) => !/node_modules|web\/dist/.test(path) && path !== 'test/house/documents.test.ts')
  const hosts = /registry\.npmjs|npmjs\.(?:org|com)|deb\.debian\.org|registry\.yarnpkg/i
  expect(files.filter((path) => hosts.test(readFileSync(root + path, 'utf8')))).toEqual([])
})

test('the changelog has a section for unreleased changes', () => {
  expect(readFileSync(`${root}CHANGELOG.md`, 'utf8')).toMatch(/^## Unreleased$/m)
})
