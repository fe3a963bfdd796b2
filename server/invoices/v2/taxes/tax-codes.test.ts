// Tax codes: kept, changed, named by lines, and what is wrong with those that do not fit.
import { beforeEach, expect, test } from 'vitest'
import { errorsIn } from '../../../../test/fixtures/credits.ts'
import { createTaxWorld, taxedLine, type TaxWorld } from '../../../../test/fixtures/taxes.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const parts = useTestApp()
let world: TaxWorld
beforeEach(async () => {
  world = await createTaxWorld(parts)
})

interface Code {
  readonly id: number
  readonly code: string
  readonly rates: readonly object[]
  readonly used: boolean
}
const code = async (id: number) => (await world.admin.get(`/v2/taxCodes/${id}`)).json<Code>()

test('administrators keep tax codes with rates in versions, and what is wrong is named [I-217]', async () => {
  const rates = [
    { from: '2009-01-01', to: '2011-01-03', rate: 17.5, recoverable: 50 },
    { from: '2011-01-04', rate: 20, withholding: 1.25 },
  ]
  const made = await world.code('GB20', 0, { name: 'VAT 20 %', rates })
  expect(await code(made)).toMatchObject({
    code: 'GB20',
    country: 'GB',
    kind: 'Standard',
    active: true,
    used: false,
    rates: [
      { from: '2009-01-01', to: '2011-01-03', rate: 17.5, recoverable: 50, withholding: 0 },
      { from: '2011-01-04', to: null, rate: 20, recoverable: 100, withholding: 1.25 },
    ],
  })
  const taken = await world.admin.post('/v2/taxCodes', { ...(await code(made)), ...only, code: 'gb20' })
  expect(taken.statusCode, taken.body).toBe(409)
  for (const [changes, name] of [
    [{ code: ' ' }, 'code'],
    [{ country: 'GBR' }, 'country'],
    [{ country: '1A' }, 'country'],
    [{ kind: 'Luxury' }, 'kind'],
    [{ rates: [] }, 'rates'],
    [{ rates: 'x' }, 'rates'],
    [{ rates: [{ from: '2026-02-30', rate: 20 }] }, 'rates[0].from'],
    [{ rates: [{ from: '2026-01-01', to: '2025-12-31', rate: 20 }] }, 'rates[0].to'],
    [{ rates: [{ from: '2026-01-01', rate: 100.5 }] }, 'rates[0].rate'],
    [{ rates: [{ from: '2026-01-01', rate: 0 }] }, 'rates[0].rate'],
    [{ rates: [{ from: '2026-01-01', rate: 20, recoverable: -1 }] }, 'rates[0].recoverable'],
    [{ rates: [{ from: '2026-01-01', rate: 20, withholding: 101 }] }, 'rates[0].withholding'],
    [
      {
        rates: [
          { from: '2026-01-01', rate: 20 },
          { from: '2026-05-01', rate: 21 },
        ],
      },
      'rates[1].from',
    ],
    [{ kind: 'Exempt' }, 'rates[0].rate'],
  ] as const) {
    const refused = await world.admin.patch(`/v2/taxCodes/${made}`, changes)
    expect([refused.statusCode, Object.keys(errorsIn(refused))], JSON.stringify(changes)).toEqual([
      400,
      expect.arrayContaining([name]),
    ])
  }
})

const only = { id: undefined, used: undefined, version: undefined, created: undefined }

test('a code that lines name keeps its kind, is made inactive and not deleted; the history tells it [I-217]', async () => {
  const id = await world.code('GB20', 20)
  await world.drafted([taxedLine(100, { taxCode: { id } })])
  expect((await code(id)).used).toBe(true)
  expect((await world.admin.delete(`/v2/taxCodes/${id}`)).statusCode).toBe(409)
  const kind = await world.admin.patch(`/v2/taxCodes/${id}`, { kind: 'Reduced' })
  expect(errorsIn(kind)['kind']).toEqual([
    'kind must stay Standard: lines of invoices name the code. Add another one.',
  ])
  expect((await world.admin.patch(`/v2/taxCodes/${id}`, { active: false })).statusCode).toBe(204)
  const refused = await world.draft([taxedLine(100, { taxCode: { code: 'gb20' } })])
  expect(errorsIn(refused)['lines[0].taxCode']).toEqual([
    'lines[0].taxCode must be an active tax code: GB20 is inactive.',
  ])
  const other = await world.code('GB5', 5, { kind: 'Reduced' })
  expect((await world.admin.delete(`/v2/taxCodes/${other}`)).statusCode).toBe(204)
  const names = await parts.app.db
    .selectFrom('events')
    .where('organisation_id', '=', world.organisationId)
    .where('resource_kind', '=', 'taxCode')
    .orderBy('id')
    .select('name')
    .execute()
  expect(names.map(({ name }) => name)).toEqual([
    'taxCode.created',
    'taxCode.updated',
    'taxCode.created',
    'taxCode.deleted',
  ])
})

test('a law firm sees the codes that its lines can name, and nothing of what is recoverable [I-217]', async () => {
  const id = await world.code('GB20', 20, {}, { recoverable: 41.75, withholding: 3 })
  await world.code('OLD', 10, { active: false })
  const mine = await world.lawyer.caller.get(`/v2/matters/${world.matterId}/taxCodes`)
  expect(mine.json<object>()).toEqual({
    items: [
      {
        id,
        code: 'GB20',
        name: 'GB20',
        country: 'GB',
        kind: 'Standard',
        rates: [{ from: '2026-01-01', to: null, rate: 20, withholding: 3 }],
      },
    ],
  })
  expect((await world.lawyer.caller.get('/v2/taxCodes')).statusCode).toBe(403)
  expect((await world.lawyer.caller.get(`/v2/taxCodes/${id}`)).statusCode).toBe(403)
  const invoice = await world.posted([taxedLine(100, { taxCode: { id } })])
  await world.approve(invoice)
  const seen = await world.shown(invoice, world.lawyer.caller)
  expect(seen).toMatchObject({
    withheld: 3,
    nonRecoverableTax: null,
    cost: null,
    approvedWithheld: 3,
    approvedNonRecoverableTax: null,
    approvedCost: null,
    toPay: 117,
    lines: [{ recoverable: null, nonRecoverableTax: null, approvedNonRecoverableTax: null, withheld: 3 }],
  })
  expect(JSON.stringify(seen)).not.toContain('41.75')
  // 100 without tax, 11.65 of 20 that are not recoverable
  for (const path of ['/v2/invoices', '/v2/invoiceLines']) {
    for (const filter of ['Cost gt 0', 'NonRecoverableTax gt 0']) {
      const found = await world.lawyer.caller.get(`${path}?$filter=${encodeURIComponent(filter)}`)
      expect(found.json<{ items: readonly object[] }>().items, `${path} ${filter}`).toEqual([])
      const own = await world.payer.caller.get(`${path}?$filter=${encodeURIComponent(filter)}`)
      expect(own.json<{ items: readonly object[] }>().items, `${path} ${filter}`).toHaveLength(1)
    }
  }
})

test('the date of the invoice chooses the rate; a stated rate or tax that disagrees is a plain error [I-218]', async () => {
  const id = await world.code('NZ', 0, {
    country: 'NZ',
    rates: [
      { from: '1989-07-01', to: '2010-09-30', rate: 12.5 },
      { from: '2010-10-01', to: '2026-02-28', rate: 15 },
    ],
  })
  const lines = [taxedLine(80, { taxCode: { code: 'NZ' } }), taxedLine(10)]
  const draft = await world.drafted(lines, { invoiceDate: '2010-09-30' })
  expect((await world.shown(draft, world.lawyer.caller)).lines).toMatchObject([
    { taxRate: 12.5, tax: 10, taxCode: { id, code: 'NZ', kind: 'Standard', country: 'NZ' } },
    { taxRate: 0, tax: 0, taxCode: null },
  ])
  const moved = await world.lawyer.caller.patch(`/v2/invoices/${draft}`, { invoiceDate: '2010-10-01' })
  expect(moved.statusCode, moved.body).toBe(204)
  expect((await world.shown(draft, world.lawyer.caller)).lines).toMatchObject([{ taxRate: 15, tax: 12 }, {}])
  for (const [line, name, message] of [
    [{ taxCode: { id }, taxRate: 12.5 }, 'taxRate', 'must be 15, the rate of NZ for invoices of 2026-02-06.'],
    [{ taxCode: { id }, tax: 11 }, 'tax', 'must be 12.00, which follows from the rest of the line.'],
    [{ taxCode: { id: 2147483647 } }, 'taxCode', 'must be a tax code of the organisation that pays.'],
    [{ taxCode: { code: 'XX' } }, 'taxCode', 'must be a tax code of the organisation that pays.'],
    [{ taxCode: 5 }, 'taxCode', 'must be a tax code, such as {"id": 3} or {"code": "NZ15"}.'],
  ] as const) {
    const refused = await world.draft([taxedLine(1), taxedLine(80, line)])
    expect(errorsIn(refused), JSON.stringify(line)).toEqual({
      [`lines[1].${name}`]: [`lines[1].${name} ${message}`],
    })
  }
  const late = await world.draft(lines, { invoiceDate: '2026-03-01' })
  expect(errorsIn(late)['lines[0].taxCode']).toEqual([
    'lines[0].taxCode must be a tax code with a rate for 2026-03-01: NZ has none.',
  ])
})

test('posting applies what a code says by then; a rate that has changed is named by line [I-218]', async () => {
  const id = await world.code('GB20', 20, {}, { recoverable: 100 })
  const draft = await world.drafted([taxedLine(50), taxedLine(100, { taxCode: { id } })])
  const rates = (rate: number) => ({
    rates: [{ from: '2026-01-01', rate, recoverable: 25, withholding: 10 }],
  })
  expect((await world.admin.patch(`/v2/taxCodes/${id}`, rates(21))).statusCode).toBe(204)
  const check = await world.lawyer.caller.post(`/v2/invoices/${draft}/check`)
  const message = 'The tax rate must be 21, the rate of GB20 for invoices of 2026-02-06.'
  expect(check.json<{ errors: object[] }>().errors).toEqual([{ line: 2, property: 'taxRate', message }])
  const refused = await world.post(draft)
  expect(errorsIn(refused)).toEqual({ 'lines[1].taxRate': [message] })
  expect((await world.admin.patch(`/v2/taxCodes/${id}`, rates(20))).statusCode).toBe(204)
  expect((await world.post(draft)).statusCode).toBe(200)
  expect(await world.shown(draft)).toMatchObject({
    totalTax: 20,
    nonRecoverableTax: 15,
    cost: 165,
    withheld: 10,
  })
  // what is posted keeps what applied to it
  expect((await world.admin.patch(`/v2/taxCodes/${id}`, rates(25))).statusCode).toBe(204)
  expect(await world.shown(draft)).toMatchObject({ totalTax: 20, nonRecoverableTax: 15 })
})
