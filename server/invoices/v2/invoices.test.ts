// v2 of invoices: creating, showing, updating and their transitions.
import { beforeEach, describe, expect, test } from 'vitest'
import {
  createInvoiceWorld,
  draftInvoice,
  type InvoiceWorld,
  moveInvoiceTo,
} from '../../../test/fixtures/invoices.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { someOf } from '../../../test/repetitions.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { invoiceStatuses } from '../invoice.ts'
import { invoiceProperties } from './invoices.wire.ts'

const parts = useTestApp()
let world: InvoiceWorld
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
})

const path = '/v2/invoices'
const body = (more: object = {}) => ({
  matter: { id: world.matterId },
  serviceProvider: { id: world.firmId },
  number: 'H-1',
  invoiceDate: '2026-10-05',
  billingPeriod: { start: '2026-09-01', end: '2026-09-30' },
  currency: 'nzd',
  lines: [
    {
      kind: 'Fee',
      description: 'Advice',
      quantity: 1.5,
      unitPrice: '187.55',
      adjustment: -1,
      taxRate: 15,
      taskCode: 'l110',
      activityCode: 'A104',
    },
    { kind: 'Disbursement', description: 'Court fees', unitPrice: 20, expenseCode: 'E112' },
  ],
  ...more,
})

test('an invoice is created with its sums, shown with all properties, and read by v1 [I-40]', async () => {
  const { caller } = world.payer
  const made = await caller.post(path, body({ total: 342.38, vendorName: null }))
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json<{ id: number }>()
  expect(made.headers.location).toBe(`${path}/${id}`)
  const shown = await caller.get(`${path}/${id}`)
  expect(shown.headers['etag']).toMatch(/^"1-/)
  expect(shown.json()).toEqual(made.json())
  expect(shown.json()).toMatchObject({
    number: 'H-1',
    status: 'Draft',
    matter: { id: world.matterId },
    serviceProvider: { id: world.firmId },
    invoiceDate: '2026-10-05',
    dueDate: null,
    currency: 'NZD',
    // 1.5 x 187.55 - 1 = 280.325
    fees: 280.33,
    disbursements: 20,
    totalTax: 42.05,
    total: 342.38,
    original: null,
    lines: [
      { number: 1, quantity: 1.5, unitPrice: 187.55, amount: 280.33, tax: 42.05, taskCode: 'L110' },
      { number: 2, quantity: 1, amount: 20, tax: 0, expenseCode: 'E112' },
    ],
    can: { change: true, note: true, post: true, void: true, approve: false, pay: false },
  })
  const v1 = await caller.get('/invoice-apis/v1/invoices')
  expect(v1.json()).toMatchObject({ data: [{ id, fees: 280.33, totalTax: 42.05, currency: 'NZD' }] })
  expect((await caller.get(`${path}/${id}/original`)).statusCode).toBe(404)
})

test.each([
  [{ total: 342.37 }, 'total'],
  [{ matter: null }, 'matter'],
  [{ number: ' ' }, 'number'],
  [{ invoiceDate: '05.10.2026' }, 'invoiceDate'],
  [{ currency: 'XXQ' }, 'currency'],
  [{ serviceProvider: { id: 2_000_000_000 } }, 'serviceProvider'],
  [{ recipient: { id: 2_000_000_000 } }, 'recipient'],
  [{ file: { id: 2_000_000_000 } }, 'file'],
  [{ lines: [] }, 'lines'],
  [{ lines: [{ kind: 'Fee', description: 'A', unitPrice: 10, taskCode: 'X1' }] }, 'lines[0].taskCode'],
  [{ lines: [{ kind: 'Fee', description: 'A', unitPrice: 10, amount: 10.01 }] }, 'lines[0].amount'],
  [{ lines: [{ kind: 'Fee', description: 'A', unitPrice: 10, taxRate: 15, tax: 1.51 }] }, 'lines[0].tax'],
  [{ paid: true, fees: 1 }, 'paid'],
])('%j is rejected by name, and nothing is written [I-41]', async (more, name) => {
  const answer = await world.payer.caller.post(path, body(more))
  expect(answer.statusCode, answer.body).toBe(400)
  expect(answer.json<{ errors: object }>().errors).toHaveProperty([name])
  expect((await world.payer.caller.get(path)).json()).toEqual({ items: [] })
})

test('a problem in a line is reported by its path [V-251]', async () => {
  const { caller } = world.payer
  const line = { kind: 'Fee', description: 'Advice', unitPrice: 1 }
  const wrong: [object, string][] = [
    [{ ...line, unitPrice: 'much' }, 'lines[1].unitPrice'],
    [{ ...line, kind: undefined }, 'lines[1].kind'],
    [{ ...line, hours: 1 }, 'lines[1].hours'],
  ]
  for (const [second, name] of wrong) {
    const answer = await caller.post(path, body({ lines: [line, second] }))
    expect(answer.statusCode, answer.body).toBe(400)
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([name])
  }
})

describe('a draft', () => {
  test('updates the named properties, lines all together, and accepts what was read [I-42]', async () => {
    const { caller } = world.lawyer
    const { payer } = world
    const made = await caller.post(path, body({ serviceProvider: undefined }))
    const own = `${path}/${made.json<{ id: number }>().id}`
    const read = (await caller.get(own)).json<object>()
    expect((await caller.patch(own, read)).statusCode).toBe(204)
    const patch = {
      number: 'H-2',
      dueDate: '2026-11-05',
      billingPeriod: null,
      lines: [{ kind: 'OtherFee', description: 'Retainer', unitPrice: 1000 }],
    }
    const headers = { 'content-type': 'application/merge-patch+json', 'if-match': '"2"' }
    expect((await caller.patch(own, JSON.stringify(patch), { headers })).statusCode).toBe(204)
    expect((await caller.patch(own, JSON.stringify(patch), { headers })).statusCode).toBe(412)
    expect((await caller.get(own)).json()).toMatchObject({
      number: 'H-2',
      dueDate: '2026-11-05',
      billingPeriod: null,
      description: null,
      otherFees: 1000,
      total: 1000,
      lines: [{ description: 'Retainer' }],
    })
    // nobody of the customer has seen it
    expect((await payer.caller.get(own)).statusCode).toBe(404)
    expect((await caller.patch(own, { internalNotes: 'x' })).statusCode).toBe(403)
    await caller.post(`${own}/post`)
    const late = await caller.patch(own, { number: 'H-3' })
    expect(late.statusCode).toBe(409)
    expect(late.json()).toMatchObject({ detail: expect.stringContaining('this one is Posted') })
  })

  test('rejects a number that is taken, however it is written [I-42]', async () => {
    const { caller } = world.payer
    await caller.post(path, body())
    for (const number of ['h-1', 'Ｈ－１', 'H\u200b-1', '\u00adH-1', 'H-1\u2060', 'H-\ufe0f1'])
      expect((await caller.post(path, body({ number }))).statusCode, number).toBe(409)
    const second = (await caller.post(path, body({ number: 'H-2' }))).json<{ id: number }>()
    expect((await caller.patch(`${path}/${second.id}`, { number: 'h-1' })).statusCode).toBe(409)
    expect((await caller.get(`${path}/${second.id}`)).json()).toMatchObject({ number: 'H-2' })
  })
})

test('the organisation that pays may update its notes at any time [I-43]', async () => {
  const { payer, lawyer, matterId } = world
  const id = await draftInvoice(parts.app, lawyer.actor, matterId)
  await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
  const own = `${path}/${id}`
  const notes = { internalNotes: 'Rates to be checked', purchaseOrder: 'PO-1', paymentNote: null }
  expect((await payer.caller.patch(own, notes)).statusCode).toBe(204)
  expect((await payer.caller.get(own)).json()).toMatchObject(notes)
  expect((await lawyer.caller.get(own)).json()).toMatchObject({ internalNotes: null, purchaseOrder: 'PO-1' })
  const asked = await lawyer.caller.get(`${path}?$filter=contains(InternalNotes,'Rates')`)
  expect(asked.json()).toEqual({ items: [] })
})

describe('the transitions of an invoice', () => {
  test('from draft to payment and back [I-44]', async () => {
    const { payer, lawyer, matterId } = world
    const own = `${path}/${await draftInvoice(parts.app, lawyer.actor, matterId)}`
    const move = async (kind: string, what?: object, caller = payer.caller) => {
      const answer = await caller.post(`${own}/${kind}`, what)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<{ can: object }>()
    }
    expect(await move('post', {}, lawyer.caller)).toMatchObject({ status: 'Posted', can: { void: true } })
    expect(await move('review')).toMatchObject({ status: 'InReview', can: { review: false, approve: true } })
    expect(await move('decline', { reason: 'Not agreed' })).toMatchObject({
      status: 'Declined',
      declinedBecause: 'Not agreed',
    })
    expect(await move('post', undefined, lawyer.caller)).toMatchObject({ declinedBecause: null })
    expect(await move('approve', { fees: '300.50' })).toMatchObject({
      status: 'Approved',
      approvedFees: 300.5,
      approved: { user: { id: payer.user.id } },
    })
    expect(await move('pay', { paidDateUtc: '2026-11-02T10:00:00Z', note: 'Batch 7' })).toMatchObject({
      status: 'Paid',
      paid: true,
      paidDateUtc: '2026-11-02T10:00:00.000Z',
      paymentNote: 'Batch 7',
      can: { void: false, unpay: true },
    })
    expect(await move('unpay')).toMatchObject({ status: 'Approved', paid: false, paidDateUtc: null })
    expect(await move('void')).toMatchObject({
      status: 'Void',
      can: { change: false, note: false, post: false, void: false },
    })
  })

  test.each([
    ['decline', {}, 400, 'reason'],
    ['approve', { fees: 376 }, 400, 'fees'],
    ['approve', { amount: 1 }, 400, 'amount'],
    ['pay', { paidDateUtc: '2026-02-30T10:00:00Z' }, 400, 'paidDateUtc'],
    ['pay', {}, 409, undefined],
    ['unpay', {}, 409, undefined],
  ] as const)('%s with %j is %i, and nothing changes [I-44, V-255]', async (kind, what, status, name) => {
    const { payer, lawyer, matterId } = world
    const id = await draftInvoice(parts.app, lawyer.actor, matterId)
    await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
    const answer = await payer.caller.post(`${path}/${id}/${kind}`, what)
    expect(answer.statusCode, answer.body).toBe(status)
    if (name !== undefined) expect(answer.json<{ errors: object }>().errors).toHaveProperty(name)
    expect((await payer.caller.get(`${path}/${id}`)).json()).toMatchObject({ status: 'Posted' })
  })

  test('`can` lists for every status and side what is possible [I-45]', async () => {
    const { app } = parts
    const { payer, lawyer, member, matterId } = world
    const moves = ['post', 'review', 'approve', 'decline', 'pay', 'unpay', 'void'] as const
    for (const status of invoiceStatuses) {
      for (const person of [payer, lawyer, member]) {
        const make = async () => {
          const id = await draftInvoice(app, payer.actor, matterId, { serviceProviderId: world.firmId })
          return moveInvoiceTo(app, payer.actor, id, status)
        }
        const seen = await person.caller.get(`${path}/${await make()}`)
        if (seen.statusCode === 404) continue
        const { can } = seen.json<{ can: Record<string, boolean> }>()
        for (const kind of moves) {
          const answer = await person.caller.post(
            `${path}/${await make()}/${kind}`,
            kind === 'decline' ? { reason: 'x' } : {},
          )
          expect(answer.statusCode === 200, `${status} ${kind} ${person.user.email}: ${answer.body}`).toBe(
            can[kind],
          )
        }
      }
    }
  })
})

test('the list is filtered and sorted by every property, counted and paged [I-46]', async () => {
  const { payer, matterId } = world
  const other = await insertMatter(parts.app, { owner: payer.user })
  const ids: number[] = []
  for (const [matter, number, unitPrice] of [
    [matterId, 'B', '30'],
    [other, 'A', '20.25'],
    [matterId, 'C', '10'],
  ] as const) {
    const lines = [{ kind: 'Fee', description: 'x', unitPrice }] as const
    ids.push(await draftInvoice(parts.app, payer.actor, matter, { number, lines }))
  }
  const [b, a, c] = ids
  const list = async (query: string) => {
    const answer = await payer.caller.get(query.startsWith('/') ? query : `${path}?${query}`)
    expect(answer.statusCode, `${query}: ${answer.body}`).toBe(200)
    const page = answer.json<{ items: { id: number }[]; count?: number; nextLink?: string }>()
    return { ...page, ids: page.items.map(({ id }) => id) }
  }
  expect((await list('$orderby=Number')).ids).toEqual([a, b, c])
  expect((await list(`$filter=Matter/Id eq ${matterId}&$orderby=Total`)).ids).toEqual([c, b])
  expect((await list("$filter=Total gt 10 and Status eq 'draft'&$orderby=Total desc")).ids).toEqual([b, a])
  const first = await list('$orderby=Total&$top=2&$count=true')
  expect([first.count, first.ids]).toEqual([3, [c, a]])
  expect((await list((first.nextLink ?? '').replace(/^https?:\/\/[^/]+/, ''))).ids).toEqual([b])
  for (const [name, { sorted }] of someOf(Object.entries(invoiceProperties), 15)) {
    await list(`$filter=${name} eq null or ${name} ne null`)
    if (sorted) await list(`$orderby=${name} desc`)
  }
})
