// Payments that a finance system sends with an id of its own.
import { beforeEach, expect, test } from 'vitest'
import { exportsPath } from '../../../../test/fixtures/finance-exports.ts'
import { createCreditWorld, type CreditWorld, errorsIn } from '../../../../test/fixtures/credits.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const parts = useTestApp()
let world: CreditWorld
beforeEach(async () => {
  world = await createCreditWorld(parts)
})

const shown = async (id: number) => (await world.payer.caller.get(`/v2/invoices/${id}`)).json<object>()
const payments = async (id: number, caller = world.payer.caller) =>
  (await caller.get(`/v2/invoices/${id}/payments`)).json<{ items: readonly { id: number }[] }>().items
const withdraw = (id: number, payment: number) =>
  world.payer.caller.post(`/v2/invoices/${id}/payments/${payment}/withdraw`, { reason: 'Returned' })
const detail = ({ body }: { readonly body: string }) => (JSON.parse(body) as { detail: string }).detail

test('an id of the finance system decides whether a payment was sent before [I-227]', async () => {
  const id = await world.approved()
  const made = (await world.payer.caller.post(exportsPath, { invoices: [{ id }] })).json<{ id: number }>()
  const path = `${exportsPath}/${made.id}`
  await world.payer.caller.post(`${path}/acknowledge`, { reference: 'AP-1' })
  const part = { id, paidDateUtc: '2026-02-20T10:00:00Z', amount: 50, paymentReference: 'TR-1' }
  const send = (more: object) =>
    world.payer.caller.post(`${path}/payments`, { invoices: [{ ...part, ...more }] })
  for (const paymentId of ['P-1', 'P-2', 'P-1', 'P-2']) {
    const answer = await send({ paymentId })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  expect(await shown(id)).toMatchObject({ status: 'Approved', paidAmount: 100, remaining: 20 })
  for (const more of [
    { amount: 10 },
    { paidDateUtc: '2026-02-21T10:00:00Z' },
    { paymentReference: 'TR-2' },
  ]) {
    const refused = await send({ paymentId: 'P-1', ...more })
    expect(refused.statusCode, refused.body).toBe(409)
    expect(detail(refused)).toMatch(/^The payment "P-1" of invoice .* was sent before: GBP 50, 2026-02-20T10/)
  }
  const rest = { paymentId: 'P-3', amount: undefined, paymentReference: undefined }
  for (const _ of [1, 2]) expect((await send(rest)).statusCode).toBe(200)
  expect(await shown(id)).toMatchObject({ status: 'Paid', paidAmount: 120, remaining: 0 })
  expect(await payments(id)).toMatchObject([
    { amount: 50, externalId: 'P-1' },
    { amount: 50, externalId: 'P-2' },
    { amount: 20, externalId: 'P-3' },
  ])
  expect(await payments(id, world.lawyer.caller)).toMatchObject([
    { externalId: null },
    { externalId: null },
    { externalId: null },
  ])
  const [first] = await payments(id)
  await withdraw(id, first?.id ?? 0)
  const taken = await send({ paymentId: 'P-1' })
  expect([taken.statusCode, detail(taken)]).toEqual([409, expect.stringContaining('was taken back')])
  const long = await send({ paymentId: 'x'.repeat(101) })
  expect(Object.keys(errorsIn(long))).toEqual(['invoices[0].paymentId'])
})
