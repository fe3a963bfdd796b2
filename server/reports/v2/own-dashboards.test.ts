// Dashboards that people put together: their tiles, who sees and changes them, and which one is shown first.
import { beforeAll, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
let people: Record<'boss' | 'ana' | 'ben', Caller>

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

async function made(by: Caller, route: string, body: object): Promise<number> {
  const answer = await by.post(route, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number }>().id
}
const report = (by: Caller, more: object = {}) =>
  made(by, '/v2/reports', { name: 'Firms', list: 'invoices', by: ['firm'], measures: ['approved'], ...more })
const dashboard = async (by: Caller, more: object = {}) =>
  `/v2/dashboards/${await made(by, '/v2/dashboards', { name: 'Monday', ...more })}`
interface Shown {
  readonly tiles: readonly object[]
}
const tilesOf = async (by: Caller, path: string) => (await by.get(path)).json<Shown>().tiles

test('a dashboard keeps its tiles in order, and is its owner’s until it is shared [K-50]', async () => {
  const { boss, ana, ben } = people
  const reportId = await report(ana)
  const tiles = [
    { report: { id: reportId }, shows: 'Table', width: 'Full' },
    { ready: 'spend-by-firm' },
    { ready: 'savings', shows: 'Number' },
  ]
  const path = await dashboard(ana, { tiles })
  expect(await tilesOf(ana, path)).toEqual([
    { report: { id: reportId }, ready: null, shows: 'Table', width: 'Full' },
    { report: null, ready: 'spend-by-firm', shows: 'Chart', width: 'Half' },
    { report: null, ready: 'savings', shows: 'Number', width: 'Half' },
  ])
  expect([(await ben.get(path)).statusCode, (await boss.get(path)).statusCode]).toEqual([404, 404])
  expect((await ana.patch(path, { sharedWith: 'Organization' })).statusCode).toBe(403)
  const shared = await dashboard(boss, { name: 'For all', sharedWith: 'Organization', tiles: tiles.slice(1) })
  expect((await ben.get(shared)).json()).toMatchObject({ can: { change: false, delete: false } })
  expect([
    (await ben.patch(shared, { name: 'Mine' })).statusCode,
    (await ben.delete(shared)).statusCode,
  ]).toEqual([403, 403])
  const listed = (await ben.get('/v2/dashboards')).json<{ items: { name: string }[] }>().items
  expect(listed.map(({ name }) => name)).toEqual(['For all'])
})

test('tiles are put in another order and removed; of two changes of one version the second is refused [K-50]', async () => {
  const { boss } = people
  const tiles = [{ ready: 'spend-by-firm' }, { ready: 'savings' }]
  const path = await dashboard(boss, { tiles, sharedWith: 'Organization' })
  const etag = String((await boss.get(path)).headers['etag'])
  const change = (body: object) => boss.patch(path, body, { headers: { 'if-match': etag } })
  expect((await change({ tiles: tiles.toReversed() })).statusCode).toBe(204)
  expect((await change({ tiles: [] })).statusCode).toBe(412)
  expect(await tilesOf(boss, path)).toMatchObject(tiles.toReversed())
  expect((await boss.patch(path, { name: 'Later' })).statusCode).toBe(204)
  expect(await tilesOf(boss, path)).toHaveLength(2)
  expect((await boss.delete(path)).statusCode).toBe(204)
  expect((await boss.get(path)).statusCode).toBe(404)
  const history = (await boss.get('/v2/history')).json<{ items: { action: string }[] }>()
  const actions = new Set(history.items.map(({ action }) => action))
  for (const act of ['created', 'updated', 'deleted']) expect(actions).toContain(`dashboard.${act}`)
})

test('only reports that somebody sees are added, and a deleted one leaves an empty tile [K-51]', async () => {
  const { boss, ana, ben } = people
  const theirs = await report(ana)
  const refused = await ben.post('/v2/dashboards', { name: 'Not mine', tiles: [{ report: { id: theirs } }] })
  expect(refused.statusCode).toBe(400)
  expect(Object.keys(refused.json<{ errors: object }>().errors)).toEqual(['tiles[0].report'])
  const reportId = await report(boss, { sharedWith: 'Organization' })
  const path = await dashboard(ben, { tiles: [{ report: { id: reportId } }, { ready: 'savings' }] })
  // a tile stays where its report is not shared any more, and is 404 for its reader
  expect((await boss.patch(`/v2/reports/${reportId}`, { sharedWith: 'Me' })).statusCode).toBe(204)
  const kept = await tilesOf(ben, path)
  expect((await ben.get(`/v2/reports/${reportId}`)).statusCode).toBe(404)
  expect((await ben.patch(path, { tiles: kept.toReversed() })).statusCode).toBe(204)
  expect((await boss.delete(`/v2/reports/${reportId}`)).statusCode).toBe(204)
  const left = await tilesOf(ben, path)
  expect(left).toMatchObject([{ ready: 'savings' }, { report: null, ready: null }])
  expect((await ben.patch(path, { tiles: left })).statusCode).toBe(204)
  expect(await tilesOf(ben, path)).toEqual(left)
})

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ sharedWith: 'Team' }, 'sharedWith'],
  [{ tiles: 'all' }, 'tiles'],
  [{ tiles: Array.from({ length: 25 }, () => ({ ready: 'savings' })) }, 'tiles'],
  [{ tiles: [null] }, 'tiles[0].report'],
  [{ tiles: [{}] }, 'tiles[0].report'],
  [{ tiles: [{ ready: 'savings' }, { ready: 'nonsense' }] }, 'tiles[1].ready'],
  [{ tiles: [{ ready: 'savings', report: { id: 1 } }] }, 'tiles[0].report'],
  [{ tiles: [{ ready: 'savings', shows: 'Pie' }] }, 'tiles[0].shows'],
  [{ tiles: [{ ready: 'savings', width: 3 }] }, 'tiles[0].width'],
  [{ tiles: [{ report: { id: 999_999 } }] }, 'tiles[0].report'],
  [{ colour: 'red' }, 'colour'],
])('%j is refused by name, in a new one and in a change [K-50]', async (wrong, name) => {
  const { ana } = people
  const path = await dashboard(ana)
  for (const answer of [
    await ana.post('/v2/dashboards', { name: 'Monday', ...wrong }),
    await ana.patch(path, wrong),
  ]) {
    expect(
      [answer.statusCode, Object.keys(answer.json<{ errors?: object }>().errors ?? {})],
      answer.body,
    ).toEqual([400, [name]])
  }
})

test('somebody sets the dashboard that is shown first [K-52]', async () => {
  const { ana } = people
  const set = (firstDashboard: unknown) => ana.patch('/v2/me/preferences', { firstDashboard })
  expect((await set('legal-operations')).json()).toMatchObject({ firstDashboard: 'legal-operations' })
  expect((await set('17')).json()).toMatchObject({ firstDashboard: '17' })
  const me = await ana.get('/v2/me')
  expect(me.json()).toMatchObject({ preferences: { firstDashboard: '17' } })
  for (const wrong of ['<b>', 'x'.repeat(41), 5]) expect((await set(wrong)).statusCode).toBe(400)
  expect((await set(null)).json()).toMatchObject({ firstDashboard: null })
})
