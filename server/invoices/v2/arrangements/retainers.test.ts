// Retainers: paid in, drawn by payments of invoices, paid back, and never below zero; what law firms see of them.
import { beforeEach, expect, test } from 'vitest'
import { createFirm, createUser } from '../../../../test/factories.ts'
import {
  type ArrangementWorld,
  createArrangementWorld,
  errorsOf,
} from '../../../../test/fixtures/arrangements.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const parts = useTestApp()
let world: ArrangementWorld
beforeEach(async () => {
  world = await createArrangementWorld(parts)
})

const general = '/v2/feeArrangements'
const pathOf = (id: number) => `${general}/${id}/movements`
const retainer = (more: object = {}) =>
  world.agreed({ kind: 'Retainer', title: 'Retainer', amount: 500, ...more })
const move = (id: number, body: object, caller: Caller = world.payer.caller) => caller.post(pathOf(id), body)
async function paidIn(id: number, amount: number | string) {
  parts.clock.advance({ minutes: 1 })
  const answer = await move(id, { kind: 'Deposit', amount, reference: 'TR-1' })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number }>().id
}
interface Statement {
  readonly balance: number
  readonly movements: readonly {
    readonly kind: string
    readonly amount: number
    readonly balance: number
    readonly invoice: { readonly id: number } | null
    readonly createdBy: object | null
    readonly withdrawn: { readonly reason: string } | null
  }[]
}
const statement = async (id: number, caller: Caller = world.payer.caller) =>
  (await caller.get(pathOf(id))).json<Statement>()
const balance = async (id: number) => (await statement(id)).balance

/** An approved invoice over fees without tax. */
const approved = (fees: string) => world.billed([{ unitPrice: fees }], { fees })
const pay = (invoiceId: number, body: object, caller: Caller = world.payer.caller) => {
  parts.clock.advance({ minutes: 1 })
  return caller.post(`/v2/invoices/${invoiceId}/payments`, body)
}
const detail = ({ body }: { readonly body: string }) => (JSON.parse(body) as { detail: string }).detail

/** Somebody of another law firm of the organisation, on the matter. */
async function rival(): Promise<Caller> {
  const { app } = parts
  const { organisationId, payer, matterId } = world
  const { id } = await createFirm(app, organisationId)
  const person = await createUser(app, {
    organisationId: id,
    role: 'MatterManager',
    permissions: ['ManageInvoices'],
  })
  const url = `/v2/matters/${matterId}/members/${person.id}`
  expect((await payer.caller.put(url, { roles: ['Member'] })).statusCode).toBe(204)
  return callerFor(parts, person)
}

test('a retainer is paid in, drawn by payments and paid back, as in docs/money.md [I-235]', async () => {
  const id = await retainer()
  await paidIn(id, 500)
  const first = await approved('300')
  expect((await pay(first, { retainer: { id } })).statusCode).toBe(201)
  expect((await world.payer.caller.get(`/v2/invoices/${first}`)).json()).toMatchObject({
    status: 'Paid',
    remaining: 0,
  })
  // as much as is left of it
  const second = await approved('350')
  expect((await pay(second, { retainer: { id } })).statusCode).toBe(201)
  expect((await world.payer.caller.get(`/v2/invoices/${second}`)).json()).toMatchObject({
    status: 'Approved',
    paidAmount: 200,
    remaining: 150,
  })
  expect(await balance(id)).toBe(0)
  const more = await pay(second, { retainer: { id } })
  expect([more.statusCode, detail(more)]).toEqual([409, 'Nothing is left of the retainer "Retainer".'])
  await paidIn(id, 100)
  expect((await move(id, { kind: 'Refund', amount: 100.01 })).statusCode).toBe(409)
  expect((await move(id, { kind: 'Refund', amount: 40, note: 'Closed' })).statusCode).toBe(201)
  expect(await statement(id)).toMatchObject({
    currency: 'GBP',
    balance: 60,
    movements: [
      { kind: 'Refund', amount: -40, balance: 60, note: 'Closed' },
      { kind: 'Deposit', amount: 100, balance: 100 },
      { kind: 'Payment', amount: -200, balance: 0, invoice: { id: second } },
      { kind: 'Payment', amount: -300, balance: 200, invoice: { id: first } },
      { kind: 'Deposit', amount: 500, balance: 500, reference: 'TR-1' },
    ],
  })
  expect(await world.only()).toMatchObject({ kind: 'Retainer', amount: 500, balance: 60 })
  const used = await world.payer.caller.get(`/v2/invoices/${second}/feeArrangements`)
  expect(used.json()).toMatchObject({ items: [{ id, kind: 'Retainer', balance: 60 }] })
})

test('taken back, a payment is in the retainer again, and a deposit only while it is not drawn [I-236]', async () => {
  const { caller } = world.payer
  const id = await retainer()
  const deposit = await paidIn(id, 100)
  const invoiceId = await approved('80')
  const payment = (await pay(invoiceId, { retainer: { id } })).json<{ id: number }>().id
  const withdraw = (movement: number, reason = 'Typing error') =>
    caller.post(`${pathOf(id)}/${movement}/withdraw`, { reason })
  expect((await withdraw(deposit)).statusCode).toBe(409)
  const payments = (await caller.get(`/v2/invoices/${invoiceId}/payments`)).json()
  expect(payments).toMatchObject({ items: [{ id: payment, retainer: { id, title: 'Retainer' } }] })
  const back = await caller.post(`/v2/invoices/${invoiceId}/payments/${payment}/withdraw`, { reason: 'Bank' })
  expect(back.statusCode).toBe(200)
  expect(await balance(id)).toBe(100)
  expect(errorsOf(await withdraw(deposit, ''))).toEqual([400, 'reason'])
  expect((await withdraw(deposit)).statusCode).toBe(204)
  expect((await withdraw(deposit)).statusCode).toBe(409)
  expect((await withdraw(999_999)).statusCode).toBe(404)
  expect(await statement(id)).toMatchObject({
    balance: 0,
    movements: [
      { kind: 'Payment', withdrawn: { reason: 'Bank' } },
      { kind: 'Deposit', withdrawn: { reason: 'Typing error' } },
    ],
  })
  const history = await caller.get(`/v2/matters/${world.matterId}/history`)
  expect(history.body).toContain('Typing error')
})

test('of draw-downs and refunds at once, none takes the retainer below zero [I-237]', async () => {
  const id = await retainer()
  await paidIn(id, 100)
  const invoices = [await approved('70'), await approved('70'), await approved('70')]
  const answers = await Promise.all([
    ...invoices.map((invoice) => pay(invoice, { amount: 70, retainer: { id } })),
    move(id, { kind: 'Refund', amount: 70 }),
    move(id, { kind: 'Refund', amount: 70 }),
  ])
  expect(answers.filter(({ statusCode }) => statusCode === 201).length).toBe(1)
  expect(answers.every(({ statusCode }) => [201, 400, 409].includes(statusCode))).toBe(true)
  expect(await balance(id)).toBe(30)
})

test('what is wrong is refused under its name [I-235]', async () => {
  const id = await retainer()
  const refused = async (body: object) => errorsOf(await move(id, { kind: 'Deposit', amount: 10, ...body }))
  expect(await refused({ amount: 0 })).toEqual([400, 'amount'])
  expect(await refused({ amount: -5 })).toEqual([400, 'amount'])
  expect(await refused({ amount: 10.005 })).toEqual([400, 'amount'])
  expect(await refused({ amount: '9'.repeat(20) })).toEqual([400, 'amount'])
  expect(await refused({ kind: 'Payment' })).toEqual([400, 'kind'])
  expect(await refused({ date: 'May' })).toEqual([400, 'date'])
  expect(await refused({ reference: 'x'.repeat(101) })).toEqual([400, 'reference'])
  expect(await refused({ paid: 1 })).toEqual([400, 'paid'])
  expect(errorsOf(await world.add({ kind: 'Retainer', from: '2026-01-01' }))).toEqual([400, 'from'])
  expect(errorsOf(await world.add({ kind: 'Retainer', billedAs: 'FF' }))).toEqual([400, 'billedAs'])
  await paidIn(id, 50)
  const invoiceId = await approved('80')
  expect(errorsOf(await pay(invoiceId, { amount: 50.01, retainer: { id } }))).toEqual([400, 'amount'])
  expect(errorsOf(await pay(invoiceId, { retainer: { id: 999_999 } }))).toEqual([400, 'retainer'])
  const fee = await world.agreed()
  expect(errorsOf(await pay(invoiceId, { retainer: { id: fee } }))).toEqual([400, 'retainer'])
  expect((await world.payer.caller.get(pathOf(fee))).statusCode).toBe(404)
  const euros = await retainer({ currency: 'EUR' })
  await paidIn(euros, 50)
  expect(errorsOf(await pay(invoiceId, { retainer: { id: euros } }))).toEqual([400, 'retainer'])
  // one that is not approved
  const posted = await world.billed([{ unitPrice: '10' }])
  expect((await pay(posted, { retainer: { id } })).statusCode).toBe(409)
})

test('a retainer is taken away when nothing is left, and takes no more [I-236]', async () => {
  const { caller } = world.payer
  const id = await retainer()
  await paidIn(id, 50)
  const end = () => caller.put(`${world.url}/${id}`, { amount: null, reason: 'Done' })
  const kept = await end()
  expect([kept.statusCode, detail(kept)]).toEqual([
    409,
    'GBP 50.00 is left: have it paid back or use it first.',
  ])
  await move(id, { kind: 'Refund', amount: 50 })
  expect((await end()).statusCode).toBe(204)
  expect((await move(id, { kind: 'Deposit', amount: 5 })).statusCode).toBe(409)
})

test('one for all matters of a firm pays on each of them; other kinds are of a matter [I-238]', async () => {
  const { payer, lawyer, member, firmId } = world
  const body = { firm: { id: firmId }, title: 'General retainer', currency: 'GBP', amount: 500 }
  expect(errorsOf(await payer.caller.post(general, { ...body, kind: 'Fixed' }))).toEqual([400, 'kind'])
  const made = await payer.caller.post(general, { ...body, kind: 'Retainer', reason: 'Tender' })
  const { id } = made.json<{ id: number }>()
  await paidIn(id, 500)
  expect((await pay(await approved('120'), { retainer: { id } })).statusCode).toBe(201)
  expect(await world.listed()).toEqual([])
  const change = { title: 'General retainer', amount: 800, reason: 'More work' }
  expect((await payer.caller.put(`${general}/${id}`, change)).statusCode).toBe(204)
  expect((await payer.caller.put(`${general}/999999`, change)).statusCode).toBe(404)
  const shown = { id, amount: 800, matter: null, balance: 380, firm: { id: firmId } }
  expect((await payer.caller.get(general)).json()).toMatchObject({ items: [shown] })
  const seen = await lawyer.caller.get(general)
  expect(seen.json()).toMatchObject({ items: [shown] })
  expect(seen.body).not.toContain('Tender')
  // people who do not work on invoices
  expect((await member.caller.get(general)).statusCode).toBe(403)
  expect((await member.caller.get(pathOf(id))).statusCode).toBe(403)
  const others = await rival()
  expect((await others.get(general)).json()).toEqual({ items: [] })
  expect((await others.get(pathOf(id))).statusCode).toBe(404)
  for (const caller of [lawyer.caller, member.caller]) {
    expect((await caller.post(general, { ...body, kind: 'Retainer' })).statusCode).toBe(403)
    expect((await caller.put(`${general}/${id}`, change)).statusCode).toBe(403)
    expect((await move(id, { kind: 'Deposit', amount: 5 }, caller)).statusCode).toBe(403)
  }
})

test('a law firm reads the statement of its retainer and moves nothing; other firms find none [I-238]', async () => {
  const { lawyer, payer } = world
  const id = await retainer()
  const deposit = await paidIn(id, 100)
  const invoiceId = await approved('80')
  await pay(invoiceId, { retainer: { id } })
  expect(await statement(id, lawyer.caller)).toMatchObject({
    balance: 20,
    movements: [
      { kind: 'Payment', invoice: { id: invoiceId }, createdBy: null },
      { kind: 'Deposit', createdBy: null },
    ],
  })
  const others = await rival()
  expect((await others.get(pathOf(id))).statusCode).toBe(404)
  for (const [caller, status] of [
    [lawyer.caller, 403],
    [others, 404],
  ] as const) {
    expect((await move(id, { kind: 'Refund', amount: 5 }, caller)).statusCode).toBe(status)
    const back = await caller.post(`${pathOf(id)}/${deposit}/withdraw`, { reason: 'Ours' })
    expect(back.statusCode).toBe(status)
  }
  expect((await payer.caller.get(pathOf(id))).json()).toMatchObject({ movements: [{}, { createdBy: {} }] })
})
