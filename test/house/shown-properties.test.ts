// Every property that a v2 list shows can be asked for in its $filter, or is refused with a documented reason.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { documentedLists } from '../../scripts/odata-lists.ts'
import { faultsOf } from '../../scripts/odata-page.ts'
import { refusalsOf, reports } from '../../scripts/odata-refusals.ts'
import { shownPaths } from '../../scripts/shown-paths.ts'
import type { OpenApiDocument } from '../../server/http/openapi.ts'
import { useTestApp } from '../test-app.ts'
import { permissions } from '../../server/platform/actor.ts'
import { createOrganisation, createUser } from '../factories.ts'
import { callerFor } from '../tokens.ts'

const parts = useTestApp()
const document = JSON.parse(
  readFileSync(new URL('../../openapi/v2.json', import.meta.url), 'utf8'),
) as OpenApiDocument

test('each property of each list filters, or has a reason for being refused', () => {
  const lists = documentedLists(parts.app)
  const shown = lists.flatMap(({ paths }) => paths.flatMap((path) => shownPaths(document, path) ?? []))
  expect(shown.length).toBeGreaterThan(500)
  expect(lists.flatMap((list) => faultsOf(list, document))).toEqual([])
  const known = new Set(lists.map(({ paths }) => paths[0]))
  expect(Object.keys(refusalsOf).filter((path) => !known.has(path))).toEqual([])
})

test('the server takes each property that filters, and refuses each that does not', async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const caller = await callerFor(
    parts,
    await createUser(app, { organisationId, role: 'Administrator', permissions }),
  )
  for (const { paths } of documentedLists(app)) {
    const refusals = Object.keys(refusalsOf[paths[0] ?? ''] ?? {})
    const isRefused = (path: string) => refusals.some((name) => path === name || path.startsWith(`${name}/`))
    for (const path of paths.filter((one) => !one.includes('{') && !reports.has(one))) {
      const shown = shownPaths(document, path) ?? []
      // an object without a condition of its own is asked by what is in it; items by any; custom fields by their names
      const isInner = (one: string) => shown.some((other) => other.path.startsWith(`${one}/`))
      const inCollection = (one: string) =>
        shown.some((other) => other.isCollection && one.startsWith(`${other.path}/`))
      const asked = shown.filter(
        (one) => !isInner(one.path) && !inCollection(one.path) && one.path !== 'Fields',
      )
      const refused = asked.filter((one) => isRefused(one.path))
      const taken = asked.filter((one) => !isRefused(one.path))
      for (const one of refused) {
        const answer = await caller.get(`${path}?$filter=${encodeURIComponent(`${one.path} eq null`)}`)
        expect([one.path, answer.statusCode]).toEqual([one.path, 400])
      }
      const conditions = taken.map((one) => (one.isCollection ? `${one.path}/any()` : `${one.path} eq null`))
      while (conditions.length > 0) {
        const filter = conditions.splice(0, 12).join(' or ')
        const answer = await caller.get(`${path}?$filter=${encodeURIComponent(filter)}`)
        expect([path, answer.statusCode], answer.body).toEqual([path, 200])
      }
    }
  }
})
