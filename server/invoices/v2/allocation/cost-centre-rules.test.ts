// Rules of approval for cost centres, and what allocating an invoice otherwise means for them.
import { beforeEach, expect, test } from 'vitest'
import {
  type Approving,
  approvalRules,
  createApprovalWorld,
  decideOn,
  peopleOf,
  postedInvoice,
} from '../../../../test/fixtures/invoice-approvals.ts'
import type { InvoiceWorld } from '../../../../test/fixtures/invoices.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const parts = useTestApp()
let world: InvoiceWorld
let admin: Approving
let finance: Approving
let litigation: number
let property: number
beforeEach(async () => {
  ;({ world, admin, finance } = await createApprovalWorld(parts))
  const add = async (code: string) =>
    (await admin.caller.post('/v2/costCentres', { code, name: code })).json<{ id: number }>().id
  litigation = await add('4100')
  property = await add('4200')
})

const rule = (more: object = {}) => ({
  name: 'Property',
  approvers: peopleOf(finance),
  costCentres: [{ id: property }],
  ...more,
})
const allocate = (invoice: string, ids: readonly number[], reason?: string) =>
  world.payer.caller.put(`${invoice}/allocation`, {
    shares: ids.map((id) => ({ costCentre: { id }, percent: 100 / ids.length })),
    ...(reason === undefined ? {} : { reason }),
  })
const approve = async (invoice: string) =>
  (await world.payer.caller.post(`${invoice}/approve`, {})).statusCode
const planned = async (invoice: string) =>
  (await world.payer.caller.get(`${invoice}/approval`))
    .json<{ planned: readonly { readonly name: string }[] }>()
    .planned.map(({ name }) => name)

test('a rule for cost centres applies to invoices of these, and to those that are not allocated [I-193]', async () => {
  const set = await admin.caller.put(approvalRules, { rules: [rule()] })
  expect(set.statusCode, set.body).toBe(200)
  expect(set.json()).toMatchObject({
    rules: [{ costCentres: [{ id: property, code: '4200', name: '4200' }] }],
  })
  const wrong = await admin.caller.put(approvalRules, { rules: [rule({ costCentres: [{ id: 999_999 }] })] })
  expect([wrong.statusCode, wrong.json()]).toMatchObject([400, { errors: { 'rules[0].costCentres': {} } }])
  const invoice = await postedInvoice(parts.app, world, '100')
  expect([await approve(invoice), await planned(invoice)]).toEqual([409, ['Property']])
  await allocate(invoice, [litigation, property])
  expect([await approve(invoice), await planned(invoice)]).toEqual([409, ['Property']])
  await allocate(invoice, [litigation])
  expect([await planned(invoice), await approve(invoice)]).toEqual([[], 200])
})

test('allocating otherwise asks those whom the rules name then, and an approved invoice does not get there alone [I-193]', async () => {
  const small = { name: 'All', approvers: peopleOf(finance), from: { total: 50, currency: 'GBP' } }
  await admin.caller.put(approvalRules, { rules: [small, rule()] })
  const invoice = await postedInvoice(parts.app, world, '100')
  await allocate(invoice, [litigation])
  expect((await world.payer.caller.post(`${invoice}/approval`, {})).statusCode).toBe(200)
  const asked = async () =>
    (await world.payer.caller.get(`${invoice}/approval`)).json<{
      approval: { state: string; steps: readonly { name: string }[] }
    }>().approval
  expect((await asked()).steps.map(({ name }) => name)).toEqual(['All'])
  await allocate(invoice, [litigation, property])
  const again = await asked()
  expect([again.state, again.steps.map(({ name }) => name)]).toEqual(['Waiting', ['All', 'Property']])
  await allocate(invoice, [litigation])
  expect((await asked()).steps.map(({ name }) => name)).toEqual(['All'])
  expect((await decideOn(finance, invoice)).statusCode).toBe(200)

  const late = await allocate(invoice, [property], 'It is of the lease')
  expect([late.statusCode, late.json<{ detail: string }>().detail]).toEqual([
    409,
    expect.stringContaining('"Property"'),
  ])
  expect((await world.payer.caller.get(`${invoice}/allocation`)).json()).toMatchObject({
    shares: [{ costCentre: { id: litigation }, percent: 100 }],
  })
})
