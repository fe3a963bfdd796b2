// Purchase orders: kept, named by invoices, used by what is approved and pending, and exceeded.
import { beforeEach, expect, test } from 'vitest'
import {
  createInvoiceWorld,
  draftInvoice,
  type InvoiceWorld,
  moveInvoiceTo,
} from '../../../../test/fixtures/invoices.ts'
import { insertMatter } from '../../../../test/fixtures/matters.ts'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const parts = useTestApp()
let world: InvoiceWorld
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
})

const path = '/v2/purchaseOrders'
const create = (body: object = {}) =>
  world.payer.caller.post(path, {
    firm: { id: world.firmId },
    number: 'PO-1',
    currency: 'GBP',
    amount: 1000,
    ...body,
  })
const made = async (body: object = {}) => {
  const answer = await create(body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number }>().id
}
const posted = async (unitPrice: string, values: object = {}) => {
  const { lawyer, matterId } = world
  const lines = [{ kind: 'Fee', description: 'Advice', quantity: '1', unitPrice, taxRate: '20' }] as const
  const id = await draftInvoice(parts.app, lawyer.actor, matterId, {
    currency: 'GBP',
    lines,
    purchaseOrder: 'PO-1',
    ...values,
  })
  return moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
}
const shown = async (id: number) =>
  (await world.payer.caller.get(`${path}/${id}`)).json<Record<string, unknown>>()
const problemsOf = async (invoice: number) =>
  (await world.payer.caller.get(`/v2/invoices/${invoice}/purchaseOrder`)).json<{ problems: string[] }>()
    .problems
const approve = (invoice: number, body: object = {}) =>
  world.payer.caller.post(`/v2/invoices/${invoice}/approve`, body)

test('orders are kept with a law firm, each number once; what is wrong is named [I-195]', async () => {
  const id = await made({ from: '2026-01-01', to: '2026-12-31', note: 'Second instance' })
  const first = await world.payer.caller.get(`${path}/${id}`)
  expect(first.json()).toMatchObject({
    number: 'PO-1',
    firm: { id: world.firmId },
    amount: 1000,
    approved: 0,
    pending: 0,
    remaining: 1000,
    open: true,
    note: 'Second instance',
  })
  expect((await create({ number: ' po – 1 ' })).statusCode).toBe(409)
  const { id: other } = await createOrganisation(parts.app, { type: 'ServiceProvider' })
  for (const [body, name] of [
    [{ firm: { id: other } }, 'firm'],
    [{ firm: undefined }, 'firm'],
    [{ number: ' ' }, 'number'],
    [{ number: 'two\nlines' }, 'number'],
    [{ currency: 'XXQ' }, 'currency'],
    [{ amount: 0 }, 'amount'],
    [{ amount: 10.005 }, 'amount'],
    [{ amount: '1e3' }, 'amount'],
    [{ from: '2026-05-06', to: '2026-05-05' }, 'to'],
    [{ from: 'May' }, 'from'],
    [{ costCentre: { id: 999_999 } }, 'costCentre'],
    [{ legalEntity: { id: 999_999 } }, 'legalEntity'],
  ] as const) {
    const refused = await create({ number: 'PO-2', ...body })
    const errors = refused.json<{ errors?: object }>().errors ?? {}
    expect([refused.statusCode, Object.keys(errors)], JSON.stringify(body)).toEqual([400, [name]])
  }
  const headers = { 'if-match': String(first.headers['etag']) }
  expect((await world.payer.caller.patch(`${path}/${id}`, { amount: 1200 }, { headers })).statusCode).toBe(
    204,
  )
  expect((await world.payer.caller.patch(`${path}/${id}`, { amount: 1300 }, { headers })).statusCode).toBe(
    412,
  )
  expect(await shown(id)).toMatchObject({ amount: 1200, version: 2 })
  const invoice = await posted('100')
  expect((await world.payer.caller.delete(`${path}/${id}`)).statusCode).toBe(409)
  await world.payer.caller.patch(`/v2/invoices/${invoice}`, { purchaseOrder: null })
  expect((await world.payer.caller.delete(`${path}/${id}`)).statusCode).toBe(204)
})

test('what remains is the amount without what is approved and pending, as in docs/money.md [I-196]', async () => {
  const id = await made()
  const first = await posted('400', { purchaseOrder: 'po 1' })
  expect(await shown(id)).toMatchObject({ approved: 0, pending: 0, remaining: 1000 })
  await world.payer.caller.patch(`/v2/invoices/${first}`, { purchaseOrder: 'po – 1' })
  const second = await posted('500')
  await posted('70', { currency: 'EUR' })
  await posted('30', { purchaseOrder: null })
  expect(await shown(id)).toMatchObject({
    approved: 0,
    pending: 900,
    remaining: 100,
    invoicesInOtherCurrencies: 1,
  })
  await approve(first, { fees: 250 })
  expect(await shown(id)).toMatchObject({ approved: 250, pending: 500, remaining: 250 })
  await world.payer.caller.post(`/v2/invoices/${second}/decline`, { reason: 'Not agreed' })
  expect(await shown(id)).toMatchObject({ approved: 250, pending: 0, remaining: 750 })
  await world.payer.caller.post(`/v2/invoices/${first}/pay`, {})
  expect(await shown(id)).toMatchObject({ approved: 250 })
  const listed = await world.payer.caller.get(`${path}?$filter=Remaining gt 700 and Open eq true`)
  expect(listed.json()).toMatchObject({ items: [{ id, remaining: 750 }] })
})

test('what speaks against billing an invoice there is said before it is approved [I-197]', async () => {
  const { payer, matterId } = world
  const nothing = await posted('10', { purchaseOrder: 'NO-1' })
  expect(await problemsOf(nothing)).toEqual([])
  const other = await insertMatter(parts.app, { owner: payer.user })
  const id = await made({ amount: 500, matter: { id: other }, from: '2026-05-07' })
  expect(await problemsOf(nothing)).toEqual(['unknown'])
  const invoice = await posted('500.01')
  expect(await problemsOf(invoice)).toEqual(['exceeded', 'otherMatter', 'outsideDays'])
  await payer.caller.patch(`${path}/${id}`, { matter: { id: matterId }, from: null, open: false })
  expect(await problemsOf(invoice)).toEqual(['exceeded', 'closed'])
  await payer.caller.post(`/v2/invoices/${invoice}/review/lines`, {
    lines: [{ number: 1, decision: 'Reduced', approvedAmount: 500, reason: 'Other', note: 'As ordered' }],
  })
  expect(await problemsOf(invoice)).toEqual(['closed'])
  expect(await problemsOf(await posted('1', { currency: 'EUR' }))).toEqual(['otherCurrency', 'closed'])
})

test('of two approvals at once both count, and the history says once by how much the order is exceeded [I-198]', async () => {
  const { payer, matterId } = world
  const id = await made()
  const [one, two] = [await posted('600'), await posted('600')]
  expect([await problemsOf(one), await problemsOf(two)]).toEqual([[], []])
  const answers = await Promise.all([approve(one), approve(two)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await shown(id)).toMatchObject({ approved: 1200, remaining: -200 })
  expect(await problemsOf(one)).toEqual(['exceeded'])
  const history = async (caller: typeof payer.caller) =>
    (await caller.get(`/v2/matters/${matterId}/history?$top=100`)).json<{
      items: readonly { action: string; changes: readonly { property: string; to: unknown }[] }[]
    }>().items
  const exceeded = (await history(payer.caller)).filter(({ action }) => action === 'purchaseOrder.exceeded')
  expect(exceeded).toHaveLength(1)
  expect(exceeded[0]?.changes.find(({ property }) => property === 'exceededBy')?.to).toBe('GBP 200')
  expect((await history(world.lawyer.caller)).map(({ action }) => action)).not.toContain(
    'purchaseOrder.exceeded',
  )
})

test('law firms see the number and what remains of their own orders, nothing else [I-199]', async () => {
  const { lawyer, payer } = world
  const admin = await callerFor(
    parts,
    await createUser(parts.app, { organisationId: world.organisationId, role: 'Administrator' }),
  )
  const centre = (await admin.post('/v2/costCentres', { code: '4100', name: 'Litigation' })).json<{
    id: number
  }>()
  const id = await made({ costCentre: { id: centre.id }, note: 'Not for them' })
  const hidden = await insertMatter(parts.app, { owner: payer.user })
  await made({ number: 'PO-2', matter: { id: hidden } })
  const invoice = await posted('100')
  const { items } = (await lawyer.caller.get(path)).json<{ items: object[] }>()
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({
    id,
    number: 'PO-1',
    remaining: 900,
    amount: null,
    approved: null,
    pending: null,
    note: null,
    costCentre: null,
  })
  expect((await lawyer.caller.get(`${path}?$filter=Amount gt 1`)).json()).toMatchObject({ items: [] })
  expect((await lawyer.caller.get(`${path}?$filter=contains(Note,'Not')`)).json()).toMatchObject({
    items: [],
  })
  expect((await lawyer.caller.get(`/v2/invoices/${invoice}/purchaseOrder`)).statusCode).toBe(403)
  expect((await lawyer.caller.patch(`${path}/${id}`, { open: false })).statusCode).toBe(403)
  expect((await lawyer.caller.delete(`${path}/${id}`)).statusCode).toBe(403)
  const body = { firm: { id: world.firmId }, number: 'X', currency: 'GBP', amount: 1 }
  expect((await lawyer.caller.post(path, body)).statusCode).toBe(403)
  const { id: otherFirm } = await createOrganisation(parts.app, { type: 'ServiceProvider' })
  const stranger = await callerFor(
    parts,
    await createUser(parts.app, {
      organisationId: otherFirm,
      role: 'MatterManager',
      permissions: ['ManageInvoices'],
    }),
  )
  expect((await stranger.get(path)).json()).toMatchObject({ items: [] })
  expect((await stranger.get(`${path}/${id}`)).statusCode).toBe(404)
})

test('an invoice begins with the cost centre of its order, before that of its matter [I-200]', async () => {
  const { payer, matterId, organisationId } = world
  const admin = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
  const add = async (code: string) =>
    (await admin.post('/v2/costCentres', { code, name: code })).json<{ id: number }>().id
  const [ofOrder, ofMatter] = [await add('4100'), await add('4200')]
  await payer.caller.put(`/v2/matters/${matterId}/allocation`, {
    shares: [{ costCentre: { id: ofMatter }, percent: 100 }],
  })
  await made({ costCentre: { id: ofOrder } })
  const allocated = async (invoice: number) =>
    (await payer.caller.get(`/v2/invoices/${invoice}/allocation`))
      .json<{ shares: readonly { costCentre: { code: string }; percent: number }[] }>()
      .shares.map(({ costCentre, percent }) => [costCentre.code, percent])
  expect(await allocated(await posted('10'))).toEqual([['4100', 100]])
  expect(await allocated(await posted('10', { purchaseOrder: null }))).toEqual([['4200', 100]])
  expect((await admin.delete(`/v2/costCentres/${ofOrder}`)).statusCode).toBe(409)
})

test('another order that is named on an approved invoice and exceeded by it is in the history [I-216]', async () => {
  const { payer, matterId } = world
  await made({ amount: 100 })
  const invoice = await posted('150', { purchaseOrder: null })
  await approve(invoice)
  const historyOf = async () => (await payer.caller.get(`/v2/matters/${matterId}/history`)).body
  expect(await historyOf()).not.toContain('purchaseOrder.exceeded')
  const named = await payer.caller.patch(`/v2/invoices/${invoice}`, { purchaseOrder: 'po-1' })
  expect(named.statusCode, named.body).toBe(204)
  expect(await historyOf()).toContain('GBP 50')
  // noting something else says nothing again
  await payer.caller.patch(`/v2/invoices/${invoice}`, { internalNotes: 'Seen' })
  expect((await historyOf()).match(/purchaseOrder\.exceeded/g)).toHaveLength(1)
})
