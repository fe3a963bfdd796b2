// The catalogue of pages has each address of the web app, and each of its addresses is one.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { examinedInWalks, type Place, places } from '../e2e/catalogue/places.ts'
import { readSources } from './source-files.ts'

const routes = readSources()
  .filter(({ path }) => /^web\/src\/features\/.*-routes\.ts$/.test(path))
  .flatMap(({ code }) => [...code.matchAll(/\bpath: '(\/[^']*)'/g)].map(([, path = '']) => path))

const addresses = Object.values(places).flatMap((part) =>
  Object.values<readonly Place[]>(part).flatMap((all) => all.map(([path]) => path.split('?')[0] ?? '')),
)

const fits = (route: string, address: string): boolean =>
  new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`).test(address)

// `/people/invite` fits `/people/$userId` as well
const routeOf = (address: string): string | undefined =>
  routes.find((route) => route === address) ?? routes.find((route) => fits(route, address))

test('each page is in the catalogue, or examined in a walk', () => {
  expect(routes.length).toBeGreaterThan(100)
  const examined = new Set([...addresses.map(routeOf), ...Object.keys(examinedInWalks)])
  expect(routes.filter((route) => !examined.has(route))).toEqual([])
  expect(addresses.filter((address) => address !== '/nowhere' && !routeOf(address))).toEqual([])
})

test.each(Object.entries(examinedInWalks))('%s is examined in %s', (route, file) => {
  expect(routes).toContain(route)
  expect(addresses.map(routeOf)).not.toContain(route)
  const walk = readFileSync(fileURLToPath(new URL(`../e2e/${file}`, import.meta.url)), 'utf8')
  expect(walk).toContain('await examine(')
})
