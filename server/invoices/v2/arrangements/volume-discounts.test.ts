// Discounts by volume: what counts, what an invoice is reduced by, and what the firm sees.
import { beforeEach, expect, test } from 'vitest'
import { ledes1998B, rows1998B } from '../../../../test/documents/ledes.ts'
import { createFirm, createUser } from '../../../../test/factories.ts'
import {
  type ArrangementWorld,
  createArrangementWorld,
  errorsOf,
} from '../../../../test/fixtures/arrangements.ts'
import { draftInvoice } from '../../../../test/fixtures/invoices.ts'
import { insertMatter } from '../../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { transitionInvoice } from '../../commands/transition-invoice.ts'
import { discountOfInvoice } from '../../arrangements/volume.ts'

const parts = useTestApp()
let world: ArrangementWorld
beforeEach(async () => {
  world = await createArrangementWorld(parts)
})

const url = '/v2/feeArrangements'
const tiers = [
  { from: 1000, percent: 5 },
  { from: 2000, percent: 10 },
]
const add = (more: object = {}) => {
  const body = {
    firm: { id: world.firmId },
    kind: 'Volume',
    title: 'Volume',
    currency: 'GBP',
    tiers,
    ...more,
  }
  return world.payer.caller.post(url, body)
}
async function agreed(more: object = {}): Promise<number> {
  const answer = await add(more)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number }>().id
}
async function guided(severity = 'Reduce'): Promise<void> {
  const rules = [{ rule: 'volumeDiscount', severity, settings: {}, firmText: 'Discount by volume.' }]
  const set = await world.payer.caller.put('/v2/invoices/guidelines', { rules, note: 'Volume' })
  expect(set.statusCode, set.body).toBe(204)
}
const listed = async (caller = world.payer.caller) =>
  (await caller.get(url)).json<{ items: readonly object[] }>().items
const discountOn = async (id: number, caller = world.payer.caller) =>
  (await caller.get(`/v2/invoices/${id}/feeArrangements`)).json<{ items: readonly object[] }>().items
const flagsOf = async (id: number) =>
  (await world.payer.caller.get(`/v2/invoices/${id}/flags`)).json<{
    items: readonly { readonly excess: number }[]
  }>().items
const approve = (id: number) => transitionInvoice(parts.app, world.payer.actor, id, { kind: 'approve' })

/** A draft of this day over fees and a disbursement on a matter of its own. */
async function draftedElsewhere(unitPrice: string, invoiceDate = '2026-03-02'): Promise<number> {
  const { app } = parts
  const { payer, lawyer } = world
  const matterId = await insertMatter(app, { owner: payer.user, members: [lawyer.user] })
  const lines = [
    { kind: 'Fee' as const, description: 'Advice', unitPrice },
    { kind: 'Disbursement' as const, description: 'Copies', unitPrice: '999' },
  ]
  return draftInvoice(app, lawyer.actor, matterId, { invoiceDate, currency: 'GBP', lines })
}
const post = (id: number) => transitionInvoice(parts.app, world.lawyer.actor, id, { kind: 'post' })
async function billedElsewhere(unitPrice: string, invoiceDate: string): Promise<number> {
  const id = await draftedElsewhere(unitPrice, invoiceDate)
  await post(id)
  return id
}

test('fees of a fiscal year on all matters are reduced by tiers when an invoice is posted, as in docs/money.md [I-241, I-242]', async () => {
  const { payer, lawyer } = world
  const id = await agreed()
  await guided()
  // the fiscal year is that of the calendar
  await billedElsewhere('5000', '2025-12-31')
  await approve(await billedElsewhere('900', '2026-01-01'))
  expect(await listed()).toMatchObject([
    { id, kind: 'Volume', billed: 900, year: { from: '2026-01-01', to: '2026-12-31' }, tiers, committed: 0 },
  ])
  const second = await world.billed([{ unitPrice: '700' }, { unitPrice: '600' }, { unitPrice: '50' }])
  const used = { id, before: 900, own: 1350, discount: 75, balance: null, remaining: null }
  expect(await discountOn(second)).toMatchObject([used])
  const { lines } = (await payer.caller.get(`/v2/invoices/${second}`)).json<{ lines: object[] }>()
  expect(lines).toMatchObject([
    { review: null },
    { review: { decision: 'Reduced', approvedAmount: 575, reason: 'Agreement', rule: 'volumeDiscount' } },
    { review: { decision: 'Rejected', rule: 'volumeDiscount' } },
  ])
  expect(await listed()).toMatchObject([{ billed: 2250 }])
  await approve(second)
  expect(await listed()).toMatchObject([{ billed: 2175 }])
  // what is posted later changes nothing about it
  const third = await world.billed([{ unitPrice: '100' }])
  expect(await discountOn(third)).toMatchObject([{ before: 2175, own: 100, discount: 10 }])
  expect(await discountOn(second, lawyer.caller)).toMatchObject([used])
})

test('each tier is for the fees of its own range, half even to the cent, and a credit has no discount [I-241]', () => {
  const some = [
    { from: '0', percent: '2.5' },
    { from: '100', percent: '10' },
  ]
  const discount = (before: string, own: string, digits = 2) =>
    discountOfInvoice(some, { before, own, digits })
  expect(discount('0', '100')).toBe('2.50')
  expect(discount('50', '100')).toBe('6.25')
  expect(discount('0', '0.2')).toBe('0.00')
  expect(discount('0', '0.6')).toBe('0.02')
  expect(discount('100', '15', 0)).toBe('2')
  expect(discount('500', '-50')).toBe('0')
  expect(discount('-50', '100')).toBe('1.25')
  // one after the other comes to the same as all at once
  const each = ['30.00', '90.00', '80.00'].reduce(
    ({ before, sum }, own) => ({
      before: before + Number(own),
      sum: sum + Number(discount(String(before), own)),
    }),
    { before: 0, sum: 0 },
  )
  expect(each.sum).toBe(Number(discount('0', '200')))
})

test('invoices that are posted at once see the fees of each other [I-242]', async () => {
  await agreed({ tiers: [{ from: 100, percent: 10 }] })
  await guided('Flag')
  const drafts = [await draftedElsewhere('80'), await draftedElsewhere('80'), await draftedElsewhere('80')]
  await Promise.all(drafts.map(post))
  const found = await Promise.all(drafts.map(async (id) => (await flagsOf(id))[0]?.excess ?? 0))
  // of 240.00, 140.00 are beyond 100.00: 60.00 of the second and 80.00 of the third
  expect(found.toSorted((a, b) => a - b)).toEqual([0, 6, 8])
})

test('invoices of one file count together when it is checked [I-242]', async () => {
  const { lawyer, payer } = world
  await insertMatter(parts.app, {
    owner: payer.user,
    members: [lawyer.user],
    values: { reference: 'REF-1' },
  })
  await agreed({ currency: 'USD', tiers: [{ from: 20, percent: 10 }] })
  await guided('Flag')
  // fees of 14.50 in each, without a discount of its own
  const same = { CLIENT_MATTER_ID: 'REF-1', LAW_FIRM_MATTER_ID: '' }
  const rows = ['F-1', 'F-2'].flatMap((number) => rows1998B({ ...same, INVOICE_NUMBER: number }))
  const headers = { 'content-type': 'text/plain' }
  const answer = await lawyer.caller.post('/v2/invoices/imports?checkOnly=true', ledes1998B(rows), {
    headers,
  })
  const { invoices } = answer.json<{ invoices: { flags: { text: string }[] }[] }>()
  expect(invoices.map(({ flags }) => flags.map(({ text }) => text))).toEqual([[], ['Discount by volume.']])
})

test('a law firm sees its own tiers and its fees, no other firm does, and neither changes them [I-243]', async () => {
  const { app } = parts
  const { lawyer, organisationId } = world
  const id = await agreed({ reason: 'Not for the firm' })
  await world.billed([{ unitPrice: '1500' }])
  expect(await listed(lawyer.caller)).toMatchObject([
    { id, billed: 1500, tiers, versions: [{ tiers, reason: null }] },
  ])
  const { id: rival } = await createFirm(app, organisationId)
  const stranger = await callerFor(
    parts,
    await createUser(app, { organisationId: rival, permissions: ['ManageInvoices'] }),
  )
  expect(await listed(stranger)).toEqual([])
  const change = { title: 'More', tiers: [{ from: 1, percent: 1 }], reason: 'Mine' }
  expect((await lawyer.caller.put(`${url}/${id}`, change)).statusCode).toBe(403)
  expect((await stranger.put(`${url}/${id}`, change)).statusCode).toBe(403)
})

test('one discount is agreed for a currency of a firm, changed with a reason and taken away [I-243]', async () => {
  const { payer } = world
  const id = await agreed()
  expect((await add({ title: 'Another' })).statusCode).toBe(409)
  await agreed({ currency: 'USD' })
  const change = { title: 'Volume', tiers: [{ from: 0, percent: 2.5 }] }
  expect(errorsOf(await payer.caller.put(`${url}/${id}`, change))).toEqual([400, 'reason'])
  expect((await payer.caller.put(`${url}/${id}`, { ...change, reason: 'Renegotiated' })).statusCode).toBe(204)
  expect((await payer.caller.put(`${url}/${id}`, { ...change, reason: 'The same' })).statusCode).toBe(204)
  expect(await listed()).toMatchObject([
    {
      id,
      version: 2,
      amount: 0,
      tiers: [{ from: 0, percent: 2.5 }],
      versions: [{ version: 2 }, { version: 1 }],
    },
    { currency: 'USD' },
  ])
  const away = { amount: null, reason: 'Ended' }
  expect((await payer.caller.put(`${url}/${id}`, away)).statusCode).toBe(204)
  await agreed({ title: 'Next year' })
  expect((await payer.caller.put(`${url}/${id}`, { ...change, reason: 'Back' })).statusCode).toBe(409)
})

test('terms of a discount by volume are refused by name [I-243]', async () => {
  const tier = { from: 1000, percent: 5 }
  const cases: readonly (readonly [object, string])[] = [
    [{ tiers: undefined }, 'tiers'],
    [{ tiers: [] }, 'tiers'],
    [{ tiers: 'many' }, 'tiers'],
    [{ tiers: Array.from({ length: 21 }, (_, from) => ({ from, percent: 1 })) }, 'tiers'],
    [{ tiers: [5] }, 'tiers[0]'],
    [{ tiers: [{ from: -1, percent: 5 }] }, 'tiers[0].from'],
    [{ tiers: [{ from: 0.001, percent: 5 }] }, 'tiers[0].from'],
    [{ tiers: [{ percent: 5 }] }, 'tiers[0].from'],
    [{ tiers: [tier, tier] }, 'tiers[1].from'],
    [{ tiers: [{ from: 1, percent: 0 }] }, 'tiers[0].percent'],
    [{ tiers: [{ from: 1, percent: 100.01 }] }, 'tiers[0].percent'],
    [{ tiers: [{ from: 1, percent: 1.234 }] }, 'tiers[0].percent'],
    [{ amount: 100 }, 'amount'],
    [{ parts: [{ name: 'Filed', amount: 1 }] }, 'parts'],
    [{ from: '2026-01-01' }, 'from'],
    [{ billedAs: 'V' }, 'billedAs'],
    [{ kind: 'Retainer', amount: 5 }, 'tiers'],
    [{ kind: 'Fixed', amount: 5, tiers: [] }, 'kind'],
  ]
  for (const [body, path] of cases) {
    expect(errorsOf(await add(body)), JSON.stringify(body)).toEqual([400, path])
  }
  expect(errorsOf(await world.add({ kind: 'Volume', amount: undefined, tiers }))).toEqual([400, 'kind'])
})
