import { beforeEach, describe, expect, test } from 'vitest'
import { createInvoiceWorld, draftInvoice, type InvoiceWorld } from '../../../test/fixtures/invoices.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { transitionInvoice } from '../commands/transition-invoice.ts'
import type { Transition } from '../transitions.ts'

const parts = useTestApp()
let world: InvoiceWorld
let id: number
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
  id = await draftInvoice(parts.app, world.payer.actor, world.matterId)
})

const move = async (...kinds: Exclude<Transition['kind'], 'decline'>[]) => {
  for (const kind of kinds) await transitionInvoice(parts.app, world.payer.actor, id, { kind })
}

const patch = async (body: object, headers: Record<string, string> = {}) => {
  const answer = await world.payer.caller.patch(`/invoice-apis/v1/invoices/${id}`, body, { headers })
  const detail = answer.body === '' ? '' : answer.json<{ detail: string }>().detail
  return { status: answer.statusCode, detail, etag: answer.headers['etag'] }
}

const row = () =>
  parts.app.db
    .selectFrom('invoices')
    .where('organisation_id', '=', world.organisationId)
    .where('id', '=', id)
    .select(['status', 'paid_at', 'payment_note', 'internal_notes', 'purchase_order', 'version'])
    .executeTakeFirstOrThrow()

const untouched = {
  paid_at: null,
  payment_note: null,
  internal_notes: null,
  purchase_order: null,
}

test('an approved invoice is paid, with its date, its notes and its purchase order [I-9]', async () => {
  await move('post', 'approve')
  expect(
    await patch([
      { op: 'replace', path: '/Paid', value: true },
      { op: 'add', path: 'paidDateUtc', value: '2026-02-27T10:00:00' },
      { op: 'replace', path: '/PAYMENTNOTE', value: ' Batch 7 ' },
      { op: 'replace', path: '/InternalNotes', value: 'Watch the rates' },
      { op: 'replace', path: '/PurchaseOrderNo', value: 'PO-9' },
    ]),
  ).toEqual({ status: 200, detail: '', etag: '"4"' })
  expect(await row()).toEqual({
    status: 'Paid',
    paid_at: new Date('2026-02-27T10:00:00Z'),
    payment_note: 'Batch 7',
    internal_notes: 'Watch the rates',
    purchase_order: 'PO-9',
    version: 4,
  })
})

test('a plain object is accepted, and without a date it is paid now [I-11]', async () => {
  await move('post', 'approve')
  expect(await patch({ paid: true })).toMatchObject({ status: 200 })
  expect(await row()).toMatchObject({ status: 'Paid', paid_at: parts.clock.now() })
})

test('undoing a payment clears its date [I-10]', async () => {
  await move('post', 'approve', 'pay')
  expect(await patch([{ op: 'replace', path: '/Paid', value: false }])).toMatchObject({ status: 200 })
  expect(await row()).toMatchObject({ status: 'Approved', paid_at: null })
})

test('the date of a payment can be corrected [I-11]', async () => {
  await move('post', 'approve', 'pay')
  await patch([{ op: 'replace', path: '/PaidDateUtc', value: '2026-01-31' }])
  expect(await row()).toMatchObject({ status: 'Paid', paid_at: new Date('2026-01-31T00:00:00Z') })
})

test.each([
  [[] as const, 'Draft', /An invoice that is Draft cannot be paid; it can be posted or voided/],
  [
    ['post'] as const,
    'Posted',
    /Posted cannot be paid; it can be taken into review, approved, declined or voided/,
  ],
  [
    ['post', 'review'] as const,
    'InReview',
    /InReview cannot be paid; it can be approved, declined or voided/,
  ],
  [['void'] as const, 'Void', /Void cannot be paid; nothing more can be done/],
])(
  'after %j it cannot be paid, and nothing else of the patch is applied [I-15]',
  async (kinds, status, message) => {
    await move(...kinds)
    expect(
      await patch([
        { op: 'replace', path: '/PurchaseOrderNo', value: 'PO-9' },
        { op: 'replace', path: '/Paid', value: true },
      ]),
    ).toMatchObject({ status: 409, detail: expect.stringMatching(message) as string })
    expect(await row()).toMatchObject({ ...untouched, status, version: kinds.length + 1 })
  },
)

describe('a void invoice', () => {
  beforeEach(() => move('void'))

  test.each(['PaymentNote', 'InternalNotes', 'PurchaseOrderNo'])(
    'keeps its %s [I-12, I-13, I-14]',
    async (name) => {
      expect(await patch([{ op: 'add', path: `/${name}`, value: 'x' }])).toMatchObject({
        status: 409,
        detail: 'An invoice that is Void cannot be changed any more.',
      })
      expect(await row()).toMatchObject(untouched)
    },
  )

  test('accepts the values that it already has', async () => {
    expect(await patch([{ op: 'replace', path: '/PaymentNote', value: null }])).toMatchObject({ status: 200 })
    expect(await row()).toMatchObject({ version: 2 })
  })
})

test.each([
  [{ PaidDateUtc: '2026-01-01' }, 409, /Only a paid invoice has a PaidDateUtc/],
  [{ Paid: 'yes' }, 400, /Paid must be true or false/],
  [{ Paid: null }, 400, /Paid must be true or false/],
  [{ PaidDateUtc: 'yesterday' }, 400, /PaidDateUtc must be a time/],
  [{ PaidDateUtc: '2026-02-30' }, 400, /PaidDateUtc must be a time/],
  [{ PaymentNote: 7 }, 400, /PaymentNote must be a text/],
  [{ PurchaseOrderNo: 'x'.repeat(256) }, 400, /PurchaseOrderNo must be a text of 255/],
  [{ Status: 'Paid' }, 400, /must be one of \/Paid, \/PaidDateUtc/],
  [{ fees: 0 }, 400, /must be one of \/Paid/],
  [[{ op: 'replace', path: '/__proto__', value: {} }], 400, /must be one of \/Paid/],
  [[{ op: 'replace', path: '/organisationId', value: 1 }], 400, /must be one of \/Paid/],
  [[{ op: 'test', path: '/PurchaseOrderNo', value: 'PO-1' }], 409, /The test of \[0\] failed/],
])('%j is %i [I-8, I-11]', async (body, status, message) => {
  const answer = await patch(body)
  expect([answer.status, answer.detail]).toEqual([status, expect.stringMatching(message)])
  expect(await row()).toEqual({ ...untouched, status: 'Draft', version: 1 })
})

test('a paid invoice keeps a date [I-11]', async () => {
  await move('post', 'approve', 'pay')
  expect(await patch([{ op: 'remove', path: '/PaidDateUtc' }])).toMatchObject({ status: 400 })
  expect(await row()).toMatchObject({ status: 'Paid', paid_at: parts.clock.now() })
})

test('If-Match only updates the version that was read [G-95]', async () => {
  expect(await patch({ PurchaseOrderNo: 'PO-1' }, { 'if-match': '"1"' })).toMatchObject({
    status: 200,
    etag: '"2"',
  })
  expect(await patch({ PurchaseOrderNo: 'PO-2' }, { 'if-match': '"1"' })).toMatchObject({
    status: 412,
    etag: '"2"',
  })
  expect(await row()).toMatchObject({ purchase_order: 'PO-1' })
})

test('the law firm sees it and may not update it; nor may people without the permission [I-16]', async () => {
  const { lawyer, member, payer, matterId, firmId } = world
  const invoice = await draftInvoice(parts.app, payer.actor, matterId, { serviceProviderId: firmId })
  await transitionInvoice(parts.app, payer.actor, invoice, { kind: 'post' })
  for (const { caller } of [lawyer, member]) {
    const answer = await caller.patch(`/invoice-apis/v1/invoices/${invoice}`, { PurchaseOrderNo: 'PO-9' })
    expect(answer.statusCode).toBe(403)
  }
  const hidden = await lawyer.caller.patch(`/invoice-apis/v1/invoices/${id}`, { PurchaseOrderNo: 'PO-9' })
  expect(hidden.statusCode).toBe(404)
})
