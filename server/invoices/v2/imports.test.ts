// Importing invoices from files, through the server.
import { beforeEach, describe, expect, test } from 'vitest'
import { form } from '../../../test/documents/forms.ts'
import { createInvoiceWorld, type InvoiceWorld } from '../../../test/fixtures/invoices.ts'
import {
  ledes1998B,
  ledes98BI,
  ledesXml,
  rows1998B,
  rows98BI,
  xmlInvoice,
} from '../../../test/documents/ledes.ts'
import { createUser } from '../../../test/factories.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { internalTransaction } from '../../platform/events/change.ts'

const parts = useTestApp()
let world: InvoiceWorld
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
  await call(world.matterId, 'C-1', 'M-1')
})

/** Gives the matter these names of the client and of the firm. */
const call = (matterId: number, reference: string | null, managerReference: string | null) =>
  internalTransaction(parts.app, (tx) =>
    tx
      .updateTable('matters')
      .set({ reference, manager_reference: managerReference })
      .where('organisation_id', '=', world.organisationId)
      .where('id', '=', matterId)
      .execute(),
  )

const path = '/v2/invoices/imports'
const text = { headers: { 'content-type': 'text/plain' } }
const send = (file: string | Buffer, query = '', caller = world.lawyer.caller) =>
  caller.post(`${path}${query}`, file, text)

const kept = async () =>
  (await world.payer.caller.get('/v2/invoices?$orderby=Number')).json<{
    items: { id: number; number: string; total: number }[]
  }>().items

const problemsOf = async (file: string | Buffer, caller = world.lawyer.caller) => {
  const answer = await send(file, '?checkOnly=true', caller)
  expect(answer.statusCode, answer.body).toBe(200)
  const report = answer.json<{ problems: { row: number; field: string; message: string }[] }>()
  return report.problems.map(({ row, field, message }) => [row, field, message])
}

test('a file becomes posted invoices, and is stored byte for byte [I-60]', async () => {
  const file = Buffer.from(`\uFEFF${ledes1998B(rows1998B({ INVOICE_DESCRIPTION: 'Für März' }))}\r\n`)
  const made = await send(file, '?fileName=March.txt')
  expect(made.statusCode, made.body).toBe(201)
  const { invoices } = made.json<{ invoices: { id: number }[] }>()
  expect(made.json()).toMatchObject({
    format: 'LEDES1998B',
    invoices: [
      { number: 'A-1', matter: { id: world.matterId }, currency: 'USD', lineCount: 3, total: 416.5 },
    ],
  })
  const id = invoices[0]?.id
  const shown = (await world.payer.caller.get(`/v2/invoices/${id}`)).json<{ lines: object[] }>()
  expect(shown).toMatchObject({
    number: 'A-1',
    status: 'Posted',
    matter: { id: world.matterId },
    serviceProvider: { id: world.firmId },
    description: 'Für März',
    invoiceDate: '2026-02-05',
    billingPeriod: { start: '2026-01-01', end: '2026-01-30' },
    currency: 'USD',
    fees: 14.5,
    disbursements: 402,
    totalTax: 0,
    total: 416.5,
    original: { name: 'March.txt', format: 'LEDES1998B', size: file.length },
    can: { approve: true, decline: true, change: false },
  })
  expect(shown.lines).toMatchObject([
    {
      kind: 'Fee',
      quantity: 0.3,
      unitPrice: 165,
      adjustment: -25,
      amount: 24.5,
      timekeeper: 'Marlowe, Priya',
      timekeeperNumber: 'TK01',
      timekeeperClass: 'PARTNR',
      taskCode: 'L110',
      activityCode: 'A104',
      workDate: '2026-01-03',
    },
    { kind: 'Disbursement', amount: 402, expenseCode: 'E112' },
    { kind: 'Fee', amount: -10 },
  ])
  const original = await world.payer.caller.get(`/v2/invoices/${id}/original`)
  expect(original.rawPayload.equals(file)).toBe(true)
  expect(original.headers['content-disposition']).toContain('March.txt')
})

test('several invoices of several matters form one batch, also from a form, and stay drafts on request [I-61]', async () => {
  const other = await insertMatter(parts.app, {
    owner: world.payer.user,
    members: [world.lawyer.user],
    values: { external_id: 'EXT-9' },
  })
  const onOne = await createUser(parts.app, { organisationId: world.firmId, role: 'MatterManager' })
  const matterId = await insertMatter(parts.app, {
    owner: world.payer.user,
    members: [world.lawyer.user, onOne],
    values: { reference: 'C-8' },
  })
  const first = rows1998B({ CLIENT_MATTER_ID: 'C-8', LAW_FIRM_MATTER_ID: '' })
  const second = rows1998B({ INVOICE_NUMBER: 'A-2', CLIENT_MATTER_ID: 'ext-9', LAW_FIRM_MATTER_ID: '' })
  const { payload, headers } = form({
    file: { name: 'Both.txt', content: ledes1998B([...first, ...second], '\n') },
  })
  const made = await world.lawyer.caller.post(`${path}?post=false`, payload, { headers })
  expect(made.statusCode, made.body).toBe(201)
  const { invoices, batchId } = made.json<{ invoices: { id: number; matter: object }[]; batchId: number }>()
  expect(invoices.map(({ matter }) => matter)).toMatchObject([{ id: matterId }, { id: other }])
  const list = await world.lawyer.caller.get(`/v2/invoices?$filter=BatchId eq ${batchId}&$orderby=Id`)
  expect(list.json()).toMatchObject({
    items: [
      { number: 'A-1', status: 'Draft' },
      { number: 'A-2', status: 'Draft' },
    ],
  })
  const [one] = invoices
  // the file names the other matter too
  const theirs = await callerFor(parts, onOne)
  expect((await theirs.get(`/v2/invoices/${one?.id}`)).statusCode).toBe(200)
  expect((await theirs.get(`/v2/invoices/${one?.id}/original`)).statusCode).toBe(403)
})

test('taxes of 98BI V2 are the ones that the firm charges, a half rounded either way [I-62]', async () => {
  const made = await send(ledes98BI(rows98BI()))
  expect(made.statusCode, made.body).toBe(201)
  const { invoices } = made.json<{ invoices: { id: number }[] }>()
  expect((await world.payer.caller.get(`/v2/invoices/${invoices[0]?.id}`)).json()).toMatchObject({
    currency: 'NZD',
    purchaseOrder: 'PO-4471',
    fees: 24.5,
    disbursements: 402,
    totalTax: 63.97,
    total: 490.47,
    lines: [
      { amount: 24.5, taxRate: 15, tax: 3.67 },
      { amount: 402, tax: 60.3 },
    ],
  })
})

test('XML 2.1 is imported as well, with its taxes, discounts and timekeepers [I-68]', async () => {
  const file = ledesXml([xmlInvoice()])
  const made = await world.lawyer.caller.post(path, file, { headers: { 'content-type': 'application/xml' } })
  expect(made.statusCode, made.body).toBe(201)
  const { invoices } = made.json<{ invoices: { id: number }[] }>()
  expect((await world.payer.caller.get(`/v2/invoices/${invoices[0]?.id}`)).json()).toMatchObject({
    number: 'A-1',
    dueDate: '2026-03-04',
    fees: 14.5,
    disbursements: 402,
    totalTax: 63.97,
    total: 480.47,
    original: { format: 'LEDES XML 2.1' },
    lines: [
      { timekeeper: 'Marlowe, Priya', timekeeperClass: 'PT', tax: 3.67 },
      { tax: 60.3 },
      { amount: -10 },
    ],
  })
  const broken = ledesXml([xmlInvoice({ invoice: { inv_id: 'A-2' }, fee: { charge_date: '' } })])
  expect(await problemsOf(broken)).toEqual([
    [
      41,
      '/ledesxmlebilling2.1/firm/client/invoice/matter/fee/charge_date',
      expect.stringContaining('is empty'),
    ],
  ])
})

test('people of a law firm need no permission to bill on their matters; people of the customer need it [I-63]', async () => {
  const lawyer = await createUser(parts.app, { organisationId: world.firmId, role: 'MatterManager' })
  const on = await insertMatter(parts.app, { owner: world.payer.user, members: [lawyer] })
  await call(on, 'C-2', null)
  const caller = await callerFor(parts, lawyer)
  const made = await send(ledes1998B(rows1998B({ CLIENT_MATTER_ID: 'C-2' })), '', caller)
  expect(made.statusCode, made.body).toBe(201)
  const { invoices } = made.json<{ invoices: { id: number }[] }>()
  const own = `/v2/invoices/${invoices[0]?.id}`
  expect((await caller.get(own)).json()).toMatchObject({
    can: { void: true, approve: false, decline: false },
  })
  expect((await caller.post(`${own}/approve`)).statusCode).toBe(403)
  expect((await world.payer.caller.post(`${own}/approve`)).json()).toMatchObject({
    status: 'Approved',
    approvedFees: 14.5,
  })
})

test("the customer's people name the firm of the file, and need the permission [I-63]", async () => {
  const { payer, member, firmId } = world
  const file = ledes1998B(rows1998B())
  const answer = await send(file, '', payer.caller)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ errors: { serviceProviderId: expect.anything() } })
  expect((await send(file, `?serviceProviderId=${firmId}`, member.caller)).statusCode).toBe(403)
  expect((await send(file, `?serviceProviderId=${firmId}`, payer.caller)).statusCode).toBe(201)
  expect(await kept()).toMatchObject([{ number: 'A-1', serviceProvider: { id: firmId } }])
})

describe('nothing is imported, and the row and column are reported,', () => {
  const refused = async (file: string | Buffer) => {
    const problems = await problemsOf(file)
    const answer = await send(file)
    expect(answer.statusCode, answer.body).toBe(400)
    const { errors } = answer.json<{ errors: Record<string, string[]> }>()
    expect(Object.keys(errors).length).toBeGreaterThan(0)
    expect(await kept()).toEqual([])
    const left = await parts.app.db
      .selectFrom('invoice_batches')
      .where('organisation_id', '=', world.organisationId)
      .select('id')
      .execute()
    expect(left).toEqual([])
    return problems
  }

  test('if the firm has already used the number, ignoring case [I-64]', async () => {
    expect((await send(ledes1998B(rows1998B()))).statusCode).toBe(201)
    const again = ledes1998B(rows1998B({ INVOICE_NUMBER: 'a-1' }))
    expect(await problemsOf(again)).toEqual([
      [3, 'INVOICE_NUMBER', expect.stringContaining('There is an invoice a-1 of this law firm already')],
    ])
    expect((await send(again)).statusCode).toBe(400)
    expect(await kept()).toHaveLength(1)
  })

  test('if the matter is unknown or not visible, with the same message [I-65]', async () => {
    const hidden = await insertMatter(parts.app, { owner: world.payer.user })
    await call(hidden, 'C-3', null)
    const why = (name: string) => [
      3,
      'CLIENT_MATTER_ID',
      `CLIENT_MATTER_ID "${name}" is not a matter that you may see, by its number, its references or its external id.`,
    ]
    for (const name of ['C-3', 'C-4']) {
      const rows = rows1998B({ CLIENT_MATTER_ID: name, LAW_FIRM_MATTER_ID: 'M-4' })
      expect(await refused(ledes1998B(rows))).toEqual([why(name)])
    }
  })

  test('if the matter is ambiguous, or the two ids name different matters [I-65]', async () => {
    const { payer, lawyer } = world
    const on = { owner: payer.user, members: [lawyer.user] }
    await call(await insertMatter(parts.app, on), 'C-1', 'M-2')
    const twice = await refused(ledes1998B(rows1998B({ LAW_FIRM_MATTER_ID: '' })))
    expect(twice).toEqual([
      [3, 'CLIENT_MATTER_ID', expect.stringMatching(/matches more than one matter: LW\d+-0001, /)],
    ])
    await call(await insertMatter(parts.app, on), null, 'M-5')
    const crossed = await refused(ledes1998B(rows1998B({ LAW_FIRM_MATTER_ID: 'M-5' })))
    expect(crossed).toEqual([
      [3, 'LAW_FIRM_MATTER_ID', expect.stringContaining("names a different matter than the client's id")],
    ])
    // both together are unambiguous
    expect((await send(ledes1998B(rows1998B({ LAW_FIRM_MATTER_ID: 'M-2' })))).statusCode).toBe(201)
  })

  test('if a total does not match [I-66]', async () => {
    expect(await refused(ledes1998B(rows1998B({ INVOICE_TOTAL: '416.51' })))).toEqual([
      [3, 'INVOICE_TOTAL', expect.stringContaining('must be 416.50; it is stated as 416.51')],
    ])
  })

  test('if it is not such a file [I-67]', async () => {
    for (const file of ['%PDF-1.4', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0]), 'LEDES1998B[]\n']) {
      expect(await refused(file)).toMatchObject([[1, 'format', expect.any(String)]])
    }
  })
})

test('a misspelled checkOnly imports nothing', async () => {
  const answer = await send(ledes1998B(rows1998B()), '?checkonly=true')
  expect(answer.json()).toMatchObject({ status: 400, errors: { checkonly: [expect.any(String)] } })
  expect((await world.lawyer.caller.get('/v2/invoices')).json()).toMatchObject({ items: [] })
})

test('an empty or too large file is rejected [I-67]', async () => {
  expect((await send('')).statusCode).toBe(400)
  const { payload, headers } = form({})
  expect((await world.lawyer.caller.post(path, payload, { headers })).statusCode).toBe(400)
  expect((await send(Buffer.alloc(5 * 1024 * 1024 + 1, 65))).statusCode).toBe(413)
})
