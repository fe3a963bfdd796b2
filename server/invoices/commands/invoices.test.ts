// Creating invoices and changing their status, on a real database.
import { beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '../../../test/factories.ts'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { eventsOf, setFile } from '../../../test/fixtures/files.ts'
import { form } from '../../../test/documents/forms.ts'
import { createInvoiceWorld, draftInvoice, type InvoiceWorld } from '../../../test/fixtures/invoices.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { systemActor } from '../../platform/events/change.ts'
import { uploadToSubject } from '../../files/commands/upload-file.ts'
import { createRecipient } from './create-recipient.ts'
import type { NewInvoice } from '../new-invoice.ts'
import { transitionInvoice } from './transition-invoice.ts'
import { Readable } from 'node:stream'

const parts = useTestApp()
let world: InvoiceWorld
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
})

const topics = async (organisationId: number) =>
  (await eventsOf(parts.app, organisationId))
    .map(([name]) => name)
    .filter((name) => name.startsWith('invoice'))

const invoicesOf = ({ organisationId }: InvoiceWorld) =>
  parts.app.db
    .selectFrom('invoices')
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .selectAll()
    .execute()

describe('creating an invoice', () => {
  test('creates a draft with its sums, its lines and a batch of its own', async () => {
    const { lawyer, matterId, firmId, organisationId } = world
    const id = await draftInvoice(parts.app, lawyer.actor, matterId, { number: ' A-1 ' })
    expect(await invoicesOf(world)).toMatchObject([
      {
        id,
        number: 'A-1',
        status: 'Draft',
        service_provider_id: firmId,
        author_organisation_id: firmId,
        vendor_name: null,
        currency: 'USD',
        fees: '375.0000',
        disbursements: '20.0000',
        other_fees: '0.0000',
        total_tax: '56.2500',
      },
    ])
    const lines = await parts.app.db
      .selectFrom('invoice_lines')
      .where('organisation_id', '=', organisationId)
      .where('invoice_id', '=', id)
      .orderBy('number')
      .selectAll()
      .execute()
    expect(lines).toMatchObject([
      { number: 1, kind: 'Fee', amount: '375.0000', tax: '56.2500', quantity: '2.0000' },
      { number: 2, kind: 'Disbursement', amount: '20.0000', tax: '0.0000', quantity: '1.0000' },
    ])
    expect(await topics(organisationId)).toEqual(['invoice.created'])
  })

  test('puts invoices into one batch if asked; an unknown batch is rejected', async () => {
    const { payer, matterId } = world
    await draftInvoice(parts.app, payer.actor, matterId)
    const [{ batch_id: batchId } = { batch_id: 0 }] = await invoicesOf(world)
    await draftInvoice(parts.app, payer.actor, matterId, { batchId })
    expect((await invoicesOf(world)).map((invoice) => invoice.batch_id)).toEqual([batchId, batchId])
    const other = await createInvoiceWorld(parts)
    await expect(draftInvoice(parts.app, other.payer.actor, other.matterId, { batchId })).rejects.toThrow(
      /batchId must be/,
    )
  })

  test.each<[string, Partial<NewInvoice>, RegExp]>([
    ['no number', { number: ' ' }, /number must be/],
    ['a day that is none', { invoiceDate: '2026-02-30' }, /invoiceDate must be a day/],
    ['a time where a day is asked', { dueDate: '2026-05-06T10:00' }, /dueDate must be a day/],
    ['an unknown currency', { currency: 'ABC' }, /currency must be/],
    [
      'a billing period that ends before it begins',
      { billingPeriod: { start: '2026-05-02', end: '2026-05-01' } },
      /billingPeriod must be/,
    ],
    ['no lines', { lines: [] }, /1 to 5000 lines/],
    ['an unknown recipient', { recipientId: 2_000_000_000 }, /recipientId must be/],
    ['an unknown file', { fileId: 2_000_000_000 }, /fileId must be the id of a file of the matter/],
  ])('with %s is rejected and writes nothing', async (_, values, message) => {
    await expect(draftInvoice(parts.app, world.payer.actor, world.matterId, values)).rejects.toThrow(message)
    expect(await invoicesOf(world)).toEqual([])
  })

  test('by the customer requires a linked law firm or a vendor name, not both', async () => {
    const { payer, matterId, firmId } = world
    const outsider = await createInvoiceWorld(parts)
    const write = (values: Partial<NewInvoice>) => draftInvoice(parts.app, payer.actor, matterId, values)
    await expect(write({ serviceProviderId: outsider.firmId })).rejects.toThrow(
      /serviceProviderId must be the id of a law firm that works for/,
    )
    await expect(write({ serviceProviderId: firmId, vendorName: 'Both' })).rejects.toThrow(
      /not be given together/,
    )
    await expect(write({ vendorName: ' ' })).rejects.toThrow(/serviceProviderId is missing/)
    await write({ serviceProviderId: firmId })
    await write({ vendorName: 'Registry' })
    expect((await invoicesOf(world)).map((each) => [each.service_provider_id, each.vendor_name])).toEqual([
      [firmId, null],
      [null, 'Registry'],
    ])
  })

  test('by people of a law firm is for their own firm only [I-23]', async () => {
    const { lawyer, matterId, organisationId } = world
    await expect(
      draftInvoice(parts.app, lawyer.actor, matterId, { serviceProviderId: organisationId }),
    ).rejects.toThrow(/must be your own organisation/)
    await expect(draftInvoice(parts.app, lawyer.actor, matterId, { vendorName: 'Us' })).rejects.toThrow(
      /must be your own organisation/,
    )
  })

  test('requires the permission, and membership of the matter', async () => {
    const { member, lawyer, organisationId } = world
    await expect(draftInvoice(parts.app, member.actor, world.matterId)).rejects.toMatchObject({
      code: 'forbidden',
    })
    const owner = await createUser(parts.app, { organisationId })
    const elsewhere = await insertMatter(parts.app, { owner })
    await expect(draftInvoice(parts.app, lawyer.actor, elsewhere)).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await invoicesOf(world)).toEqual([])
  })

  test('accepts a number once per provider, until that invoice is void [I-21]', async () => {
    const { payer, lawyer, matterId } = world
    const first = await draftInvoice(parts.app, lawyer.actor, matterId, { number: 'A-1' })
    await draftInvoice(parts.app, payer.actor, matterId, { number: 'A-1' })
    await expect(draftInvoice(parts.app, lawyer.actor, matterId, { number: 'a-1' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await transitionInvoice(parts.app, lawyer.actor, first, { kind: 'void' })
    await draftInvoice(parts.app, lawyer.actor, matterId, { number: 'a-1' })
    expect(await invoicesOf(world)).toHaveLength(3)
  })

  test.each(['A\u2010\u200b1', 'A\u20131', 'A \u2212 1', 'Ａ－１', 'a\u2011\u00ad1', 'A--1'])(
    'takes the number %j for A-1, and shows each as it was sent [I-21]',
    async (number) => {
      const { payer, lawyer, matterId } = world
      const first = await draftInvoice(parts.app, lawyer.actor, matterId, { number })
      const write = (as: typeof payer, vendor?: string) =>
        draftInvoice(parts.app, as.actor, matterId, {
          number: 'A-1',
          ...(vendor === undefined ? {} : { vendorName: vendor }),
        })
      await expect(write(lawyer)).rejects.toMatchObject({ code: 'conflict' })
      await write(payer, 'Copies \u2013 and more')
      await expect(write(payer, 'Copies - and  more')).rejects.toMatchObject({ code: 'conflict' })
      expect(await invoicesOf(world)).toMatchObject([{ id: first, number }, { number: 'A-1' }])
    },
  )

  test('of invoices that had one number before, the next keeps it when the first is void [I-21]', async () => {
    const { lawyer, matterId } = world
    const ids: number[] = []
    for (const number of ['A-1', 'B', 'C'])
      ids.push(await draftInvoice(parts.app, lawyer.actor, matterId, { number }))
    // as the migration leaves what is the same by now
    await parts.app.database.kysely
      .updateTable('invoices')
      .set({ number: 'A\u20131', number_kept: 'A\u20131' })
      .where('organisation_id', '=', world.organisationId)
      .where('id', 'in', ids.slice(1))
      .execute()
    for (const id of ids) {
      await expect(draftInvoice(parts.app, lawyer.actor, matterId, { number: 'A-1' })).rejects.toMatchObject({
        code: 'conflict',
      })
      await transitionInvoice(parts.app, lawyer.actor, id, { kind: 'void' })
    }
    await draftInvoice(parts.app, lawyer.actor, matterId, { number: 'A-1' })
    expect(await invoicesOf(world)).toHaveLength(4)
  })

  test('accepts a document: a file of the matter that the author may see', async () => {
    const { app } = parts
    const { payer, lawyer, member, matterId } = world
    const upload = async () => {
      const matter = await app.subjects.matter.getToContribute(app.db, payer.actor, matterId)
      const { payload } = form({})
      const source = { source: Readable.from([payload]), fileName: 'A.pdf', contentType: undefined }
      const file = await uploadToSubject(app, payer.actor, matter, { ...source, placement: async () => ({}) })
      return file?.fileId ?? 0
    }
    const fileId = await upload()
    const id = await draftInvoice(app, payer.actor, matterId, { fileId })
    await transitionInvoice(app, payer.actor, id, { kind: 'post' })
    const seen = async (caller = payer.caller) =>
      (await caller.get(`/matter-apis/v1/matters/${matterId}/invoices`)).json<{ data: object[] }>().data[0]
    expect(await seen()).toMatchObject({ fileId, fileName: 'A.pdf' })
    await setFile(app, world, fileId, { private: true })
    expect(await seen()).toMatchObject({ fileId })
    expect(await seen(member.caller)).toMatchObject({ fileId: null, fileName: null })
    await expect(draftInvoice(app, lawyer.actor, matterId, { fileId })).rejects.toThrow(/fileId must be/)
  })
})

test('a recipient has a unique name and a valid email address', async () => {
  const { organisationId } = world
  const add = (name: string, contactEmail?: string) =>
    createRecipient(parts.app, systemActor('test'), {
      organisationId,
      name,
      ...(contactEmail === undefined ? {} : { contactEmail }),
    })
  await add('Harbour Ltd', 'pay@harbour.example')
  await expect(add('HARBOUR LTD')).rejects.toMatchObject({ code: 'conflict' })
  await expect(add(' ')).rejects.toThrow(/name must be/)
  await expect(add('Other', 'nobody')).rejects.toThrow(/contactEmail must be/)
})

describe('the transitions of an invoice', () => {
  test('through all statuses, each recorded as an event and counted [I-5]', async () => {
    const { payer, lawyer, matterId, organisationId } = world
    const id = await draftInvoice(parts.app, lawyer.actor, matterId)
    await transitionInvoice(parts.app, lawyer.actor, id, { kind: 'post' })
    await transitionInvoice(parts.app, payer.actor, id, { kind: 'review' })
    await transitionInvoice(parts.app, payer.actor, id, { kind: 'approve', fees: '300' })
    await transitionInvoice(parts.app, payer.actor, id, { kind: 'pay', note: 'Batch 7' })
    const [row] = await invoicesOf(world)
    expect(row).toMatchObject({
      status: 'Paid',
      version: 5,
      approved_fees: '300.0000',
      approved_by: payer.user.id,
      payment_note: 'Batch 7',
      paid_at: parts.clock.now(),
      posted_at: parts.clock.now(),
    })
    expect(await topics(organisationId)).toEqual([
      'invoice.created',
      ...Array.from({ length: 4 }, () => 'invoice.status.updated'),
    ])
  })

  test('a draft of the firm does not exist for the customer, nor the other way round [I-23]', async () => {
    const { payer, lawyer, matterId, firmId } = world
    const theirs = await draftInvoice(parts.app, lawyer.actor, matterId)
    const ours = await draftInvoice(parts.app, payer.actor, matterId, { serviceProviderId: firmId })
    const post = { kind: 'post' } as const
    await expect(transitionInvoice(parts.app, payer.actor, theirs, post)).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(transitionInvoice(parts.app, lawyer.actor, ours, post)).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('without the permission are refused to those who see it [I-7, P-13]', async () => {
    const { payer, member, matterId } = world
    const id = await draftInvoice(parts.app, payer.actor, matterId)
    await expect(transitionInvoice(parts.app, member.actor, id, { kind: 'post' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    const colleague = await createUser(parts.app, {
      organisationId: world.organisationId,
      permissions: ['ManageInvoices'],
    })
    await expect(
      transitionInvoice(parts.app, await actorFor(parts.app, colleague), id, { kind: 'post' }),
    ).rejects.toMatchObject({ code: 'not_found' })
    expect(await invoicesOf(world)).toMatchObject([{ status: 'Draft', version: 1 }])
  })

  test('of two concurrent payments one succeeds [I-17]', async () => {
    const { payer, matterId } = world
    const id = await draftInvoice(parts.app, payer.actor, matterId)
    await transitionInvoice(parts.app, payer.actor, id, { kind: 'post' })
    await transitionInvoice(parts.app, payer.actor, id, { kind: 'approve' })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => transitionInvoice(parts.app, payer.actor, id, { kind: 'pay' })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await invoicesOf(world)).toMatchObject([{ status: 'Paid', version: 4 }])
  })
})
