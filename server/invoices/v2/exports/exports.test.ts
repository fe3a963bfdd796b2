// Exports to finance: made, downloaded, acknowledged, paid and withdrawn.
import { beforeEach, expect, test } from 'vitest'
import { approvedInvoice, exportsPath } from '../../../../test/fixtures/finance-exports.ts'
import {
  createInvoiceWorld,
  draftInvoice,
  type InvoiceWorld,
  moveInvoiceTo,
} from '../../../../test/fixtures/invoices.ts'
import { useTestApp } from '../../../../test/test-app.ts'

interface Shown {
  readonly id: number
  readonly number: number
  readonly status: string
  readonly reference: string | null
  readonly invoiceCount: number
  readonly hiddenInvoices: number
  readonly totals: readonly object[]
  readonly invoices: readonly { readonly id: number; readonly status: string }[]
}

const parts = useTestApp()
let world: InvoiceWorld
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
})

const approved = (values: Parameters<typeof approvedInvoice>[2] = {}) =>
  approvedInvoice(parts.app, world, values)

const exportThese = (...ids: readonly number[]) =>
  world.payer.caller.post(exportsPath, { invoices: ids.map((id) => ({ id })) })
const made = async (...ids: readonly number[]) => (await exportThese(...ids)).json<Shown>()
const detail = ({ body }: { body: string }) => (JSON.parse(body) as { detail: string }).detail

test('approved invoices are exported together, under a number, all or none [I-108]', async () => {
  const { payer, lawyer, matterId } = world
  const [one, other] = [await approved(), await approved()]
  const answer = await payer.caller.post(exportsPath, {
    invoices: [{ id: one }, { id: other }],
    note: 'November',
  })
  expect([answer.statusCode, answer.headers['etag']]).toEqual([201, '"1"'])
  expect(answer.json()).toMatchObject({
    number: 1,
    status: 'Open',
    note: 'November',
    invoiceCount: 2,
    hiddenInvoices: 0,
    totals: [{ currency: 'GBP', total: 730 }],
    invoices: [
      {
        id: one,
        billedTotal: 451.25,
        adjustment: -75,
        approvedNet: 320,
        approvedTax: 45,
        approvedTotal: 365,
      },
      { id: other },
    ],
    can: { download: true, acknowledge: true, withdraw: true },
  })
  const posted = await draftInvoice(parts.app, lawyer.actor, matterId, { number: 'P-1' })
  await moveInvoiceTo(parts.app, lawyer.actor, posted, 'Posted')
  const third = await approved({ number: 'A-3' })
  const refused = await exportThese(third, posted, one)
  expect([refused.statusCode, detail(refused)]).toEqual([
    409,
    expect.stringMatching(/P-1 is Posted; INV-\d+ is in export 1 already/),
  ])
  const wrong = await exportThese(third, third, 999_999)
  expect([wrong.statusCode, Object.keys(wrong.json<{ errors: object }>().errors)]).toEqual([
    400,
    ['invoices[1].id', 'invoices[2].id'],
  ])
  expect((await payer.caller.post(exportsPath, { invoices: [] })).statusCode).toBe(400)
  const many = Array.from({ length: 501 }, (_, index) => ({ id: index + 1 }))
  expect((await payer.caller.post(exportsPath, { invoices: many })).statusCode).toBe(400)
  expect(await made(third)).toMatchObject({ number: 2 })
  const listed = await payer.caller.get(`${exportsPath}?$orderby=Number desc&$filter=Status eq 'Open'`)
  expect(listed.json<{ items: Shown[] }>().items.map(({ number, totals }) => [number, totals])).toEqual([
    [2, [{ currency: 'GBP', total: 365 }]],
    [1, [{ currency: 'GBP', total: 730 }]],
  ])
  const ready = await payer.caller.get("/v2/invoices?$filter=Status eq 'Approved' and FinanceExport eq null")
  expect(ready.json<{ items: object[] }>().items).toEqual([])
})

test('an invoice is in one export at most, also of many that are made at once [I-108]', async () => {
  const [one, other] = [await approved(), await approved()]
  const answers = await Promise.all([
    exportThese(one, other),
    exportThese(other, one),
    exportThese(one),
    exportThese(other),
  ])
  const codes = answers.map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code !== 201 && code !== 409)).toEqual([])
  const { rows } = await parts.app.database.pool.query<{ n: string }>(
    'select count(*) as n from finance_export_invoices where organisation_id = $1 and not withdrawn',
    [world.organisationId],
  )
  expect(Number(rows[0]?.n)).toBe(2)
  // whatever an operation might overlook, the database refuses
  await parts.app.database.pool.query(
    `insert into finance_exports (organisation_id, number, status, created_by, created_at) values ($1, 99, 'Open', $2, now());`,
    [world.organisationId, world.payer.user.id],
  )
  await expect(
    parts.app.database.pool.query(
      `insert into finance_export_invoices (organisation_id, export_id, invoice_id, content)
        select organisation_id, id, $2, '{}' from finance_exports where organisation_id = $1 and number = 99`,
      [world.organisationId, one],
    ),
  ).rejects.toThrow('finance_export_invoices_once')
})

test('an export is downloaded as it was made, without formulas, with its lines [I-109]', async () => {
  const { payer, matterId } = world
  const one = await approved({ number: '=HYPERLINK("x")', description: '+1' })
  const { id } = await made(one)
  await payer.caller.patch(`/v2/matters/${matterId}`, { name: 'Renamed' })
  const csv = await payer.caller.get(`${exportsPath}/${id}/invoices/export?format=csv`)
  expect([csv.statusCode, csv.headers['content-type'], csv.headers['content-disposition']]).toEqual([
    200,
    expect.stringContaining('text/csv'),
    'attachment; filename="finance-export-1-invoices.csv"',
  ])
  expect(csv.body.split('\r\n')[0]).toContain('Export,Invoice id,Invoice number,Invoice date')
  expect(csv.body).toContain(`"'=HYPERLINK(""x"")"`)
  expect(csv.body).not.toContain('Renamed')
  const [row] = (await payer.caller.get(`${exportsPath}/${id}/invoices/export?format=json`)).json<object[]>()
  expect(row).toMatchObject({
    export: 1,
    invoiceId: one,
    currency: 'GBP',
    billedNet: '395',
    billedTotal: '451.25',
    adjustment: '-75',
    approvedFees: '300',
    approvedNet: '320',
    approvedTax: '45',
    approvedTotal: '365',
  })
  const lines = (await payer.caller.get(`${exportsPath}/${id}/lines/export?format=json`)).json<
    { line: number; adjustment: string; approvedNet: string }[]
  >()
  expect(lines.map((each) => [each.line, Number(each.adjustment), Number(each.approvedNet)])).toEqual([
    [1, -75, 300],
    [2, 0, 20],
  ])
  expect((await payer.caller.get(`${exportsPath}/${id}/invoices/export?format=pdf`)).statusCode).toBe(400)
  expect((await payer.caller.get(`${exportsPath}/${id}/invoices/export?$filter=1`)).statusCode).toBe(400)
})

test('finance acknowledges an export; again changes nothing, anything else is refused [I-110]', async () => {
  const { payer } = world
  const [one, other] = [await approved(), await approved()]
  const { id } = await made(one, other)
  const path = `${exportsPath}/${id}`
  const pay = (body: object) => payer.caller.post(`${path}/payments`, { invoices: [body] })
  const paidDateUtc = '2026-03-01T10:00:00Z'
  expect((await pay({ id: one, paidDateUtc })).statusCode).toBe(409)
  const body = {
    reference: 'AP-7',
    invoices: [{ id: one, reference: 'V-1', paidDateUtc, paymentReference: 'P-1' }],
  }
  const first = await payer.caller.post(`${path}/acknowledge`, body)
  expect([first.statusCode, first.json()]).toMatchObject([
    200,
    {
      status: 'Acknowledged',
      reference: 'AP-7',
      version: 2,
      invoices: [
        { id: one, status: 'Paid', reference: 'V-1', paymentReference: 'P-1' },
        { id: other, status: 'Approved', reference: null },
      ],
      can: { acknowledge: false, withdraw: false },
    },
  ])
  expect((await payer.caller.post(`${path}/acknowledge`, body)).json()).toEqual(first.json())
  for (const different of [
    { ...body, reference: 'AP-8' },
    { reference: 'AP-7' },
    { ...body, invoices: [{ id: one, reference: 'V-1', paidDateUtc: '2026-03-02T10:00:00Z' }] },
  ]) {
    expect((await payer.caller.post(`${path}/acknowledge`, different)).statusCode).toBe(409)
  }
  expect((await payer.caller.post(`${path}/acknowledge`, { reference: ' ' })).statusCode).toBe(400)
  const later = { id: other, paidDateUtc, paymentReference: 'P-2' }
  expect((await pay(later)).json()).toMatchObject({
    invoices: [{}, { status: 'Paid', paymentReference: 'P-2' }],
  })
  expect((await pay(later)).statusCode).toBe(200)
  expect((await pay({ ...later, paymentReference: 'P-3' })).statusCode).toBe(409)
  expect((await pay({ id: other })).statusCode).toBe(400)
  expect((await payer.caller.get(`/v2/invoices/${other}`)).json()).toMatchObject({
    paidDateUtc: '2026-03-01T10:00:00.000Z',
    paymentNote: 'P-2',
    financeExport: { number: 1, status: 'Acknowledged', reference: 'AP-7' },
  })
})

test('of two different acknowledgements at once one is taken [I-110]', async () => {
  const { id } = await made(await approved())
  const codes = (
    await Promise.all(
      ['A', 'B'].map((reference) =>
        world.payer.caller.post(`${exportsPath}/${id}/acknowledge`, { reference }),
      ),
    )
  ).map(({ statusCode }) => statusCode)
  expect(codes.toSorted()).toEqual([200, 409])
})

test('an export is withdrawn until it is acknowledged; its invoices stay as they are meanwhile [I-111]', async () => {
  const { payer } = world
  const one = await approved()
  const { id } = await made(one)
  // and it is not offered [I-226]
  expect((await payer.caller.get(`/v2/invoices/${one}`)).json()).toMatchObject({ can: { void: false } })
  const voided = await payer.caller.post(`/v2/invoices/${one}/void`, {})
  expect([voided.statusCode, detail(voided)]).toEqual([
    409,
    expect.stringContaining('withdraw the export first'),
  ])
  expect((await payer.caller.post(`${exportsPath}/${id}/withdraw`, {})).statusCode).toBe(400)
  const reason = { reason: 'Wrong month' }
  const stale = { headers: { 'if-match': '"7"' } }
  expect((await payer.caller.post(`${exportsPath}/${id}/withdraw`, reason, stale)).statusCode).toBe(412)
  expect((await payer.caller.post(`${exportsPath}/${id}/withdraw`, reason)).json()).toMatchObject({
    status: 'Withdrawn',
    withdrawnBecause: 'Wrong month',
    invoiceCount: 1,
  })
  expect((await payer.caller.post(`${exportsPath}/${id}/withdraw`, reason)).statusCode).toBe(409)
  expect((await payer.caller.post(`${exportsPath}/${id}/acknowledge`, { reference: 'A' })).statusCode).toBe(
    409,
  )
  expect((await payer.caller.get(`/v2/invoices/${one}`)).json()).toMatchObject({ financeExport: null })
  const again = await made(one)
  expect(again).toMatchObject({ number: 2 })
  await payer.caller.post(`${exportsPath}/${again.id}/acknowledge`, { reference: 'A' })
  expect((await payer.caller.post(`${exportsPath}/${again.id}/withdraw`, reason)).statusCode).toBe(409)
  const final = await payer.caller.post(`/v2/invoices/${one}/void`, {})
  expect([final.statusCode, detail(final)]).toEqual([409, expect.stringContaining('credit note')])
})

test('a call with a key makes one export, however often it is sent [I-108]', async () => {
  const one = await approved()
  const headers = { 'idempotency-key': 'run-2026-11' }
  const send = () => world.payer.caller.post(exportsPath, { invoices: [{ id: one }] }, { headers })
  const [first, second] = [await send(), await send()]
  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(second.json<Shown>().id).toBe(first.json<Shown>().id)
})
