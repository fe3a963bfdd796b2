// Payments of invoices: parts and the rest, credits between them, taken back, at once, and what others see.
import { beforeEach, expect, test } from 'vitest'
import fc from 'fast-check'
import { exportsPath } from '../../../../test/fixtures/finance-exports.ts'
import { createCreditWorld, type CreditWorld, errorsIn } from '../../../../test/fixtures/credits.ts'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { repetitions } from '../../../../test/repetitions.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const parts = useTestApp()
let world: CreditWorld
beforeEach(async () => {
  world = await createCreditWorld(parts)
})

interface Shown {
  readonly status: string
  readonly paidAmount: number | null
  readonly remaining: number | null
  readonly ageing: string | null
  readonly paidDateUtc: string | null
}
const shown = async (id: number, caller = world.payer.caller) =>
  (await caller.get(`/v2/invoices/${id}`)).json<Shown>()
const pathOf = (id: number) => `/v2/invoices/${id}/payments`
const pay = (id: number, body: object = {}, caller = world.payer.caller) => caller.post(pathOf(id), body)
const paid = async (id: number, body: object = {}) => {
  const answer = await pay(id, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number }>().id
}
interface Payment {
  readonly id: number
  readonly amount: number
  readonly reference: string | null
  readonly createdBy: object | null
  readonly withdrawn: { readonly reason: string } | null
}
const payments = async (id: number, caller = world.payer.caller) =>
  (await caller.get(pathOf(id))).json<{ items: readonly Payment[] }>().items
const withdraw = (id: number, payment: number, reason = 'Returned', caller = world.payer.caller) =>
  caller.post(`${pathOf(id)}/${payment}/withdraw`, { reason })
const can = async (id: number) =>
  (await world.payer.caller.get(`/v2/invoices/${id}`)).json<{ can: Readonly<Record<string, boolean>> }>().can
const detail = ({ body }: { readonly body: string }) => (JSON.parse(body) as { detail: string }).detail

test('an invoice is paid in parts, and Paid only when nothing remains, as in docs/money.md [I-208]', async () => {
  const id = await world.approved()
  expect(await shown(id)).toMatchObject({ status: 'Approved', paidAmount: 0, remaining: 120 })
  const first = await paid(id, {
    amount: 50,
    paidDateUtc: '2026-02-20T10:00:00Z',
    reference: 'TR-1',
    note: 'First part',
  })
  expect(await shown(id)).toMatchObject({
    status: 'Approved',
    paidAmount: 50,
    remaining: 70,
    paidDateUtc: null,
  })
  expect(await payments(id)).toMatchObject([
    { id: first, amount: 50, reference: 'TR-1', note: 'First part', withdrawn: null },
  ])
  for (const [amount, name] of [
    [70.01, 'amount'],
    [0, 'amount'],
    [-1, 'amount'],
    ['1.005', 'amount'],
    ['1e2', 'amount'],
  ] as const) {
    const refused = await pay(id, { amount })
    expect([refused.statusCode, Object.keys(errorsIn(refused))], String(amount)).toEqual([400, [name]])
  }
  expect(errorsIn(await pay(id, { amount: 70.01 }))['amount']).toEqual([
    'amount must be more than 0 and at most GBP 70.00, what remains to be paid.',
  ])
  for (const [body, name] of [
    [{ reference: 'x'.repeat(101) }, 'reference'],
    [{ note: 'x'.repeat(4001) }, 'note'],
    [{ paidDateUtc: 'May' }, 'paidDateUtc'],
    [{ paid: true }, 'paid'],
  ] as const) {
    const refused = await pay(id, body)
    expect([refused.statusCode, Object.keys(errorsIn(refused))], name).toEqual([400, [name]])
  }
  // the call that pays pays the rest
  await world.payer.caller.post(`/v2/invoices/${id}/pay`, { note: 'Batch 7' })
  expect(await shown(id)).toMatchObject({ status: 'Paid', paidAmount: 120, remaining: 0, ageing: null })
  expect(await payments(id)).toMatchObject([{ amount: 50 }, { amount: 70, note: 'Batch 7' }])
  expect([(await pay(id)).statusCode, detail(await pay(id))]).toEqual([
    409,
    'Nothing remains to be paid of this invoice.',
  ])
})

test('a payment is taken back with a reason; marking as unpaid takes back the newest [I-209, I-226]', async () => {
  const id = await world.approved()
  const first = await paid(id, { amount: 50 })
  await paid(id)
  expect(await shown(id)).toMatchObject({ status: 'Paid' })
  await world.payer.caller.post(`/v2/invoices/${id}/unpay`)
  expect(await shown(id)).toMatchObject({ status: 'Approved', paidAmount: 50, remaining: 70 })
  expect((await withdraw(id, first)).json()).toMatchObject({ status: 'Approved', remaining: 120 })
  expect(await payments(id)).toMatchObject([
    { withdrawn: { reason: 'Returned' } },
    { withdrawn: { reason: 'The invoice was marked as unpaid.' } },
  ])
  expect([(await withdraw(id, first)).statusCode, (await withdraw(id, 999_999)).statusCode]).toEqual([
    409, 404,
  ])
  const other = await world.approved()
  const foreign = await paid(other, { amount: 5 })
  expect((await withdraw(id, foreign)).statusCode).toBe(404)
  expect(await can(other)).toMatchObject({ pay: true, void: false })
  const posting = await world.payer.caller.post(`/v2/invoices/${other}/post`)
  expect(detail(posting)).toBe('An invoice that is Approved cannot be posted; it can be paid.')
  const voided = await world.payer.caller.post(`/v2/invoices/${other}/void`)
  expect([voided.statusCode, detail(voided)]).toEqual([
    409,
    expect.stringMatching(/^A part of this invoice is paid/),
  ])
  expect(Object.keys(errorsIn(await withdraw(other, foreign, '')))).toEqual(['reason'])
  await withdraw(other, foreign)
  expect(await can(other)).toMatchObject({ pay: true, void: true })
})

test('credits reduce what is to be paid; what was paid too much is paid back [I-210]', async () => {
  const id = await world.approved()
  await paid(id, { amount: 90 })
  const credit = await world.posted('-25', { id })
  await world.approve(credit)
  // 120 − 30 − 90
  expect(await shown(id)).toMatchObject({ status: 'Paid', remaining: 0 })
  expect(await shown(credit)).toMatchObject({ remaining: 0, paidAmount: 0 })
  const another = await world.posted('-10', { id })
  await world.approve(another)
  expect(await shown(id)).toMatchObject({ status: 'Paid', paidAmount: 90, remaining: -12 })
  expect(errorsIn(await pay(id, { amount: 5 }))['amount']).toEqual([
    'amount must be below 0 and at least GBP -12.00: more is paid than is due, and the law firm pays it back.',
  ])
  await paid(id, { amount: -12, reference: 'Refund' })
  expect(await shown(id)).toMatchObject({ status: 'Paid', paidAmount: 78, remaining: 0 })
  // the credit note is void again: 12 more are to be paid
  await world.payer.caller.post(`/v2/invoices/${another}/void`)
  expect(await shown(id)).toMatchObject({ status: 'Approved', remaining: 12, paidDateUtc: null })
  await world.payer.caller.post(`/v2/invoices/${credit}/pay`)
  expect(await shown(credit)).toMatchObject({ status: 'Paid', paidAmount: 0, remaining: 0 })
})

test('payments, credits and the rest at once never pay more than what remains [I-211]', async () => {
  const id = await world.approved()
  const credits = await Promise.all([world.posted('-15', { id }), world.posted('-15', { id })])
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => pay(id, { amount: 40 })),
    ...credits.map((credit) => world.approve(credit)),
    pay(id, { amount: 5 }),
  ])
  expect(answers.every(({ statusCode }) => [200, 201, 400, 409].includes(statusCode))).toBe(true)
  const standing = await payments(id)
  const sum = standing.reduce((all, { amount }) => all + amount, 0)
  const after = await shown(id)
  expect(after.paidAmount).toBe(sum)
  expect(sum).toBeLessThanOrEqual(120)
  expect(after.remaining).toBe(120 - 36 - sum)
  const twice = await world.approved()
  const rests = await Promise.all([
    pay(twice),
    pay(twice),
    world.payer.caller.post(`/v2/invoices/${twice}/pay`),
  ])
  expect(rests.filter(({ statusCode }) => statusCode < 300)).toHaveLength(1)
  expect(await payments(twice)).toHaveLength(1)
})

test('what is paid and remains is a plain sum, whatever happens in which order [I-211]', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('pay' as const), cents: fc.integer({ min: 1, max: 9_000 }) }),
    fc.record({ kind: fc.constant('withdraw' as const), cents: fc.integer({ min: 0, max: 5 }) }),
    fc.record({ kind: fc.constant('rest' as const), cents: fc.constant(0) }),
    fc.record({ kind: fc.constant('unpay' as const), cents: fc.constant(0) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const id = await world.approved()
      for (const { kind, cents } of steps) {
        if (kind === 'pay') await pay(id, { amount: cents / 100 })
        else if (kind === 'rest') await world.payer.caller.post(`/v2/invoices/${id}/pay`)
        else if (kind === 'unpay') await world.payer.caller.post(`/v2/invoices/${id}/unpay`)
        else {
          const payment = (await payments(id))[cents]
          if (payment) await withdraw(id, payment.id)
        }
        const sum = (await payments(id))
          .filter(({ withdrawn }) => withdrawn === null)
          .reduce((all, { amount }) => all + Math.round(amount * 100), 0)
        const { status, paidAmount, remaining } = await shown(id)
        expect([Math.round((paidAmount ?? 0) * 100), Math.round((remaining ?? 0) * 100)]).toEqual([
          sum,
          12_000 - sum,
        ])
        expect(status).toBe(sum === 12_000 ? 'Paid' : 'Approved')
      }
    }),
    { numRuns: repetitions(6, 60) },
  )
})

test('the firm sees its payments without people, and records none; other firms see nothing [I-212]', async () => {
  const id = await world.approved()
  const payment = await paid(id, { amount: 20, reference: 'TR-9' })
  expect(await payments(id, world.lawyer.caller)).toMatchObject([
    { amount: 20, reference: 'TR-9', createdBy: null },
  ])
  expect((await payments(id))[0]?.createdBy).not.toBeNull()
  expect(await shown(id, world.lawyer.caller)).toMatchObject({ paidAmount: 20, remaining: 100 })
  const history = await world.lawyer.caller.get(`/v2/invoices/${id}/history`)
  expect(history.body).toContain('GBP 20')
  expect((await pay(id, {}, world.lawyer.caller)).statusCode).toBe(403)
  expect((await withdraw(id, payment, 'No', world.lawyer.caller)).statusCode).toBe(403)
  const { id: otherFirm } = await createOrganisation(parts.app, { type: 'ServiceProvider' })
  const stranger = await callerFor(
    parts,
    await createUser(parts.app, {
      organisationId: otherFirm,
      role: 'MatterManager',
      permissions: ['ManageInvoices'],
    }),
  )
  expect((await stranger.get(pathOf(id))).statusCode).toBe(404)
  expect((await pay(id, {}, stranger)).statusCode).toBe(404)
  expect((await withdraw(id, payment, 'No', stranger)).statusCode).toBe(404)
})

test('finance says what is paid in parts, and the same again changes nothing [I-213]', async () => {
  const id = await world.approved()
  const made = (await world.payer.caller.post(exportsPath, { invoices: [{ id }] })).json<{ id: number }>()
  const path = `${exportsPath}/${made.id}`
  const part = { id, paidDateUtc: '2026-02-20T10:00:00Z', amount: 50, paymentReference: 'TR-1' }
  const acknowledgement = { reference: 'AP-1', invoices: [part] }
  for (const _ of [1, 2]) {
    const answer = await world.payer.caller.post(`${path}/acknowledge`, acknowledgement)
    expect(answer.statusCode, answer.body).toBe(200)
  }
  expect(await shown(id)).toMatchObject({ status: 'Approved', paidAmount: 50, remaining: 70 })
  const rest = { id, paidDateUtc: '2026-02-27T10:00:00Z', paymentReference: 'TR-2' }
  for (const _ of [1, 2]) {
    expect((await world.payer.caller.post(`${path}/payments`, { invoices: [rest] })).statusCode).toBe(200)
  }
  expect((await world.payer.caller.post(`${path}/payments`, { invoices: [part] })).statusCode).toBe(200)
  expect(await shown(id)).toMatchObject({ status: 'Paid', paidAmount: 120, remaining: 0 })
  expect(await payments(id)).toHaveLength(2)
  const more = await world.payer.caller.post(`${path}/payments`, {
    invoices: [{ ...part, paymentReference: 'TR-3' }],
  })
  expect(more.statusCode).toBe(409)
})

test('reports add up what is paid and outstanding, by age; lists filter by it [I-214]', async () => {
  const [due, late, open] = [
    await world.approved({ dueDate: '2026-03-02' }),
    await world.approved({ dueDate: '2026-01-31' }),
    await world.approved({ dueDate: '2025-11-01' }),
  ]
  await paid(late, { amount: 20 })
  await paid(due, { amount: 120 })
  const figures = await world.payer.caller.get(
    "/v2/reports/figures?list=invoices&by=ageing&measures=paid,outstanding&filter=Currency eq 'GBP'",
  )
  expect(figures.statusCode, figures.body).toBe(200)
  expect(figures.body).toContain('Days1To30')
  const listed = async (filter: string) =>
    (await world.payer.caller.get(`/v2/invoices?$filter=${filter}&$orderby=Id`))
      .json<{ items: readonly { id: number }[] }>()
      .items.map(({ id }) => id)
  expect(await listed("Ageing eq 'Days1To30'")).toEqual([late])
  expect(await listed("Ageing eq 'Over90Days'")).toEqual([open])
  expect(await listed('Remaining gt 100')).toEqual([open])
  expect(await listed('PaidAmount eq 120')).toEqual([due])
})
