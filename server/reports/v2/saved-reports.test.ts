// Saving reports, sharing them, and changing them at the same time.
import { beforeAll, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
let people: Record<'boss' | 'ana' | 'ben', Caller>
const definition = {
  list: 'invoices',
  by: ['firm', 'invoiceDate/Quarter'],
  measures: ['approved', 'reduced'],
  range: 'invoiceDate/ThisYear',
}

beforeAll(async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  const add = async (role: 'Administrator' | 'InhouseLegal') =>
    callerFor(parts, await createUser(parts.app, { organisationId, role }))
  people = {
    boss: await add('Administrator'),
    ana: await add('InhouseLegal'),
    ben: await add('InhouseLegal'),
  }
})

const save = async (by: Caller, more: object = {}) => {
  const answer = await by.post('/v2/reports', { name: 'Firms', ...definition, ...more })
  expect(answer.statusCode, answer.body).toBe(201)
  return `/v2/reports/${answer.json<{ id: number }>().id}`
}

test('a report is kept as it was written, and is its owner’s until it is shared [K-20]', async () => {
  const { boss, ana, ben } = people
  const path = await save(ana, { filter: "Status eq 'Paid'" })
  expect((await ana.get(path)).json()).toMatchObject({
    name: 'Firms',
    ...definition,
    filter: "Status eq 'Paid'",
    order: 'Value',
    top: 100,
    sharedWith: 'Me',
    can: { change: true, delete: true },
  })
  expect([(await ben.get(path)).statusCode, (await boss.get(path)).statusCode]).toEqual([404, 404])
  expect((await ana.patch(path, { sharedWith: 'Organization' })).statusCode).toBe(403)
  const shared = await save(boss, { sharedWith: 'Organization', name: 'For all' })
  expect((await ben.get(shared)).json()).toMatchObject({
    name: 'For all',
    can: { change: false, delete: false },
  })
  expect([
    (await ben.patch(shared, { name: 'Mine' })).statusCode,
    (await ben.delete(shared)).statusCode,
  ]).toEqual([403, 403])
  const names = (await ben.get('/v2/reports'))
    .json<{ items: { name: string }[] }>()
    .items.map(({ name }) => name)
  expect(names).toEqual(['For all'])
})

test('of two changes of one version the second is refused, and shared ones are in the history [K-21]', async () => {
  const { boss } = people
  const path = await save(boss, { sharedWith: 'Organization' })
  const etag = String((await boss.get(path)).headers['etag'])
  expect(
    (await boss.patch(path, { top: 5, name: 'Five' }, { headers: { 'if-match': etag } })).statusCode,
  ).toBe(204)
  expect((await boss.patch(path, { top: 6 }, { headers: { 'if-match': etag } })).statusCode).toBe(412)
  expect((await boss.get(path)).json()).toMatchObject({ top: 5, name: 'Five', ...definition })
  expect((await boss.delete(path, { headers: { 'if-match': etag } })).statusCode).toBe(412)
  expect((await boss.delete(path)).statusCode).toBe(204)
  expect((await boss.get(path)).statusCode).toBe(404)
  const history = (await boss.get('/v2/history')).json<{ items: { action: string }[] }>()
  const actions = history.items.map(({ action }) => action).filter((action) => action.startsWith('report.'))
  expect(new Set(actions)).toEqual(new Set(['report.created', 'report.updated', 'report.deleted']))
})

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ list: 'users' }, 'list'],
  [{ measures: ['spend'] }, 'measures'],
  [{ by: ['firm/Month'] }, 'by'],
  [{ by: 5 }, 'by'],
  [{ range: 'invoiceDate/Someday' }, 'range'],
  [{ filter: 'Colour eq 1' }, 'filter'],
  [{ top: 1_001 }, 'top'],
  [{ order: 'Up' }, 'order'],
  [{ sharedWith: 'Team' }, 'sharedWith'],
  [{ colour: 'red' }, 'colour'],
])('%j is refused by name, in a new one and in a change [K-20]', async (wrong, name) => {
  const { ana } = people
  const path = await save(ana)
  for (const answer of [
    await ana.post('/v2/reports', { name: 'Firms', ...definition, ...wrong }),
    await ana.patch(path, wrong),
  ]) {
    expect(
      [answer.statusCode, Object.keys(answer.json<{ errors?: object }>().errors ?? {})],
      answer.body,
    ).toEqual([400, [name]])
  }
})
