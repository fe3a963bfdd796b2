// Tax codes of lines in LEDES files, and what finance is handed over of them.
import { beforeEach, expect, test } from 'vitest'
import { ledes1998B, ledes98BI, rows1998B, rows98BI } from '../../../../test/documents/ledes.ts'
import { createTaxWorld, taxedLine, type TaxWorld } from '../../../../test/fixtures/taxes.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { internalTransaction } from '../../../platform/events/change.ts'

const parts = useTestApp()
let world: TaxWorld
beforeEach(async () => {
  world = await createTaxWorld(parts)
  await internalTransaction(parts.app, (tx) =>
    tx
      .updateTable('matters')
      .set({ reference: 'C-1', manager_reference: 'M-1' })
      .where('organisation_id', '=', world.organisationId)
      .where('id', '=', world.matterId)
      .execute(),
  )
})

const always = { rates: [{ from: '1990-01-01', rate: 15 }] }
const none = { kind: 'Zero', rates: [{ from: '1990-01-01', rate: 0 }] }

/** The codes and rates of the lines of a file that is imported. */
async function imported(file: string) {
  const answer = await world.lawyer.caller.post('/v2/invoices/imports', file, {
    headers: { 'content-type': 'text/plain' },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  const [invoice] = answer.json<{ invoices: readonly { id: number }[] }>().invoices
  const { lines, ...shown } = await world.shown(invoice?.id ?? 0)
  return { ...shown, codes: lines.map(({ taxCode, taxRate }) => [taxRate, taxCode?.code ?? null]) }
}

test('a line of a file has the only code of the country that bills its rate [I-223]', async () => {
  await world.code('NZ15', 15, { country: 'NZ', ...always })
  await world.code('NZ-RC', 15, { country: 'NZ', kind: 'ReverseCharge', ...always })
  await world.code('AU15', 15, { country: 'AU', ...always })
  await world.code('OLD', 15, { country: 'NZ', active: false, ...always })
  const first = await imported(ledes98BI(rows98BI({ LAW_FIRM_COUNTRY: 'nz', INVOICE_NUMBER: 'A-1' })))
  expect(new Set(first.codes.map(String))).toEqual(new Set(['15,NZ15']))
  // two countries fit where the file names none
  const second = await imported(ledes98BI(rows98BI({ LAW_FIRM_COUNTRY: '', INVOICE_NUMBER: 'A-2' })))
  expect(new Set(second.codes.map(String))).toEqual(new Set(['15,']))
  expect(second).toMatchObject({ totalTax: first.totalTax, total: first.total })
  // a format without taxes says that none is billed, which fits one code
  await world.code('NZ0', 0, { country: 'NZ', ...none })
  const third = await imported(ledes1998B(rows1998B({ INVOICE_NUMBER: 'A-3' })))
  expect(new Set(third.codes.map(String))).toEqual(new Set(['0,NZ0']))
})

test('the country that the client keeps of a firm goes before that of the file, in all formats [I-271]', async () => {
  await world.code('NZ15', 15, { country: 'NZ', ...always })
  await world.code('AU15', 15, { country: 'AU', ...always })
  await world.code('NZ0', 0, { country: 'NZ', ...none })
  await world.code('AU0', 0, { country: 'AU', ...none })
  const codesOf = async (file: string) => [...new Set((await imported(file)).codes.map(String))]
  const inNewZealand = ledes98BI(rows98BI({ LAW_FIRM_COUNTRY: 'NZ', INVOICE_NUMBER: 'A-1' }))
  expect(await codesOf(inNewZealand)).toEqual(['15,NZ15'])
  expect(await codesOf(ledes1998B(rows1998B({ INVOICE_NUMBER: 'A-2' })))).toEqual(['0,'])
  const set = await world.admin.patch(`/v2/lawFirms/${world.firmId}`, { country: 'AU' })
  expect(set.statusCode, set.body).toBe(204)
  const [file] = [ledes98BI(rows98BI({ LAW_FIRM_COUNTRY: 'NZ', INVOICE_NUMBER: 'A-3' }))]
  expect(await codesOf(file)).toEqual(['15,AU15'])
  expect(await codesOf(ledes1998B(rows1998B({ INVOICE_NUMBER: 'A-4' })))).toEqual(['0,AU0'])
})

test('finance is handed over codes, cost and what is to be paid without what is withheld [I-224]', async () => {
  const half = await world.code('GB20', 20, {}, { recoverable: 50, withholding: 10 })
  const reverse = await world.code('GBRC', 20, { kind: 'ReverseCharge' })
  const id = await world.approved([
    taxedLine(100, { taxCode: { id: half } }),
    taxedLine(50, { taxCode: { id: reverse } }),
  ])
  const made = await world.payer.caller.post('/v2/financeExports', { invoices: [{ id }] })
  expect(made.statusCode, made.body).toBe(201)
  const exported = made.json<{ id: number; totals: object; invoices: readonly object[] }>()
  expect(exported.totals).toEqual([{ currency: 'GBP', total: 160 }])
  expect(exported.invoices).toMatchObject([
    { approvedTotal: 170, withheld: 10, toPay: 160, reverseChargeTax: 10, nonRecoverableTax: 10, cost: 160 },
  ])
  const path = `/v2/financeExports/${exported.id}`
  const invoices = await world.payer.caller.get(`${path}/invoices/export?format=json`)
  expect(JSON.parse(invoices.body)).toMatchObject([
    { approvedTotal: '170', withheld: '10', toPay: '160', reverseChargeTax: '10', cost: '160' },
  ])
  const lines = await world.payer.caller.get(`${path}/lines/export?format=csv`)
  const [head = '', ...rows] = lines.body.split('\r\n')
  const columns = head.split(',').map((name) => name.replaceAll('"', '').replace('\uFEFF', ''))
  const cells = (name: string) =>
    rows.filter(Boolean).map((row) => row.split(',')[columns.indexOf(name)]?.replaceAll('"', ''))
  expect(cells('Tax code')).toEqual(['GB20', 'GBRC'])
  expect(cells('Recoverable percent').map(Number)).toEqual([50, 100])
  expect(cells('Reverse charge tax').map(Number)).toEqual([0, 10])
  expect(cells('Withheld').map(Number)).toEqual([10, 0])
})
