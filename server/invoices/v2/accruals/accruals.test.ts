// Accruals: the monthly window, what firms state, what is accrued and reversed, and what becomes of a budget.
import { beforeEach, expect, test } from 'vitest'
import { createUser, type TestUser } from '../../../../test/factories.ts'
import {
  createInvoiceWorld,
  draftInvoice,
  type InvoiceWorld,
  moveInvoiceTo,
} from '../../../../test/fixtures/invoices.ts'
import { insertMatter } from '../../../../test/fixtures/matters.ts'
import { mailsTo } from '../../../../test/fixtures/mails.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { runAccruals } from '../../accruals/run-accruals.ts'

const parts = useTestApp()
let world: InvoiceWorld
let admin: Caller
let payer: Caller
let firm: Caller
let administrator: TestUser
const settings = '/v2/invoices/accrualSettings'
const unbilled = '/v2/unbilledWork'

beforeEach(async () => {
  world = await createInvoiceWorld(parts)
  const { organisationId } = world
  administrator = await createUser(parts.app, { organisationId, role: 'Administrator' })
  await signInAgain()
  await admin.put(settings, {
    enabled: true,
    opensDay: 25,
    closesDay: 4,
    remindDays: [2],
    unanswered: 'Mean',
  })
})

/** Tokens are good for an hour, and months go by here. */
async function signInAgain(): Promise<void> {
  admin = await callerFor(parts, administrator)
  payer = await callerFor(parts, world.payer.user)
  firm = await callerFor(parts, world.lawyer.user)
}

/** Goes to a day, and does what time does. */
async function on(day: string): Promise<void> {
  parts.clock.set(new Date(`${day}T12:00:00Z`))
  await signInAgain()
  await runAccruals(parts.app)
}

interface Entry {
  matter: { id: number }
  stated: number | null
  source: string
  accrual: number
}
interface Month {
  state: string
  entries: Entry[]
  totals: object[]
  complete: boolean
}
const read = async (month: string, caller = payer) =>
  (await caller.get(`/v2/accruals/${month}`)).json<Month>()

const state = (month: string, amount: number | null, more: object = {}, matterId = world.matterId) =>
  firm.put(unbilled, {
    entries: [{ month, matter: { id: matterId }, amount, currency: 'GBP', ...more }],
  })

async function post(unitPrice: string, matterId = world.matterId): Promise<void> {
  const { lawyer } = world
  const lines = [{ kind: 'Fee', description: 'Advice', unitPrice, taxRate: '20' }] as const
  const id = await draftInvoice(parts.app, lawyer.actor, matterId, { currency: 'GBP', lines })
  await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
}

const lines = async (month: string) =>
  (await payer.get(`/v2/accruals/${month}/lines`)).json<{
    lines: { kind: string; amount: number }[]
  }>().lines

test('a window opens, asks, reminds those who have not answered, and closes by itself [I-160]', async () => {
  const { lawyer } = world
  await on('2026-03-24')
  expect((await payer.get('/v2/accruals')).json()).toEqual({ months: [] })
  await on('2026-03-25')
  await on('2026-03-26')
  expect((await firm.get(unbilled)).json()).toMatchObject({
    entries: [{ month: '2026-03', closesOn: '2026-04-04', matter: { id: world.matterId }, amount: null }],
  })
  const mails = async () => (await mailsTo(parts.app, { email: lawyer.user.email })).map(({ body }) => body)
  expect(await mails()).toHaveLength(1)
  await on('2026-04-02')
  await on('2026-04-02')
  expect(await mails()).toHaveLength(2)
  expect((await mails())[1]).toContain('still waits for what is unbilled in March 2026')
  expect((await state('2026-03', 500)).statusCode).toBe(204)
  await on('2026-04-04')
  expect(await read('2026-03')).toMatchObject({ state: 'Open' })
  await on('2026-04-05')
  expect(await read('2026-03')).toMatchObject({
    state: 'Closed',
    totals: [{ currency: 'GBP', accrued: 500, reversed: 0, movement: 500 }],
  })
  expect((await firm.get(unbilled)).json()).toEqual({ entries: [] })
  expect((await state('2026-03', 600)).statusCode).toBe(409)
})

test('what is accrued is what is stated less what was posted since the cut-off, never below zero [I-161]', async () => {
  const other = await insertMatter(parts.app, { owner: world.payer.user, members: [world.lawyer.user] })
  await on('2026-03-25')
  await state('2026-03', 1000.5)
  await state('2026-03', 200, {}, other)
  await post('50')
  await on('2026-04-02')
  await post('300')
  await post('250', other)
  expect((await read('2026-03')).entries).toMatchObject([
    { stated: 1000.5, source: 'Stated', accrual: 700.5 },
    { stated: 200, accrual: 0 },
  ])
  await on('2026-04-05')
  expect(await lines('2026-03')).toMatchObject([
    { kind: 'Accrual', date: '2026-03-31', amount: 700.5, currency: 'GBP', source: 'Stated' },
  ])
  await post('100')
  expect((await read('2026-03')).totals).toMatchObject([{ accrued: 700.5 }])
})

test('without an answer the mean of the three months before counts, or nothing [I-162]', async () => {
  for (const [month, opens, closes, amount] of [
    ['2026-03', '2026-03-25', '2026-04-05', 100],
    ['2026-04', '2026-04-25', '2026-05-05', 200.01],
    ['2026-05', '2026-05-25', '2026-06-05', 0],
  ] as const) {
    await on(opens)
    await state(month, amount)
    await on(closes)
  }
  await on('2026-06-25')
  await state('2026-06', 5)
  await state('2026-06', null)
  expect((await read('2026-06')).entries).toMatchObject([{ stated: null, source: 'Estimated', accrual: 100 }])
  await admin.put(settings, { unanswered: 'Zero' })
  expect((await read('2026-06')).entries).toMatchObject([{ source: 'Zero', accrual: 0 }])
  await admin.put(settings, { unanswered: 'Mean' })
  await on('2026-07-05')
  expect(await lines('2026-06')).toMatchObject([{ kind: 'Accrual', amount: 100, source: 'Estimated' }])
})

test('a month is reversed in the next one, and closed once and in order [I-163]', async () => {
  await on('2026-03-25')
  await state('2026-03', 400)
  await admin.put(settings, { closesDay: 28 })
  await on('2026-04-03')
  await admin.put(settings, { opensDay: 1 })
  await on('2026-04-04')
  await state('2026-04', 150)
  const close = (month: string) => payer.post(`/v2/accruals/${month}/close`, {})
  expect((await close('2026-04')).statusCode).toBe(409)
  const both = await Promise.all([close('2026-03'), close('2026-03')])
  expect(both.map((answer) => answer.statusCode).toSorted()).toEqual([204, 409])
  expect((await close('2026-04')).statusCode).toBe(204)
  expect(await lines('2026-04')).toMatchObject([
    { kind: 'Reversal', date: '2026-04-01', amount: -400 },
    { kind: 'Accrual', date: '2026-04-30', amount: 150 },
  ])
  expect((await read('2026-04')).totals).toEqual([
    { currency: 'GBP', accrued: 150, reversed: -400, movement: -250 },
  ])
  const csv = await payer.get('/v2/accruals/2026-04/lines.csv')
  expect(csv.body).toContain(`2026-04-01,Reversal,${world.firmId},`)
  expect(csv.body.trim().split('\r\n')).toHaveLength(3)
  expect((await close('2027-01')).statusCode).toBe(404)
  expect((await close('nonsense')).statusCode).toBe(404)
})

test('a budget leaves less by what is accrued and not billed since [I-164]', async () => {
  const { matterId } = world
  await payer.put(`/v2/matters/${matterId}/budget`, { amount: 1000, currency: 'GBP' })
  await on('2026-03-25')
  await state('2026-03', 400)
  await on('2026-04-05')
  const money = async () => (await payer.get(`/v2/matters/${matterId}/money`)).json<object>()
  expect(await money()).toMatchObject({
    available: 600,
    spends: [{ currency: 'GBP', approved: 0, pending: 0, accrued: 400 }],
    periods: [{ accrued: 400, available: 600 }],
  })
  await post('150')
  expect(await money()).toMatchObject({ available: 600, periods: [{ pending: 150, accrued: 250 }] })
  const query = 'list=matters&by=matter&measures=accrued,available,monthAccrual,monthReversal,monthMovement'
  expect((await payer.get(`/v2/reports/figures?${query}`)).json()).toMatchObject({
    groups: [{ values: [250, 600, 400, 0, 400] }],
  })
})

test('firms see their own, people of the organisation what they see; totals say so [I-165]', async () => {
  const { lawyer, member, organisationId } = world
  await on('2026-03-25')
  const permissions = ['ManageInvoices', 'SeeAllSpend'] as const
  const all = await callerFor(parts, await createUser(parts.app, { organisationId, permissions }))
  await state('2026-03', 100)
  const hidden = await insertMatter(parts.app, {
    owner: await createUser(parts.app, { organisationId }),
    members: [lawyer.user],
    values: { restricted: true },
  })
  expect((await state('2026-03', 50, {}, hidden)).statusCode).toBe(204)
  expect(await read('2026-03')).toMatchObject({ totals: [{ accrued: 100 }], complete: false })
  expect(await read('2026-03', all)).toMatchObject({ totals: [{ accrued: 150 }], complete: true })
  expect((await firm.get('/v2/accruals/2026-03')).statusCode).toBe(403)
  expect((await (await callerFor(parts, member.user)).get('/v2/accruals/2026-03')).statusCode).toBe(403)
  expect((await payer.get(unbilled)).statusCode).toBe(403)
  await payer.post('/v2/accruals/2026-03/close', {})
  expect((await payer.get('/v2/accruals/2026-03/lines')).statusCode).toBe(403)
  const shown = (await all.get('/v2/accruals/2026-03/lines')).json<{ lines: object[] }>()
  expect(shown.lines).toHaveLength(2)
  expect(shown.lines).toContainEqual(expect.objectContaining({ matter: null, amount: 50 }))
})

test.each([
  [{ entries: 'all' }, 'entries'],
  [{ entries: [{ month: '2026-13', matter: { id: 1 }, amount: 1 }] }, 'entries[0].month'],
  [{ entries: [{ month: '2026-03', amount: 1 }] }, 'entries[0].matter'],
  [{ entries: [{ month: '2026-03', matter: { id: 1 } }] }, 'entries[0].amount'],
])('the statement %j is refused by name [I-160]', async (body, name) => {
  const answer = await firm.put(unbilled, body)
  expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([400, [name]])
})

test('amounts and the window are refused by name [I-160]', async () => {
  await on('2026-03-25')
  const negative = await state('2026-03', -1)
  expect(Object.keys(negative.json<{ errors: object }>().errors)).toEqual(['entries[0].amount'])
  const unknown = await state('2026-03', 1, { currency: 'XXQ' })
  expect(Object.keys(unknown.json<{ errors: object }>().errors)).toEqual(['entries[0].currency'])
  for (const [body, name] of [
    [{ opensDay: 29 }, 'opensDay'],
    [{ closesDay: 'late' }, 'closesDay'],
    [{ remindDays: [3, 0] }, 'remindDays[1]'],
    [{ unanswered: 'Guess' }, 'unanswered'],
  ] as const) {
    const answer = await admin.put(settings, body)
    expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([400, [name]])
  }
})
