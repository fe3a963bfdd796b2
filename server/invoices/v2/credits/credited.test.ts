// Credit notes in files, what counts them, who sees them, and what is left in whatever order they come.
import { beforeEach, describe, expect, test } from 'vitest'
import { exportsPath } from '../../../../test/fixtures/finance-exports.ts'
import { createCreditWorld, type CreditWorld, errorsIn } from '../../../../test/fixtures/credits.ts'
import { ledes1998B, rows1998B } from '../../../../test/documents/ledes.ts'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { compareDecimals, differenceOf, sumOf } from '../../../platform/decimal.ts'
import { internalTransaction } from '../../../platform/events/change.ts'

const parts = useTestApp()
let world: CreditWorld
beforeEach(async () => {
  world = await createCreditWorld(parts)
})

describe('in files', () => {
  const path = '/v2/invoices/imports'
  const send = (file: string, query = '') =>
    world.lawyer.caller.post(`${path}${query}`, file, { headers: { 'content-type': 'text/plain' } })
  const row = (INVOICE_NUMBER: string, INVOICE_DESCRIPTION: string, total: string) => ({
    ...rows1998B({ INVOICE_NUMBER, INVOICE_DESCRIPTION, INVOICE_TOTAL: total })[0],
    LINE_ITEM_NUMBER_OF_UNITS: '1',
    LINE_ITEM_UNIT_COST: total,
    LINE_ITEM_ADJUSTMENT_AMOUNT: '0',
    LINE_ITEM_TOTAL: total,
  })
  beforeEach(() =>
    internalTransaction(parts.app, (tx) =>
      tx
        .updateTable('matters')
        .set({ reference: 'C-1', manager_reference: 'M-1' })
        .where('organisation_id', '=', world.organisationId)
        .where('id', '=', world.matterId)
        .execute(),
    ),
  )

  test('a credit note names its invoice in the description; a mistake is named at its cell [I-206]', async () => {
    const invoice = await world.approved({ number: 'A-1', currency: 'USD' })
    await world.approved({ number: 'A-10', currency: 'USD' })
    const file = ledes1998B([
      row('N-1', 'Credit note for A-1, wrong rate', '-100.00'),
      row('N-2', 'Credit note for A-1', '-20.01'),
      row('N-3', 'Credit', '-5.00'),
    ])
    const report = (await send(file, '?checkOnly=true')).json<{ problems: object[] }>()
    expect(report.problems).toEqual([
      {
        row: 4,
        column: 8,
        field: 'INVOICE_DESCRIPTION',
        proposed: null,
        wholeInvoice: true,
        message:
          'USD 20.01 is more than what is left to credit of invoice A-1: USD 20.00, as USD 120.00 was approved and USD 100.00 is credited.',
      },
      {
        row: 5,
        column: 8,
        field: 'INVOICE_DESCRIPTION',
        proposed: null,
        wholeInvoice: true,
        message:
          'The total is negative, USD -5.00, and tied to nothing: name the approved invoice that it credits. Write its number in the description, such as "Credit note for INV-17".',
      },
    ])
    expect((await send(file)).statusCode).toBe(400)
    const sent = await send(ledes1998B([row('N-1', 'Credit note for A-1, wrong rate', '-100.00')]))
    expect(sent.statusCode, sent.body).toBe(201)
    const [made] = sent.json<{ invoices: { id: number }[] }>().invoices
    expect(await world.shown(made?.id ?? 0)).toMatchObject({ status: 'Posted', credits: { id: invoice } })
    const late = await send(ledes1998B([row('N-4', 'For A-1', '-20.01')]))
    expect([late.statusCode, Object.keys(errorsIn(late))]).toEqual([
      400,
      ['row 3, column 8 (INVOICE_DESCRIPTION)'],
    ])
  })
})

test('a credit note counts with its sign in budget, lists, allocation, reports and export [I-207]', async () => {
  const { payer, organisationId, matterId } = world
  const admin = await callerFor(
    parts,
    await createUser(parts.app, { organisationId, role: 'Administrator', permissions: ['ManageInvoices'] }),
  )
  const { id: centre } = (await admin.post('/v2/costCentres', { code: '1', name: 'One' })).json<{
    id: number
  }>()
  const invoice = await world.approved({ number: 'A-5' })
  await payer.caller.put(`/v2/invoices/${invoice}/allocation`, {
    shares: [{ costCentre: { id: centre }, percent: 100 }],
    reason: 'Known now',
  })
  const credit = await world.posted('-25', { id: invoice })
  await world.approve(credit)
  expect((await payer.caller.get(`/v2/invoices/${credit}/allocation`)).json()).toMatchObject({
    shares: [{ costCentre: { code: '1' }, approvedNet: -25, approvedTax: -5 }],
  })
  const listed = await payer.caller.get(
    `/v2/invoices?$filter=Credits/Id eq ${invoice} and Credits/Number eq 'A-5'&$select=Id`,
  )
  expect(listed.json<{ items: { id: number }[] }>().items.map(({ id }) => id)).toEqual([credit])
  const inCredit = await payer.caller.get('/v2/invoices?$filter=Credited gt 29 and Credits eq null')
  expect(inCredit.json()).toMatchObject({ items: [{ id: invoice, credited: 30, credits: null }] })
  const figures = await payer.caller.get(
    '/v2/reports/figures?list=invoices&by=currency&measures=approved,creditNotes',
  )
  expect(JSON.stringify(figures.json())).toContain('-25')
  await payer.caller.put(`/v2/matters/${matterId}/budget`, { amount: 200, currency: 'GBP', reason: 'Plan' })
  const exported = (
    await payer.caller.post(exportsPath, { invoices: [{ id: invoice }, { id: credit }] })
  ).json<{ id: number; totals: object[] }>()
  expect(exported.totals).toEqual([{ currency: 'GBP', total: 90 }])
  const rows = (await payer.caller.get(`${exportsPath}/${exported.id}/invoices/export?format=json`)).json<
    readonly object[] | { items: readonly object[] }
  >()
  expect(JSON.stringify(rows)).toContain('"creditsInvoice":"A-5"')
})

test('other firms learn nothing of a credit, and people of the firm see their own [I-202]', async () => {
  const invoice = await world.approved()
  const credit = await world.posted('-10', { id: invoice })
  await world.approve(credit)
  expect(await world.shown(invoice, world.lawyer.caller)).toMatchObject({
    credited: 12,
    creditNotes: [{ id: credit }],
  })
  const { id: otherFirm } = await createOrganisation(parts.app, { type: 'ServiceProvider' })
  const stranger = await createUser(parts.app, {
    organisationId: otherFirm,
    role: 'MatterManager',
    permissions: ['ManageInvoices'],
  })
  const other = await callerFor(parts, stranger)
  expect((await other.get(`/v2/invoices/${credit}`)).statusCode).toBe(404)
})

test('whatever is credited in any order, it is never more than was approved [I-203]', async () => {
  const invoice = await world.approved()
  const approvedTotal = '120'
  let taken = '0'
  for (const amount of ['30.10', '111.11', '29.90', '60.01', '60', '0.01']) {
    const id = await world.drafted('-1', {
      credits: { id: invoice },
      lines: [{ kind: 'Fee', description: 'Credit', unitPrice: `-${amount}` }],
    })
    const { statusCode } = await world.post(id)
    const fits = compareDecimals(amount, differenceOf(approvedTotal, taken)) <= 0
    expect([amount, statusCode]).toEqual([amount, fits ? 200 : 400])
    if (fits) taken = sumOf([taken, amount])
  }
  expect(taken).toBe('120.00')
})
