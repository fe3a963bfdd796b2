// Mailed reports: having them mailed, to oneself and to colleagues, changing and ending that.
import { beforeEach, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import { mailsTo } from '../../../test/fixtures/mails.ts'
import { mailReports, subscribe } from '../../../test/fixtures/report-mailings.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
let people: Record<'boss' | 'ana' | 'ben', Caller>
let users: Record<'boss' | 'ana' | 'ben', TestUser>

beforeEach(async () => {
  // a Monday
  parts.clock.set(new Date('2026-03-02T09:00:00Z'))
  await parts.app.database.pool.query('delete from report_mailings')
  const { id: organisationId } = await createOrganisation(parts.app, { timeZone: 'UTC' })
  const boss = await createUser(parts.app, { organisationId, role: 'Administrator', firstName: 'Bo' })
  const ana = await createUser(parts.app, { organisationId })
  const ben = await createUser(parts.app, { organisationId })
  users = { boss, ana, ben }
  people = {
    boss: await callerFor(parts, boss),
    ana: await callerFor(parts, ana),
    ben: await callerFor(parts, ben),
  }
})

const definition = { list: 'invoices', by: ['firm'], measures: ['approved'] }

async function save(by: Caller, more: object = {}): Promise<number> {
  const answer = await by.post('/v2/reports', { name: 'Firms', ...definition, ...more })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number }>().id
}

interface Listed {
  readonly items: readonly { readonly id: number; readonly name: string }[]
}
const listed = async (caller: Caller, query = '') =>
  (await caller.get(`/v2/reports/mailings${query}`)).json<Listed>().items

test('somebody has a saved and a ready-made report mailed to them, and it is theirs [K-43]', async () => {
  const { ana, ben, boss } = people
  const reportId = await save(ana)
  const path = await subscribe(ana, { ready: null, report: { id: reportId }, format: 'Csv' })
  await subscribe(ana, { weekday: null, monthDay: 31, hour: 7 })
  expect((await ana.get(path)).json()).toMatchObject({
    name: 'Firms',
    report: { id: reportId, name: 'Firms' },
    ready: null,
    weekday: 'Monday',
    monthDay: null,
    hour: 10,
    format: 'Csv',
    paused: false,
    recipient: { id: users.ana.id },
    createdBy: { id: users.ana.id },
    next: { dateUtc: '2026-03-02T10:00:00.000Z' },
    lastMailed: null,
  })
  expect((await listed(ana)).map(({ name }) => name).sort()).toEqual(['Firms', 'Spend by firm'])
  expect((await listed(ana, "?$filter=Weekday eq 'Monday'")).map(({ name }) => name)).toEqual(['Firms'])
  for (const other of [ben, boss]) {
    expect(await listed(other)).toEqual([])
    expect((await other.get(path)).statusCode).toBe(404)
    expect((await other.delete(path)).statusCode).toBe(404)
  }
  expect((await ana.delete(path)).statusCode).toBe(204)
  expect((await ana.get(path)).statusCode).toBe(404)
})

test('it is changed and paused, of two changes of one version the second is refused [K-43]', async () => {
  const { ana } = people
  const path = await subscribe(ana)
  const etag = String((await ana.get(path)).headers['etag'])
  const change = (body: object) => ana.patch(path, body, { headers: { 'if-match': etag } })
  expect((await change({ monthDay: 5, hour: 0 })).statusCode).toBe(204)
  expect((await change({ hour: 1 })).statusCode).toBe(412)
  expect((await ana.get(path)).json()).toMatchObject({
    weekday: null,
    monthDay: 5,
    next: { dateUtc: '2026-03-05T00:00:00.000Z' },
  })
  expect((await ana.patch(path, { weekday: 'Friday' })).statusCode).toBe(204)
  expect((await ana.get(path)).json()).toMatchObject({ weekday: 'Friday', monthDay: null })
  expect((await ana.patch(path, { paused: true })).statusCode).toBe(204)
  expect((await ana.get(path)).json()).toMatchObject({ paused: true, next: null })
  parts.clock.advance({ days: 30 })
  expect(await mailReports(parts.app)).toBe(0)
  const later = await callerFor(parts, users.ana)
  expect((await later.patch(path, { paused: false })).statusCode).toBe(204)
  expect((await later.get(path)).json()).toMatchObject({ next: { dateUtc: '2026-04-03T00:00:00.000Z' } })
})

test.each([
  [{ hour: 24 }, 'hour'],
  [{ hour: 1.5 }, 'hour'],
  [{ hour: null }, 'hour'],
  [{ weekday: 'Someday' }, 'weekday'],
  [{ weekday: 'Friday', monthDay: 3 }, 'weekday'],
  [{ weekday: null }, 'weekday'],
  [{ monthDay: 0 }, 'monthDay'],
  [{ monthDay: 32 }, 'monthDay'],
  [{ format: 'Pdf' }, 'format'],
  [{ paused: 'no' }, 'paused'],
  [{ colour: 'red' }, 'colour'],
])('%j is refused by name, in a new one and in a change [K-43]', async (wrong, name) => {
  const { ana } = people
  const path = await subscribe(ana)
  for (const answer of [
    await ana.post('/v2/reports/mailings', { ready: 'spend-by-firm', weekday: 'Monday', hour: 8, ...wrong }),
    await ana.patch(path, wrong),
  ]) {
    expect(
      [answer.statusCode, Object.keys(answer.json<{ errors?: object }>().errors ?? {})],
      answer.body,
    ).toEqual([400, [name]])
  }
})

test('a report that somebody does not see is not mailed to them, and both or none is refused [K-43]', async () => {
  const { ana, ben } = people
  const theirs = await save(ana)
  const usual = { weekday: 'Monday', hour: 8 }
  for (const [wrong, name] of [
    [{ report: { id: theirs } }, 'report'],
    [{ report: { id: 999_999 } }, 'report'],
    [{ ready: 'nonsense' }, 'ready'],
    [{}, 'report'],
    [{ ready: 'spend-by-firm', report: { id: theirs } }, 'report'],
    [{ ready: 'spend-by-firm', recipient: { id: 'Ana' } }, 'recipient'],
  ] as const) {
    const answer = await ben.post('/v2/reports/mailings', { ...usual, ...wrong })
    expect([answer.statusCode, Object.keys(answer.json<{ errors?: object }>().errors ?? {})]).toEqual([
      400,
      [name],
    ])
  }
})

test('administrators subscribe colleagues to what everybody has; they are told and can end it [K-45]', async () => {
  const { boss, ana, ben } = people
  const recipient = { id: users.ana.id }
  const asked = { ready: 'spend-by-firm', weekday: 'Monday', hour: 8, recipient }
  expect((await ben.post('/v2/reports/mailings', asked)).statusCode).toBe(403)
  const own = { ...asked, ready: null, report: { id: await save(boss) } }
  expect((await boss.post('/v2/reports/mailings', own)).statusCode).toBe(400)
  const { id: elsewhere } = await createOrganisation(parts.app)
  for (const other of [
    await createUser(parts.app, { organisationId: elsewhere }),
    await createUser(parts.app, { organisationId: users.boss.organisationId, status: 'Disabled' }),
  ]) {
    const answer = await boss.post('/v2/reports/mailings', { ...asked, recipient: { id: other.id } })
    expect(answer.statusCode, answer.body).toBe(400)
  }
  const reportId = await save(boss, { sharedWith: 'Organization', name: 'For all' })
  const path = await subscribe(boss, { ready: null, report: { id: reportId }, recipient })
  const [told, ...more] = await mailsTo(parts.app, users.ana)
  expect(more).toEqual([])
  expect(told?.subject).toBe('For all: mailed to you from now on')
  expect(told?.body).toContain('Bo Marsh has the report “For all” mailed to you every Monday at 10:00.')
  expect([(await boss.get(path)).statusCode, (await ben.get(path)).statusCode]).toEqual([200, 404])
  const headers = told?.headers as Record<string, string>
  const address = new URL(headers['List-Unsubscribe']?.slice(1, -1) ?? '').pathname
  const asking = await parts.server.inject({ method: 'GET', url: address })
  expect([asking.statusCode, asking.body.includes('For all')]).toEqual([200, true])
  expect((await ana.get(path)).statusCode).toBe(200)
  expect((await parts.server.inject({ method: 'POST', url: `${address}x` })).statusCode).toBe(404)
  const stranger = address.replace(users.ana.id, users.ben.id)
  expect((await parts.server.inject({ method: 'POST', url: stranger })).statusCode).toBe(404)
  expect((await parts.server.inject({ method: 'POST', url: address })).statusCode).toBe(200)
  expect((await ana.get(path)).statusCode).toBe(404)
  expect((await parts.server.inject({ method: 'POST', url: address })).statusCode).toBe(404)
})

test('the history has who is sent what [K-43]', async () => {
  const { ana } = people
  const path = await subscribe(ana)
  await ana.patch(path, { hour: 11 })
  parts.clock.advance({ hours: 2 })
  await mailReports(parts.app)
  await (await callerFor(parts, users.ana)).delete(path)
  const history = (await (await callerFor(parts, users.boss)).get('/v2/history')).json<{
    items: { action: string }[]
  }>()
  const actions = history.items.map(({ action }) => action).filter((action) => action.startsWith('report.'))
  expect(actions.sort()).toEqual(
    ['created', 'deleted', 'sent', 'updated'].map((act) => `report.mailing.${act}`),
  )
})

test('another time zone of the organisation moves what is due [K-44]', async () => {
  const { boss, ana } = people
  const path = await subscribe(ana)
  const { organisationId } = users.ana
  const moved = await boss.patch(`/v2/organizations/${organisationId}`, { timeZone: 'Asia/Tokyo' })
  expect(moved.statusCode, moved.body).toBeLessThan(300)
  expect((await ana.get(path)).json()).toMatchObject({ next: { dateUtc: '2026-03-09T01:00:00.000Z' } })
})
