// The adjusted invoice as a file, for both sides.
import { beforeEach, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import {
  createInvoiceWorld,
  draftInvoice,
  type InvoiceWorld,
  moveInvoiceTo,
} from '../../../test/fixtures/invoices.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
let world: InvoiceWorld
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
})

async function approved(currency: string, taxRate = '0') {
  const { lawyer, payer, matterId } = world
  const id = await draftInvoice(parts.app, lawyer.actor, matterId, {
    number: `N/${taxRate}-${currency}`,
    invoiceDate: '2026-02-28',
    currency,
    lines: [
      {
        kind: 'Fee',
        description: 'Advice',
        quantity: '2.5',
        unitPrice: '333.33',
        workDate: '2026-02-03',
        timekeeper: 'Ruth Calder',
        timekeeperNumber: '14',
        timekeeperClass: 'PARTNR',
        taxRate,
      },
      {
        kind: 'Disbursement',
        description: 'Search',
        unitPrice: '20',
        workDate: '2026-02-04',
        expenseCode: 'E106',
      },
    ],
  })
  await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
  const path = `/v2/invoices/${id}`
  const lines = [{ number: 1, decision: 'Reduced', approvedQuantity: 1.5, reason: 'Hours' }]
  await payer.caller.post(`${path}/review/lines`, { lines })
  return path
}

test('goes out to both sides once it is approved, and is imported again as it is [I-119]', async () => {
  const { payer, lawyer } = world
  const path = await approved('GBP', '15')
  const early = await payer.caller.get(`${path}/adjusted`)
  expect([early.statusCode, early.body]).toEqual([409, expect.stringContaining('this one is InReview')])
  await payer.caller.post(`${path}/approve`)
  const [theirs, ours] = [
    await lawyer.caller.get(`${path}/adjusted`),
    await payer.caller.get(`${path}/adjusted`),
  ]
  expect([ours.statusCode, ours.body, ours.headers['content-disposition']]).toEqual([
    200,
    theirs.body,
    'attachment; filename="N-15-GBP-adjusted-98BI.txt"',
  ])
  const check = await lawyer.caller.post(
    '/v2/invoices/imports?checkOnly=true',
    ours.body.replaceAll('N/15', 'M/15'),
    {
      headers: { 'content-type': 'text/plain' },
    },
  )
  expect([check.statusCode, check.json()]).toMatchObject([
    200,
    { problems: [], invoices: [{ number: 'M/15-GBP', total: 595 }] },
  ])
})

test('goes out as XML 2.1, and is imported again as it is [I-254]', async () => {
  const { payer, lawyer } = world
  const path = await approved('GBP', '15')
  await payer.caller.post(`${path}/approve`)
  const file = await lawyer.caller.get(`${path}/adjusted?format=XML`)
  expect([file.statusCode, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
    200,
    'application/xml; charset=utf-8',
    'attachment; filename="N-15-GBP-adjusted-XML.xml"',
  ])
  const again = await lawyer.caller.post(
    '/v2/invoices/imports?checkOnly=true',
    file.body.replaceAll('N/15', 'M/15'),
    { headers: { 'content-type': 'text/plain' } },
  )
  expect([again.statusCode, again.json()]).toMatchObject([
    200,
    { problems: [], invoices: [{ number: 'M/15-GBP', total: 595 }] },
  ])
})

test('each format says what it cannot say [I-119]', async () => {
  const { payer } = world
  const { currency } = await parts.app.db
    .selectFrom('organisations')
    .where('id', '=', world.organisationId)
    .select('currency')
    .executeTakeFirstOrThrow()
  const [plain, taxed, foreign] = [
    await approved(currency),
    await approved(currency, '15'),
    await approved('JPY'),
  ]
  for (const path of [plain, taxed, foreign]) await payer.caller.post(`${path}/approve`)
  const get = (path: string) => payer.caller.get(`${path}/adjusted?format=1998B`)
  expect((await get(plain)).body).toMatch(/^LEDES1998B\[\]\r\n/)
  expect((await get(taxed)).body).toContain('Line 1 has a tax')
  expect((await get(foreign)).body).toContain('this invoice is in JPY')
  expect((await payer.caller.get(`${plain}/adjusted?format=pdf`)).statusCode).toBe(400)
})

test('is for those who see the invoice [I-119]', async () => {
  const path = await approved('GBP')
  await world.payer.caller.post(`${path}/approve`)
  const { id: organisationId } = await createOrganisation(parts.app)
  const outsider = await callerFor(parts, await createUser(parts.app, { organisationId }))
  expect((await outsider.get(`${path}/adjusted`)).statusCode).toBe(404)
})
