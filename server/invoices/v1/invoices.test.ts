import { expect, test } from 'vitest'
import { createUser, type TestUser } from '../../../test/factories.ts'
import { createInvoiceWorld, draftInvoice, moveInvoiceTo } from '../../../test/fixtures/invoices.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { askList } from '../../../test/lists/lists.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { systemActor } from '../../platform/events/change.ts'
import { recountAll } from '../../../test/lists/counts.ts'
import { updatePayerFields } from '../commands/update-payer-fields.ts'
import { createRecipient } from '../commands/create-recipient.ts'

const parts = useTestApp()
const invoices = '/invoice-apis/v1/invoices'

const whole = {
  number: 'A-1',
  dueDate: '2026-06-05',
  billingPeriod: { start: '2026-04-01', end: '2026-04-30' },
  description: 'April',
  thirdParty: true,
  purchaseOrder: 'PO-1',
  currency: 'NZD',
}

test('an invoice has all its properties in its list, and most of them in the list of its matter [I-1, I-2]', async () => {
  const world = await createInvoiceWorld(parts)
  const { payer, matterId, firmId } = world
  const { name: firm } = await parts.app.db
    .selectFrom('organisations')
    .where('id', '=', firmId)
    .select('name')
    .executeTakeFirstOrThrow()
  const id = await draftInvoice(parts.app, payer.actor, matterId, { ...whole, serviceProviderId: firmId })
  await moveInvoiceTo(parts.app, world.payer.actor, id, 'Paid')
  await updatePayerFields(parts.app, payer.actor, id, () => ({ internalNotes: 'Watch the rates' }))
  const { data, total } = await askList(payer.caller, invoices)
  const now = parts.clock.now().toISOString().slice(0, -1)
  const shared = {
    id,
    invoiceNo: 'A-1',
    invoiceDate: '2026-05-06T00:00:00',
    dueDate: '2026-06-05T00:00:00',
    disbursements: 20,
    fees: 375,
    otherFees: 0,
    fileId: null,
    status: 'Paid',
    fileName: null,
    batchId: expect.any(Number) as number,
    thirdParty: true,
    paid: true,
    paidDateUtc: now,
    description: 'April',
  }
  expect(total).toBe(1)
  expect(data).toEqual([
    {
      ...shared,
      paymentNote: 'Batch 7',
      matterId,
      approvedDateUtc: now,
      purchaseOrderNo: 'PO-1',
      totalTax: 56.25,
      approvedFees: 375,
      currency: 'NZD',
      postedDateUtc: now,
      internalNotes: 'Watch the rates',
      billingPeriodStart: '2026-04-01T00:00:00',
      billingPeriodEnd: '2026-04-30T00:00:00',
      serviceProviderName: firm,
      serviceProviderId: String(firmId),
    },
  ])
  const ofMatter = await askList(payer.caller, `/matter-apis/v1/matters/${matterId}/invoices`)
  expect(ofMatter).toEqual({ data: [shared], total: 1 })
})

test('the law firm sees its own posted invoices on its matters, and never the internal notes of the customer [I-4]', async () => {
  const world = await createInvoiceWorld(parts)
  const { payer, lawyer, matterId, firmId } = world
  const { app } = parts
  const notes = 'Watch the rates'
  const seen = await draftInvoice(app, payer.actor, matterId, { serviceProviderId: firmId })
  await moveInvoiceTo(parts.app, world.payer.actor, seen, 'Posted')
  await updatePayerFields(app, payer.actor, seen, () => ({ internalNotes: notes, purchaseOrder: 'PO-1' }))
  await draftInvoice(app, payer.actor, matterId, { serviceProviderId: firmId })
  await moveInvoiceTo(
    parts.app,
    world.payer.actor,
    await draftInvoice(app, payer.actor, matterId, {}),
    'Posted',
  )
  const elsewhere = await insertMatter(app, { owner: payer.user })
  await moveInvoiceTo(
    parts.app,
    world.payer.actor,
    await draftInvoice(app, payer.actor, elsewhere, { serviceProviderId: firmId }),
    'Posted',
  )
  const own = await draftInvoice(app, lawyer.actor, matterId)

  const page = await askList(lawyer.caller, invoices, { 'sorting.field': 'id' })
  expect(page).toMatchObject({
    data: [
      { id: seen, internalNotes: null, purchaseOrderNo: 'PO-1' },
      { id: own, internalNotes: null },
    ],
    total: 2,
  })
  const asked = (operator: string, value: string) => ({
    'filtering.field': 'internalNotes',
    'filtering.operator': operator,
    'filtering.value': value,
  })
  expect((await askList(payer.caller, invoices, asked('eq', notes))).data).toMatchObject([
    { id: seen, internalNotes: notes },
  ])
  expect((await askList(lawyer.caller, invoices, asked('eq', notes))).total).toBe(0)
  expect((await askList(lawyer.caller, invoices, asked('isnull', 'false'))).total).toBe(0)
  const ofMatter = await askList(payer.caller, `/matter-apis/v1/matters/${matterId}/invoices`)
  expect(
    ofMatter.data.map(({ id }) => id),
    'the draft of the firm is its own affair',
  ).not.toContain(own)
})

test('members of a matter see its invoices; a member from another organisation does not [I-4, P-44]', async () => {
  const world = await createInvoiceWorld(parts)
  const { app } = parts
  const { payer, matterId, organisationId } = world
  const other = await createInvoiceWorld(parts)
  await moveInvoiceTo(parts.app, world.payer.actor, await draftInvoice(app, payer.actor, matterId), 'Posted')
  const guest = await createUser(app, { organisationId: other.firmId, role: 'MatterManager' })
  const clerk = await createUser(app, {
    organisationId,
    role: 'Contributor',
    permissions: ['ManageInvoices'],
  })
  const totalFor = async (user: TestUser) => (await askList(await callerFor(parts, user), invoices)).total
  expect((await askList(world.member.caller, invoices)).total).toBe(1)
  expect(await totalFor(clerk), 'the permission alone shows nothing').toBe(0)
  await app.database.pool.query(
    'insert into matter_members (organisation_id, matter_id, user_id, added_at) values ($1, $2, $3, $4)',
    [organisationId, matterId, guest.id, parts.clock.now()],
  )
  await app.database.pool.query('insert into user_organisations (user_id, organisation_id) values ($1, $2)', [
    guest.id,
    organisationId,
  ])
  await recountAll(app)
  const caller = await callerFor(parts, guest)
  expect((await askList(caller, invoices)).total).toBe(0)
  expect((await askList(caller, `/matter-apis/v1/matters/${matterId}/invoices`)).total).toBe(0)
})

test('the recipients of the organisation by name; for a law firm those of the customers it works with [I-3]', async () => {
  const world = await createInvoiceWorld(parts)
  const { organisationId } = world
  const system = systemActor('test')
  const id = await createRecipient(parts.app, system, {
    organisationId,
    name: 'Harbour Ltd',
    addressLine1: '14 Quay Street',
    addressLine2: 'Auckland',
    taxType: 'GST',
    taxNumber: '12-345-678',
    contactName: 'Ana Prior',
    contactPhone: '+64 9 555 0100',
    contactEmail: 'pay@harbour.example',
  })
  const other = await createRecipient(parts.app, system, { organisationId, name: 'harbour Foods' })
  const expected = [
    {
      id: other,
      name: 'harbour Foods',
      ...Object.fromEntries(
        [
          'addressLine1',
          'addressLine2',
          'addressLine3',
          'taxType',
          'taxNumber',
          'contactName',
          'contactPhone',
          'contactEmail',
        ].map((name) => [name, null]),
      ),
    },
    {
      id,
      name: 'Harbour Ltd',
      addressLine1: '14 Quay Street',
      addressLine2: 'Auckland',
      addressLine3: null,
      taxType: 'GST',
      taxNumber: '12-345-678',
      contactName: 'Ana Prior',
      contactPhone: '+64 9 555 0100',
      contactEmail: 'pay@harbour.example',
    },
  ]
  for (const { caller } of [world.payer, world.member, world.lawyer]) {
    expect((await caller.get(`${invoices}/recipients`)).json()).toEqual(expected)
  }
  const outsider = await createInvoiceWorld(parts)
  expect((await outsider.lawyer.caller.get(`${invoices}/recipients`)).json()).toEqual([])
})
