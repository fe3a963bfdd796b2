// Tax codes in a table of invoices: found by code, valid on the day of the invoice, and in agreement with the rate.
import { expect, test } from 'vitest'
import { importWorld } from '../../../test/fixtures/import-world.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()

/** An organisation with a matter and two tax codes. */
async function world() {
  const made = await importWorld(parts)
  const { imports, caller } = made
  const { id } = await imports.send('matters', 'Number,Title,Type\nM-1,Lease,Disputes')
  await imports.act(id, 'check')
  await imports.act(id, 'run')
  for (const [code, kind] of [
    ['GB20', 'Standard'],
    ['GBRC', 'ReverseCharge'],
  ]) {
    const rates = [{ from: '2020-01-01', rate: 20, recoverable: 50, withholding: 10 }]
    const answer = await caller.post('/v2/taxCodes', { code, name: code, country: 'GB', kind, rates })
    expect(answer.statusCode, answer.body).toBe(201)
  }
  return made
}

const heading = 'Matter,Invoice no,Date,Vendor,Net,Expenses,VAT code,VAT rate,Status'

test('a row names the tax code of its sums, with its rate or without one [X-27]', async () => {
  const { imports, caller } = await world()
  const { id } = await imports.send(
    'invoices',
    [
      heading,
      'M-1,R-1,2020-02-01,Print & Co,100.00,10.00,gb20,,Posted',
      'M-1,R-2,2020-02-01,Print & Co,100.00,,GB20,20,Approved',
      'M-1,R-3,2020-02-01,Print & Co,100.00,,GBRC,0,Draft',
    ].join('\n'),
  )
  await imports.act(id, 'check')
  expect(await imports.problems(id)).toEqual([])
  expect(await imports.act(id, 'run')).toMatchObject({ state: 'Done', made: 3 })
  const { items } = (await caller.get('/v2/invoices?$orderby=Number')).json<{ items: readonly object[] }>()
  expect(items).toMatchObject([
    { number: 'R-1', totalTax: 22, withheld: 11, nonRecoverableTax: 11 },
    { number: 'R-2', totalTax: 20, withheld: 10, toPay: 110 },
    { number: 'R-3', totalTax: 0, reverseChargeTax: 20 },
  ])
  expect(await imports.act(id, 'undo')).toMatchObject({ state: 'Undone' })
})

test('a code that is unknown, or has no rate on the day, is named at its cell, as a rate that differs [X-27]', async () => {
  const { imports } = await world()
  const { id } = await imports.send(
    'invoices',
    [
      heading,
      'M-1,R-1,2020-02-01,Print & Co,100.00,10.00,GB21,,Posted',
      'M-1,R-2,2019-12-31,Print & Co,100.00,,GB20,,Posted',
      'M-1,R-3,2020-02-01,Print & Co,100.00,,GB20,19,Posted',
      'M-1,R-4,2020-02-01,Print & Co,100.00,,GBRC,20,Posted',
      'M-1,R-5,first of May,Print & Co,100.00,,GB20,20,Posted',
    ].join('\n'),
  )
  await imports.act(id, 'check')
  expect(await imports.problems(id)).toMatchObject([
    {
      property: 'taxCode',
      column: 7,
      found: 'GB21',
      problem: 'Tax code must be a tax code of the organisation that pays.',
      suggestions: ['GB20', 'GBRC'],
    },
    {
      property: 'taxCode',
      found: 'GB20',
      problem: 'Tax code must be a tax code with a rate for 2019-12-31: GB20 has none.',
      suggestions: [],
    },
    {
      property: 'taxRate',
      column: 8,
      found: '19',
      problem: 'Tax rate must be 20, the rate of GB20 for invoices of 2020-02-01.',
    },
    {
      property: 'taxRate',
      problem: 'Tax rate must be 0: GBRC is a reverse charge, so that the law firm bills no tax.',
    },
    { property: 'date', found: 'first of May' },
  ])
})
