// Discounts by volume that are worked out again when an earlier invoice counts for less or more.
import { beforeEach, expect, test } from 'vitest'
import { type ArrangementWorld, createArrangementWorld } from '../../../../test/fixtures/arrangements.ts'
import { runJobs } from '../../../../test/fixtures/jobs.ts'
import { createUser } from '../../../../test/factories.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { transitionInvoice } from '../../commands/transition-invoice.ts'

const parts = useTestApp()
let world: ArrangementWorld
beforeEach(async () => {
  world = await createArrangementWorld(parts)
  const { payer, firmId } = world
  const body = { firm: { id: firmId }, kind: 'Volume', title: 'Volume', currency: 'GBP' }
  const tiers = [
    { from: 1000, percent: 5 },
    { from: 2000, percent: 10 },
  ]
  const made = await payer.caller.post('/v2/feeArrangements', { ...body, tiers })
  expect(made.statusCode, made.body).toBe(201)
  volumeId = made.json<{ id: number }>().id
  const rules = [{ rule: 'volumeDiscount', severity: 'Reduce', settings: {}, firmText: 'By volume.' }]
  const set = await payer.caller.put('/v2/invoices/guidelines', { rules, note: 'Volume' })
  expect(set.statusCode, set.body).toBe(204)
})
let volumeId: number

/** Posted a minute after what was posted before. */
const billed = (...fees: readonly string[]): Promise<number> => {
  parts.clock.advance({ minutes: 1 })
  return world.billed(fees.map((unitPrice) => ({ unitPrice })))
}
const move = (id: number, kind: 'approve' | 'void', more: { readonly fees?: string } = {}) =>
  transitionInvoice(parts.app, world.payer.actor, id, { kind, ...more })
const decline = (id: number) =>
  transitionInvoice(parts.app, world.payer.actor, id, { kind: 'decline', reason: 'Not agreed' })
const rework = () => runJobs(parts.app, 'rework-volume-discount')
interface Shown {
  readonly status: string
  readonly approvedFees: number | null
  readonly lines: readonly { readonly review: { readonly approvedAmount?: number } | null }[]
}
const shown = async (id: number) => (await world.payer.caller.get(`/v2/invoices/${id}`)).json<Shown>()
const excesses = async (id: number) =>
  (await world.payer.caller.get(`/v2/invoices/${id}/flags`))
    .json<{ items: readonly { readonly excess: number }[] }>()
    .items.map(({ excess }) => excess)
const review = (id: number, body: object) =>
  world.payer.caller.post(`/v2/invoices/${id}/review/lines`, { lines: [{ number: 1, ...body }] })

test('an earlier invoice that is approved with less lowers the tier that later ones have reached, as in docs/money.md [I-272]', async () => {
  const first = await billed('1500')
  const second = await billed('600', '300')
  // 500.00 beyond 1,000.00 of the first; 500.00 at 5 % and 400.00 at 10 % of the second
  expect([await excesses(first), await excesses(second)]).toEqual([[25], [65]])
  await move(first, 'approve', { fees: '1475' })
  await rework()
  // 525.00 at 5 % and 375.00 at 10 %
  expect(await excesses(second)).toEqual([63.75])
  const { lines } = await shown(second)
  expect(lines).toMatchObject([
    { review: null },
    { review: { approvedAmount: 236.25, rule: 'volumeDiscount' } },
  ])
  const history = await world.payer.caller.get(`/v2/matters/${world.matterId}/history`)
  expect(history.body).toContain('Discount by volume')
  await move(second, 'approve')
  expect(await shown(second)).toMatchObject({ approvedFees: 836.25 })
})

test('one that is declined or voided counts no more, and what is approved does not change [I-272]', async () => {
  const first = await billed('1500')
  const second = await billed('600')
  const third = await billed('200')
  expect([await excesses(second), await excesses(third)]).toEqual([[35], [20]])
  await decline(first)
  await rework()
  expect([await excesses(second), await excesses(third)]).toEqual([[], []])
  expect((await shown(second)).lines).toMatchObject([{ review: null }])
  // posted again it is the last one
  parts.clock.advance({ minutes: 1 })
  await transitionInvoice(parts.app, world.lawyer.actor, first, { kind: 'post' })
  expect(await excesses(first)).toEqual([80])
  await move(second, 'approve')
  await move(third, 'approve')
  await rework()
  await move(second, 'void')
  await rework()
  expect(await excesses(first)).toEqual([35])
  expect(await shown(third)).toMatchObject({ status: 'Approved', approvedFees: 200 })
})

test('what people have decided and dismissed stays, and tiers are those of when it was posted [I-273]', async () => {
  const first = await billed('1500')
  const decided = await billed('100')
  expect((await review(decided, { decision: 'Accepted' })).statusCode).toBe(200)
  const dismissed = await billed('100')
  const flags = (await world.payer.caller.get(`/v2/invoices/${dismissed}/flags`)).json<{
    items: readonly { readonly id: number }[]
  }>()
  const dismissal = await world.payer.caller.post(`/v2/invoices/${dismissed}/flags/decisions`, {
    flags: flags.items.map(({ id }) => id),
    action: 'Dismiss',
    because: 'Agreed otherwise',
  })
  expect(dismissal.statusCode, dismissal.body).toBe(200)
  const plain = await billed('1000')
  const change = { title: 'Volume', tiers: [{ from: 0, percent: 50 }], reason: 'Renegotiated' }
  parts.clock.advance({ minutes: 1 })
  const changed = await world.payer.caller.put(`/v2/feeArrangements/${volumeId}`, change)
  expect(changed.statusCode, changed.body).toBe(204)
  expect(await excesses(plain)).toEqual([85])
  await move(first, 'approve', { fees: '1475' })
  await rework()
  // 325.00 at 5 % and 675.00 at 10 %
  expect(await excesses(plain)).toEqual([83.75])
  expect((await shown(decided)).lines).toMatchObject([{ review: { decision: 'Accepted' } }])
  expect((await shown(dismissed)).lines).toMatchObject([{ review: null }])
})

test('approvers are asked again where more is left than they saw, and nothing changes once the firm has the decisions [I-273]', async () => {
  const { payer, organisationId } = world
  const approver = await createUser(parts.app, { organisationId })
  const admin = await callerFor(
    parts,
    await createUser(parts.app, {
      organisationId,
      role: 'Administrator',
      permissions: ['ManageInvoices'],
      groups: ['MatterAdministrators'],
    }),
  )
  const first = await billed('1500')
  const sent = await billed('100')
  const asked = await billed('600', '300')
  expect((await payer.caller.post(`/v2/invoices/${sent}/exchange/decisions`)).statusCode).toBe(200)
  const rules = [{ name: 'Head', approvers: [{ id: approver.id }] }]
  expect((await admin.put('/v2/invoices/approvalRules', { rules })).statusCode).toBe(200)
  const asking = await payer.caller.post(`/v2/invoices/${asked}/approval`, {})
  expect(asking.statusCode, asking.body).toBe(200)
  const approval = async () =>
    (await payer.caller.get(`/v2/invoices/${asked}/approval`)).json<{ approval: object }>().approval
  expect(await approval()).toMatchObject({ state: 'Waiting', total: 830 })
  await decline(first)
  await rework()
  expect(await excesses(sent)).toEqual([5])
  expect(await excesses(asked)).toEqual([])
  expect(await approval()).toMatchObject({ state: 'Waiting', total: 900 })
})
