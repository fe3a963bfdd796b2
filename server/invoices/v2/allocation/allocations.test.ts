// Allocations of invoices over cost centres and legal entities: shares, amounts, who changes them and until when.
import { beforeEach, expect, test } from 'vitest'
import { approvedInvoice, exportsPath } from '../../../../test/fixtures/finance-exports.ts'
import {
  createInvoiceWorld,
  draftInvoice,
  type InvoiceWorld,
  moveInvoiceTo,
} from '../../../../test/fixtures/invoices.ts'
import { createUser } from '../../../../test/factories.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { partsOfAmount } from '../../allocation/parts.ts'

const parts = useTestApp()
let world: InvoiceWorld
let admin: Caller
let centres: { readonly litigation: number; readonly property: number; readonly tax: number }
let entity: number
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
  const { organisationId } = world
  admin = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
  const add = async (path: string, code: string, name: string) =>
    (await admin.post(path, { code, name })).json<{ id: number }>().id
  centres = {
    litigation: await add('/v2/costCentres', '4100', 'Litigation'),
    property: await add('/v2/costCentres', '4200', 'Property'),
    tax: await add('/v2/costCentres', '4300', 'Tax'),
  }
  entity = await add('/v2/legalEntities', 'HF', 'Harbour Foods Ltd')
})

const share = (costCentre: number, percent: number | string) => ({ costCentre: { id: costCentre }, percent })
const pathOf = (invoice: number) => `/v2/invoices/${invoice}/allocation`
const setDefault = (shares: readonly object[]) =>
  world.payer.caller.put(`/v2/matters/${world.matterId}/allocation`, { shares })
async function posted(unitPrice = '187.50', currency = 'GBP') {
  const { lawyer, matterId } = world
  const lines = [{ kind: 'Fee', description: 'Advice', quantity: '1', unitPrice, taxRate: '20' }] as const
  const id = await draftInvoice(parts.app, lawyer.actor, matterId, { currency, lines })
  return moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
}
const errorsIn = ({ body }: { readonly body: string }) =>
  Object.keys((JSON.parse(body) as { errors?: object }).errors ?? {})

test('an invoice begins with what its matter says, in amounts that are exactly its sums [I-187, I-188]', async () => {
  const { payer, matterId } = world
  const before = await posted()
  expect((await payer.caller.get(pathOf(before))).json()).toMatchObject({ shares: [] })
  const set = await setDefault([
    { ...share(centres.litigation, 60), legalEntity: { id: entity } },
    share(centres.property, '40.0000'),
  ])
  expect(set.statusCode, set.body).toBe(200)
  expect(set.json()).toMatchObject({
    shares: [
      { costCentre: { code: '4100' }, legalEntity: { code: 'HF', name: 'Harbour Foods Ltd' }, percent: 60 },
      { costCentre: { code: '4200' }, legalEntity: null, percent: 40 },
    ],
  })
  const invoice = await posted('100.01')
  const shown = await payer.caller.get(pathOf(invoice))
  expect(shown.json()).toMatchObject({
    shares: [
      { costCentre: { code: '4100' }, percent: 60, billedNet: 60.01, billedTax: 12, approvedNet: null },
      { costCentre: { code: '4200' }, percent: 40, billedNet: 40, billedTax: 8 },
    ],
    currency: 'GBP',
    can: { change: true, needsReason: false },
  })
  // those that are posted already stay as they are
  await setDefault([share(centres.tax, 100)])
  expect((await payer.caller.get(pathOf(invoice))).json()).toMatchObject({ shares: [{ percent: 60 }, {}] })
  expect((await payer.caller.get(pathOf(before))).json()).toMatchObject({ shares: [] })

  const approved = await payer.caller.post(`/v2/invoices/${invoice}/approve`, { fees: 50.03 })
  expect(approved.statusCode, approved.body).toBe(200)
  const after = (await payer.caller.get(pathOf(invoice))).json<{ shares: Record<string, number>[] }>()
  expect(after.shares.map(({ approvedNet, approvedTax }) => [approvedNet, approvedTax])).toEqual([
    [30.02, 6.01],
    [20.01, 4],
  ])
  expect((await payer.caller.get(`/v2/matters/${matterId}/allocation`)).statusCode).toBe(200)
})

test('amounts are shared out by largest fraction, also below zero and without decimals: docs/money.md [I-188]', () => {
  expect(partsOfAmount('100.00', ['33.3333', '33.3333', '33.3334'], 'GBP')).toEqual([
    '33.33',
    '33.33',
    '33.34',
  ])
  expect(partsOfAmount('0.05', ['50', '50'], 'GBP')).toEqual(['0.03', '0.02'])
  expect(partsOfAmount('-0.05', ['50', '50'], 'GBP')).toEqual(['-0.03', '-0.02'])
  expect(partsOfAmount('101', ['50', '25', '25'], 'JPY')).toEqual(['51', '25', '25'])
  expect(partsOfAmount('10.005', ['50', '50'], 'GBP')).toEqual(['5.003', '5.002'])
  expect(partsOfAmount('0', ['99.9999', '0.0001'], 'GBP')).toEqual(['0.00', '0.00'])
})

test('shares are 100 % together, of active entries of the own lists, each named once [I-189]', async () => {
  const { payer, firmId } = world
  const { litigation, property, tax } = centres
  const invoice = await posted()
  const lawyers = await callerFor(
    parts,
    await createUser(parts.app, { organisationId: firmId, role: 'Administrator' }),
  )
  const theirs = (await lawyers.post('/v2/costCentres', { code: '1', name: 'Theirs' })).json<{ id: number }>()
    .id
  await admin.patch(`/v2/costCentres/${tax}`, { active: false })
  const wrong: readonly (readonly [unknown, string])[] = [
    [[share(litigation, 60), share(property, 39.9999)], 'shares'],
    [[share(litigation, 60), share(property, 40.0001)], 'shares'],
    [[share(litigation, 100), share(property, 0)], 'shares[1].percent'],
    [[share(litigation, -5), share(property, 105)], 'shares[0].percent'],
    [[share(litigation, '33.33333'), share(property, '66.66667')], 'shares[0].percent'],
    [[share(litigation, '1e2')], 'shares[0].percent'],
    [[share(litigation, 50), share(litigation, 50)], 'shares[1].costCentre'],
    [[{ percent: 100 }], 'shares[0].costCentre'],
    [[{ costCentre: null, legalEntity: null, percent: 100 }], 'shares[0].costCentre'],
    [[share(theirs, 100)], 'shares[0].costCentre.id'],
    [[{ legalEntity: { id: 999_999 }, percent: 100 }], 'shares[0].legalEntity.id'],
    [[share(tax, 100)], 'shares[0].costCentre.id'],
    [Array.from({ length: 101 }, () => share(litigation, 1)), 'shares'],
    ['all', 'shares'],
    [undefined, 'shares'],
  ]
  for (const [shares, name] of wrong) {
    const answer = await payer.caller.put(pathOf(invoice), { shares })
    expect([answer.statusCode, errorsIn(answer)[0]], JSON.stringify(shares)).toEqual([400, name])
    expect((await setDefault(shares as object[])).statusCode).toBe(400)
  }
  expect((await payer.caller.get(pathOf(invoice))).json()).toMatchObject({ shares: [] })
  // what is inactive now stays where it is named
  await admin.patch(`/v2/costCentres/${tax}`, { active: true })
  await payer.caller.put(pathOf(invoice), { shares: [share(tax, 100)] })
  await admin.patch(`/v2/costCentres/${tax}`, { active: false })
  const kept = await payer.caller.put(pathOf(invoice), { shares: [share(tax, 50), share(litigation, 50)] })
  expect([kept.statusCode, kept.json<{ shares: object[] }>().shares.length]).toEqual([200, 2])
})

test('reviewers change it until the approval, those who approve with a reason until the export [I-190]', async () => {
  const { payer, member, matterId, lawyer } = world
  const { litigation, property } = centres
  await setDefault([share(litigation, 100)])
  const draft = await draftInvoice(parts.app, lawyer.actor, matterId, { currency: 'GBP' })
  expect((await payer.caller.put(pathOf(draft), { shares: [] })).statusCode).toBe(404)
  const declined = await posted()
  await payer.caller.post(`/v2/invoices/${declined}/decline`, { reason: 'Not ours' })
  expect((await payer.caller.put(pathOf(declined), { shares: [] })).statusCode).toBe(409)

  const id = await posted()
  const etag = String((await payer.caller.get(pathOf(id))).headers['etag'])
  const headers = { 'if-match': etag }
  const first = await payer.caller.put(pathOf(id), { shares: [share(property, 100)] }, { headers })
  expect(first.statusCode, first.body).toBe(200)
  expect((await payer.caller.put(pathOf(id), { shares: [] }, { headers })).statusCode).toBe(412)
  expect((await member.caller.get(pathOf(id))).json()).toMatchObject({ can: { change: false } })
  expect((await member.caller.put(pathOf(id), { shares: [] })).statusCode).toBe(403)

  expect((await payer.caller.post(`/v2/invoices/${id}/approve`, {})).statusCode).toBe(200)
  const change = { shares: [share(litigation, 25), share(property, 75)] }
  const refused = await payer.caller.put(pathOf(id), change)
  expect([refused.statusCode, errorsIn(refused)]).toEqual([400, ['reason']])
  const late = await payer.caller.put(pathOf(id), { ...change, reason: 'Two buildings' })
  expect(late.json()).toMatchObject({
    shares: [{ approvedNet: 46.88 }, { approvedNet: 140.62 }],
    can: { change: true, needsReason: true },
  })
  // the same again changes nothing, and needs no reason
  expect((await payer.caller.put(pathOf(id), change)).statusCode).toBe(200)
  const exported = await payer.caller.post(exportsPath, { invoices: [{ id }] })
  expect((await payer.caller.put(pathOf(id), { shares: [], reason: 'Late' })).statusCode).toBe(409)
  expect((await payer.caller.get(pathOf(id))).json()).toMatchObject({ can: { change: false } })
  const { id: exportId } = exported.json<{ id: number }>()
  await payer.caller.post(`${exportsPath}/${exportId}/withdraw`, { reason: 'Wrong month' })
  expect((await payer.caller.put(pathOf(id), { shares: [], reason: 'Not known' })).statusCode).toBe(200)

  const history = await payer.caller.get(`/v2/matters/${matterId}/history?$top=100`)
  expect(history.body).toContain('25 % 4100 Litigation; 75 % 4200 Property')
  expect(history.body).toContain('Two buildings')
})

test('law firms see nothing of it, in no answer and no history [I-191]', async () => {
  const { payer, lawyer, matterId } = world
  await setDefault([{ ...share(centres.litigation, 100), legalEntity: { id: entity } }])
  const id = await posted()
  await payer.caller.put(pathOf(id), { shares: [share(centres.property, 100)] })
  await payer.caller.post(`/v2/invoices/${id}/approve`, {})
  for (const path of [
    `/v2/invoices/${id}`,
    '/v2/invoices?$top=10',
    `/v2/matters/${matterId}`,
    `/v2/matters/${matterId}/history?$top=100`,
    '/v2/invoices/export?format=json',
    '/v2/costCentres',
  ]) {
    const answer = await lawyer.caller.get(path)
    expect(answer.statusCode, path).toBe(200)
    expect(answer.body, path).not.toMatch(/Litigation|Property|4100|4200|Harbour|llocation/)
  }
  for (const path of [pathOf(id), `/v2/matters/${matterId}/allocation`]) {
    expect((await lawyer.caller.get(path)).statusCode, path).toBe(403)
    expect((await lawyer.caller.put(path, { shares: [] })).statusCode, path).toBe(403)
  }
})

test('an export to finance hands over each share with its amounts, as it was then [I-192]', async () => {
  const { payer } = world
  await setDefault([share(centres.litigation, 60), { legalEntity: { id: entity }, percent: 40 }])
  const id = await approvedInvoice(parts.app, world)
  await setDefault([])
  const bare = await approvedInvoice(parts.app, world, { number: 'BARE-1' })
  const made = await payer.caller.post(exportsPath, { invoices: [{ id }, { id: bare }] })
  const path = `${exportsPath}/${made.json<{ id: number }>().id}/allocations/export`
  await admin.patch(`/v2/costCentres/${centres.litigation}`, { name: 'Renamed' })
  const rows = (await payer.caller.get(`${path}?format=json`)).json<Record<string, unknown>[]>()
  expect(rows).toMatchObject([
    {
      invoiceId: id,
      costCentre: '4100',
      costCentreName: 'Litigation',
      entity: null,
      percent: '60',
      approvedNet: '192',
      approvedTax: '27',
      approvedTotal: '219',
    },
    {
      invoiceId: id,
      costCentre: null,
      entity: 'HF',
      entityName: 'Harbour Foods Ltd',
      percent: '40',
      approvedNet: '128',
      approvedTax: '18',
    },
    {
      invoiceId: bare,
      costCentre: null,
      entity: null,
      percent: '100',
      approvedNet: '320',
      approvedTax: '45',
    },
  ])
  const csv = (await payer.caller.get(`${path}?format=csv`)).body
  expect(csv).toContain('Cost centre')
  expect(csv.trim().split('\n')).toHaveLength(4)
  expect((await world.lawyer.caller.get(path)).statusCode).toBe(403)
})
