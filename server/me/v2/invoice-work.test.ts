// The invoices that wait for a person: approvals, and what a law firm has to answer and state.
import { beforeEach, expect, test } from 'vitest'
import {
  type Approving,
  approvalRules,
  createApprovalWorld,
  decideOn,
  peopleOf,
  postedInvoice,
} from '../../../test/fixtures/invoice-approvals.ts'
import type { InvoiceWorld } from '../../../test/fixtures/invoices.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { internalTransaction } from '../../platform/events/change.ts'

const parts = useTestApp()
let world: InvoiceWorld
let admin: Approving
let finance: Approving
let invoice: string
beforeEach(async () => {
  ;({ world, admin, finance } = await createApprovalWorld(parts))
  invoice = await postedInvoice(parts.app, world, '500')
})

interface Item {
  readonly kind: string
  readonly id: number
  readonly due: string | null
  readonly by: { readonly id: string } | null
  readonly title: string
}
const workOf = async (caller: Caller, kind: string) =>
  (await caller.get('/v2/me/work')).json<{ items: Item[] }>().items.filter((each) => each.kind === kind)
const idOf = (address: string) => Number(address.split('/').at(-1))

test('an invoice to approve is for the decision of its approver, and asked of others until they respond [I-310]', async () => {
  const { payer } = world
  const asked = async () =>
    (await payer.caller.get('/v2/invoices/approvals/asked')).json<{ items: object[] }>().items
  const rule = { name: 'Finance', approvers: peopleOf(finance), from: { total: 1, currency: 'GBP' } }
  expect((await admin.caller.put(approvalRules, { rules: [rule] })).statusCode).toBe(200)
  expect([await workOf(finance.caller, 'InvoiceApproval'), await asked()]).toEqual([[], []])
  await payer.caller.post(`${invoice}/approval`, {})
  expect(await workOf(finance.caller, 'InvoiceApproval')).toMatchObject([
    { id: idOf(invoice), by: { id: payer.user.id } },
  ])
  expect(await asked()).toMatchObject([
    { invoice: { id: idOf(invoice) }, approver: { id: finance.user.id }, step: 'Finance' },
  ])
  // what others are asked for is no work of the one who asked
  expect(await workOf(payer.caller, 'Invoice')).toEqual([])
  await decideOn(finance, invoice, { decision: 'Approved' })
  expect([await workOf(finance.caller, 'InvoiceApproval'), await asked()]).toEqual([[], []])
})

test('a law firm is shown questions with their last day, declined invoices and unbilled work [I-311]', async () => {
  const { payer, lawyer, member, matterId, organisationId } = world
  expect(await workOf(lawyer.caller, 'InvoiceQuestion')).toEqual([])
  const due = new Date(parts.clock.now().getTime() + 5 * 86_400_000).toISOString().slice(0, 10)
  const sent = await payer.caller.post(`${invoice}/exchange/questions`, {
    lines: [{ number: 1, question: 'Which hearing?' }],
    due,
  })
  expect(sent.statusCode, sent.body).toBe(200)
  expect(await workOf(lawyer.caller, 'InvoiceQuestion')).toMatchObject([{ id: idOf(invoice), due }])
  const other = await postedInvoice(parts.app, world, '90')
  expect((await payer.caller.post(`${other}/decline`, { reason: 'Not agreed' })).statusCode).toBe(200)
  expect(await workOf(lawyer.caller, 'DeclinedInvoice')).toMatchObject([{ id: idOf(other), due: null }])
  await internalTransaction(parts.app, async (tx, now) => {
    const month = { organisation_id: organisationId, month: '2026-01-01' }
    await tx
      .insertInto('accrual_periods')
      .values({ ...month, cut_off_at: now, closes_on: '2026-02-05', opened_at: now })
      .execute()
    const provider_id = lawyer.actor.organisationId
    await tx
      .insertInto('accrual_entries')
      .values({ ...month, matter_id: matterId, provider_id, currency: 'GBP' })
      .execute()
  })
  expect(await workOf(lawyer.caller, 'UnbilledWork')).toMatchObject([
    { id: matterId, title: '2026-01', due: '2026-02-05' },
  ])
  for (const kind of ['InvoiceQuestion', 'DeclinedInvoice', 'UnbilledWork'])
    expect([await workOf(payer.caller, kind), await workOf(member.caller, kind)]).toEqual([[], []])
})
