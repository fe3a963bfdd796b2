// The acts of docs/administering.md: each has a page of the web app, calls of the API and a test that are there.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const bare = (path: string) => path.replaceAll(/[:$]\w+|\{\w+\}/g, '*')

const rows = read('docs/administering.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (act|---) /.test(line))
  .map((line) => {
    const [act = '', page = '', calls = '', tests = ''] = line.split('|').slice(1)
    const named = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    return { act: act.trim(), pages: named(page), calls: named(calls), tests: named(tests) }
  })

const pages = new Set(
  globSync('web/src/features/**/*-routes.ts', { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/path: '([^']+)'/g)].map(([, route = '']) => bare(route)),
  ),
)
const calls = new Set(
  [...read('docs/routes.md').matchAll(/^\| ([A-Z]+) `([^`]+)`/gm)].map(
    ([, method = '', path = '']) => `${method} ${bare(path)}`,
  ),
)

test('there are acts, and each has a page, a call and a test', () => {
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter((row) => [row.pages, row.calls, row.tests].some(({ length }) => length === 0))).toEqual(
    [],
  )
})

test('what they name is there', () => {
  const wrong = rows.flatMap((row) => [
    ...row.pages.filter((page) => !pages.has(bare(page))),
    ...row.calls.filter((call) => !calls.has(bare(call))),
    ...row.tests.filter((path) => !existsSync(`${root}${path}`)),
  ])
  expect(wrong).toEqual([])
})
