// Every address of a page that the server sends (mails, notifications, answers) has a page in the web app.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

const routes = new Set(
  globSync('web/src/features/**/*-routes.ts', { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/path: '([^']+)'/g)].map(([, route = '']) => route.replaceAll(/\$\w+/g, '$')),
  ),
)

test('the page of one thing of each kind is there', () => {
  const addresses = read('server/platform/web-addresses.ts')
  const kinds = [
    ...(/interface Pages \{([^}]*)\}/.exec(addresses)?.[1] ?? '').matchAll(/readonly (\w+): true/g),
  ].map(([, kind]) => kind)
  expect(kinds).toContain('matters')
  expect(kinds.filter((kind) => !routes.has(`/${kind}/$`))).toEqual([])
})

test('other pages that the server names are there', () => {
  const named = globSync('server/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) =>
      [...read(path).matchAll(/ebUrl\}\/#((?:\/[a-z-]+\b)+(?:\/\$\{\w+\})?)(?!\$)/g)].map(([, route = '']) =>
        route.replaceAll(/\$\{\w+\}/g, '$'),
      ),
    )
  expect(named).toEqual(expect.arrayContaining(['/reset-password', '/authorize']))
  expect(named.filter((route) => !routes.has(route))).toEqual([])
})
