// Fixed fees: agreed in versions, billed by invoices, committed until then; what firms see of them.
import { beforeEach, expect, test } from 'vitest'
import { createFirm, createUser } from '../../../../test/factories.ts'
import {
  type ArrangementWorld,
  createArrangementWorld,
  errorsOf,
} from '../../../../test/fixtures/arrangements.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { transitionInvoice } from '../../commands/transition-invoice.ts'

const parts = useTestApp()
let world: ArrangementWorld
beforeEach(async () => {
  world = await createArrangementWorld(parts)
})

test('committed is what of a fixed fee is not billed, as in docs/money.md [I-230]', async () => {
  await world.agreed()
  expect(await world.only()).toMatchObject({
    kind: 'Fixed',
    amount: 10_000,
    billed: 0,
    committed: 10_000,
    over: 0,
  })
  await world.billed([{ unitPrice: '3000' }], { fees: '2500' })
  // hours of somebody are not of the fee
  const posted = await world.billed([{ unitPrice: '4000' }, { unitPrice: '180', timekeeperNumber: '14' }])
  expect(await world.only()).toMatchObject({ billed: 7000, committed: 3000, over: 0 })
  // another currency is another fee
  await world.billed([{ unitPrice: '500' }], { currency: 'EUR' })
  const money = await world.payer.caller.get(`/v2/matters/${world.matterId}/money`)
  expect(money.json<{ spends: object[] }>().spends).toEqual([
    { currency: 'EUR', approved: 0, pending: 500, accrued: 0, committed: 0, contingent: 0 },
    { currency: 'GBP', approved: 2500, pending: 4180, accrued: 0, committed: 3000, contingent: 0 },
  ])
  await transitionInvoice(parts.app, world.payer.actor, posted, { kind: 'decline', reason: 'Too early' })
  expect(await world.only()).toMatchObject({ billed: 3000, committed: 7000 })
  await world.billed([{ unitPrice: '7500' }])
  expect(await world.only()).toMatchObject({ billed: 10_500, committed: 0, over: 500 })
})

test('phases count their own work, and nothing beyond one makes room in another [I-230]', async () => {
  await world.agreed({
    amount: undefined,
    parts: [
      { phase: 'L200', amount: 6000 },
      { phase: 'L300', amount: 4000, name: 'Discovery', due: '2026-09-30' },
    ],
  })
  await world.billed([
    { unitPrice: '5000', taskCode: 'L210' },
    { unitPrice: '4500', taskCode: 'L330' },
    { unitPrice: '70' },
    { unitPrice: '80', taskCode: 'L430' },
  ])
  expect(await world.only()).toMatchObject({
    amount: 10_000,
    billed: 9500,
    committed: 1000,
    over: 500,
    parts: [
      { phase: 'L200', amount: 6000, billed: 5000 },
      { phase: 'L300', amount: 4000, name: 'Discovery', due: '2026-09-30', billed: 4500 },
    ],
  })
})

test('milestones are used up in their order [I-230]', async () => {
  await world.agreed({
    amount: 6000,
    parts: [
      { name: 'Filed', amount: 1000 },
      { name: 'Heard', amount: 2000 },
      { name: 'Decided', amount: 3000 },
    ],
  })
  await world.billed([{ unitPrice: '2500' }])
  const { parts: shown, committed } = await world.only()
  expect([shown.map((each) => each.billed), committed]).toEqual([[1000, 1500, 0], 3500])
})

test('the days of the work choose, and a number that the fee is billed as [I-230]', async () => {
  await world.agreed({ from: '2026-02-01', to: '2026-02-28', billedAs: 'Fixed' })
  await world.billed([
    { unitPrice: '100', workDate: '2026-02-28', timekeeperNumber: ' FIXED' },
    { unitPrice: '30', workDate: '2026-02-01' },
    { unitPrice: '7', workDate: '2026-01-31' },
    // the day of the invoice
    { unitPrice: '5' },
  ])
  expect(await world.only()).toMatchObject({ billed: 130, committed: 9870 })
})

test('an arrangement is changed in versions with a reason, and taken away [I-231]', async () => {
  const { payer, matterId } = world
  const id = await world.agreed({ reason: 'Tender' })
  const at = `${world.url}/${id}`
  const change = { title: 'First instance', amount: 12_000 }
  expect(errorsOf(await payer.caller.put(at, change))).toEqual([400, 'reason'])
  const same = { title: 'First instance', amount: '10000.00', reason: 'Nothing' }
  expect((await payer.caller.put(at, same)).statusCode).toBe(204)
  const next = { ...change, reason: 'A counterclaim' }
  expect((await payer.caller.put(at, next, { headers: { 'if-match': '"1"' } })).statusCode).toBe(204)
  expect((await payer.caller.put(at, next, { headers: { 'if-match': '"1"' } })).statusCode).toBe(412)
  expect(await world.only()).toMatchObject({
    amount: 12_000,
    version: 2,
    versions: [
      { version: 2, amount: 12_000, reason: 'A counterclaim', set: { user: { id: payer.user.id } } },
      { version: 1, amount: 10_000, reason: 'Tender' },
    ],
  })
  expect((await payer.caller.put(at, { amount: null, reason: 'By the hour now' })).statusCode).toBe(204)
  expect(await world.only()).toMatchObject({
    amount: null,
    title: 'First instance',
    committed: 0,
    version: 3,
  })
  const history = await payer.caller.get(`/v2/matters/${matterId}/history`)
  expect(history.body).toContain('By the hour now')
  expect((await payer.caller.put(`${world.url}/999999`, next)).statusCode).toBe(404)
})

test('what is wrong is refused under its name [I-231]', async () => {
  const refused = async (more: object) => errorsOf(await world.add(more))
  expect(await refused({ firm: undefined })).toEqual([400, 'firm'])
  expect(await refused({ firm: { id: world.organisationId } })).toEqual([400, 'firm'])
  expect(await refused({ kind: 'Hourly' })).toEqual([400, 'kind'])
  expect(await refused({ title: ' ' })).toEqual([400, 'title'])
  expect(await refused({ title: 'x'.repeat(201) })).toEqual([400, 'title'])
  expect(await refused({ amount: 0 })).toEqual([400, 'amount'])
  expect(await refused({ amount: 10.005 })).toEqual([400, 'amount'])
  expect(await refused({ amount: undefined })).toEqual([400, 'amount'])
  expect(await refused({ currency: 'EURO' })).toEqual([400, 'currency'])
  expect(await refused({ from: '2026-02-30' })).toEqual([400, 'from'])
  expect(await refused({ from: '2026-03-01', to: '2026-02-01' })).toEqual([400, 'to'])
  expect(await refused({ parts: {} })).toEqual([400, 'parts'])
  expect(await refused({ parts: [{ name: 'Filed', amount: 1 }] })).toEqual([400, 'amount'])
  expect(await refused({ parts: [{ amount: 10_000 }] })).toEqual([400, 'parts[0].name'])
  expect(await refused({ parts: [{ phase: 'L999', amount: 10_000 }] })).toEqual([400, 'parts[0].phase'])
  const mixed = [
    { phase: 'L100', amount: 1 },
    { name: 'Filed', amount: 1 },
  ]
  expect(await refused({ parts: mixed })).toEqual([400, 'parts[1].phase'])
  expect(await refused({ parts: [...mixed.slice(0, 1), ...mixed.slice(0, 1)] })).toEqual([
    400,
    'parts[1].phase',
  ])
  const many = Array.from({ length: 101 }, () => ({ name: 'Filed', amount: 1 }))
  expect(await refused({ amount: undefined, parts: many })).toEqual([400, 'parts'])
  expect(await refused({ hours: 1 })).toEqual([400, 'hours'])
  expect(await world.listed()).toEqual([])
})

test('the same work is in one fixed fee of a firm, also of two that are agreed at once [I-232]', async () => {
  const phase = (code: string) => ({ amount: 100, parts: [{ phase: code, amount: 100 }] })
  await world.agreed({ ...phase('L100'), to: '2026-06-30' })
  expect((await world.add(phase('L100'))).statusCode).toBe(409)
  expect((await world.add()).statusCode).toBe(409)
  await world.agreed({ ...phase('L100'), from: '2026-07-01' })
  await world.agreed(phase('L200'))
  await world.agreed({ currency: 'EUR' })
  const both = await Promise.all([world.add(phase('L300')), world.add(phase('L300'))])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
  const [first] = await world.listed()
  const moved = { title: 'All', amount: 5, reason: 'Simpler' }
  expect((await world.payer.caller.put(`${world.url}/${first?.id}`, moved)).statusCode).toBe(409)
})

test('a law firm sees its own and changes nothing; other firms see nothing of it [I-233]', async () => {
  const { app } = parts
  const { payer, lawyer, member, organisationId, matterId } = world
  const id = await world.agreed({ reason: 'They are the cheapest' })
  const { id: rivalId } = await createFirm(app, organisationId)
  const rival = await createUser(app, {
    organisationId: rivalId,
    role: 'MatterManager',
    permissions: ['ManageInvoices'],
  })
  const joined = await payer.caller.put(`/v2/matters/${matterId}/members/${rival.id}`, { roles: ['Member'] })
  expect(joined.statusCode, joined.body).toBe(204)
  const rivals = await callerFor(parts, rival)
  expect(await world.listed(rivals)).toEqual([])
  const seen = await world.only(lawyer.caller)
  expect(seen).toMatchObject({ id, committed: 10_000, versions: [{ reason: null, set: { userName: '' } }] })
  // everybody of the organisation who sees the matter sees it
  expect((await world.only(member.caller)).id).toBe(id)
  const other = { title: 'First instance', amount: 20_000, reason: 'More' }
  for (const caller of [lawyer.caller, rivals, member.caller]) {
    expect((await world.add({ currency: 'EUR' }, caller)).statusCode).toBe(403)
    expect((await caller.put(`${world.url}/${id}`, other)).statusCode).toBe(403)
  }
  const history = await lawyer.caller.get(`/v2/matters/${matterId}/history`)
  expect(history.body).not.toContain('cheapest')
  expect((await world.only()).version).toBe(1)
})
