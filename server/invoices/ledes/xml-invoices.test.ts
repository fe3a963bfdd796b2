// LEDES XML 2.0 and 2.1: what is read, and problems with the row and the path of their element.
import { describe, expect, test } from 'vitest'
import { ledesXml, xmlInvoice } from '../../../test/documents/ledes.ts'
import { createProblems } from './ledes.ts'
import { readLedes } from './read-ledes.ts'
import { checkTotals } from './totals.ts'

const path = '/ledesxmlebilling2.1/firm/client/invoice'

function readXml(file: string) {
  const { format, invoices, problems } = readLedes(Buffer.from(file))
  const totals = createProblems()
  for (const invoice of invoices) checkTotals(invoice, invoice.currency ?? 'USD', totals)
  return { format, invoices, problems: [...problems, ...totals.all] }
}

test('reads an invoice with fees, expenses, taxes and a discount of the whole', () => {
  const { format, invoices, problems } = readXml(ledesXml([xmlInvoice()]))
  expect(problems).toEqual([])
  expect(format).toBe('LEDES XML 2.1')
  expect(invoices).toMatchObject([
    {
      number: { text: 'A-1' },
      clientMatterId: { text: 'C-1' },
      firmMatterId: { text: 'M-1' },
      date: '2026-02-05',
      dueDate: '2026-03-04',
      period: { start: '2026-01-01', end: '2026-01-30' },
      purchaseOrder: 'PO-4471',
      currency: 'NZD',
      total: { amount: '480.47' },
      lines: [
        {
          kind: 'Fee',
          units: '0.3',
          rate: '165.00',
          adjustment: '-25.00',
          taxRate: '0.15',
          tax: { amount: '3.67' },
          taskCode: 'L110',
          activityCode: 'A104',
          timekeeperId: 'TK01',
          timekeeper: 'Marlowe, Priya',
          timekeeperLevel: 'PT',
        },
        { kind: 'Disbursement', expenseCode: 'E112', tax: { amount: '60.30' } },
        { kind: 'Fee', adjustment: '-10.00', description: 'MIA' },
      ],
    },
  ])
})

test('reads the same of XML 2.0, and a tax in an element that is not known is a wrong total [I-255]', () => {
  const root = 'ledesxmlebilling2.0'
  const { format, invoices, problems } = readXml(ledesXml([xmlInvoice()], root))
  expect([format, problems]).toEqual(['LEDES XML 2.0', []])
  expect(invoices).toMatchObject([{ number: { text: 'A-1' }, total: { amount: '480.47' } }])
  const unknown = ledesXml([xmlInvoice()], root).replaceAll('tax_item_expense', 'tax_of_expense')
  expect(readXml(unknown).problems).toContainEqual(
    expect.objectContaining({ field: `/${root}/firm/client/invoice/inv_total_net_due` }),
  )
  expect(readXml(ledesXml([xmlInvoice()], 'ledesxmlebilling2.2')).format).toBeNull()
})

describe('reports with row and element:', () => {
  const cases: readonly (readonly [string, string, string, RegExp])[] = [
    ['no number', ledesXml([xmlInvoice({ invoice: { inv_id: '' } })]), `${path}/inv_id`, /is empty/],
    [
      'a day',
      ledesXml([xmlInvoice({ invoice: { inv_date: '05.02.2026' } })]),
      `${path}/inv_date`,
      /YYYY-MM-DD/,
    ],
    [
      'a currency',
      ledesXml([xmlInvoice({ invoice: { inv_currency: '$' } })]),
      `${path}/inv_currency`,
      /ISO 4217/,
    ],
    [
      'a total',
      ledesXml([xmlInvoice({ invoice: { inv_total_net_due: '1' } })]),
      `${path}/inv_total_net_due`,
      /480\.47/,
    ],
    [
      'a sum',
      ledesXml([xmlInvoice({ matter: { matter_net_fees: '24.50' } })]),
      `${path}/matter/matter_net_fees`,
      /14\.50/,
    ],
    [
      'a line',
      ledesXml([xmlInvoice({ fee: { units: '0.4' } })]),
      `${path}/matter/fee/total_amount`,
      /must be 41\.00/,
    ],
    [
      'a tax',
      ledesXml([
        xmlInvoice({ fee: { tax_item_fee: { tax_type: 'GST', tax_rate: '0.15', tax_amount: '3.66' } } }),
      ]),
      `${path}/matter/fee/tax_item_fee/tax_amount`,
      /must be 3\.68/,
    ],
    [
      'a rate of taxes',
      ledesXml([
        xmlInvoice({ fee: { tax_item_fee: { tax_type: 'GST', tax_rate: '15', tax_amount: '3.67' } } }),
      ]),
      `${path}/matter/fee/tax_item_fee/tax_rate`,
      /0\.15 for 15 percent/,
    ],
    [
      'a code',
      ledesXml([xmlInvoice({ expense: { expense_code: 'E999' } })]),
      `${path}/matter/expense/expense_code`,
      /E124/,
    ],
    [
      'a discount',
      ledesXml([
        xmlInvoice({
          matter: {
            matter_disc_cred: {
              disc_cred_category: 'Fee',
              increase_decrease: 'Decrease',
              disc_cred_amount: '10.00',
            },
          },
        }),
      ]),
      `${path}/matter/matter_disc_cred/disc_cred_amount`,
      /below zero/,
    ],
    ['the second invoice of a number', ledesXml([xmlInvoice(), xmlInvoice()]), `${path}[2]/inv_id`, /twice/],
    [
      'a second matter',
      ledesXml([xmlInvoice()]).replace('<matter>', '<matter></matter><matter>'),
      `${path}/matter[2]`,
      /one matter/,
    ],
    ['no invoices', '<ledesxml/>', '/ledesxml', /no invoices/],
    ['another document', '<html></html>', '/html', /root must be/],
  ]
  test.each(cases)('%s [I-68]', (_, file, field, message) => {
    const { problems } = readXml(file)
    expect(problems).toContainEqual(
      expect.objectContaining({ field, message: expect.stringMatching(message), row: expect.any(Number) }),
    )
  })

  test('the row is the one in which the element begins', () => {
    const file = ledesXml([xmlInvoice({ invoice: { inv_date: 'x' } })])
    const row = file.split('\n').findIndex((line) => line.includes('<inv_date>')) + 1
    const column = (file.split('\n')[row - 1]?.indexOf('<inv_date>') ?? 0) + 1
    expect(readXml(file).problems).toMatchObject([{ row, column, field: `${path}/inv_date` }])
  })
})

describe('rejects XML that is not a plain file of invoices:', () => {
  test.each([
    ['a document type', '<!DOCTYPE x [<!ENTITY a "b">]><ledesxml>&a;</ledesxml>', /DOCTYPE/],
    ['a file from outside', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><ledesxml/>', /DOCTYPE/],
    ['an entity', '<ledesxml>&a;</ledesxml>', /not well-formed/],
    ['a document type of XML 2.0', '<!DOCTYPE x [<!ENTITY a "b">]><ledesxmlebilling2.0/>', /DOCTYPE/],
    ['what is too deep in XML 2.0', `<ledesxmlebilling2.0>${'<a>'.repeat(50)}`, /20 elements deep/],
    [
      'too many elements in XML 2.0',
      `<ledesxmlebilling2.0>${'<a/>'.repeat(250_001)}`,
      /250000 elements at most/,
    ],
    ['what is not closed', '<ledesxml><firm></ledesxml>', /not well-formed/],
    ['half of it', ledesXml([xmlInvoice()]).slice(0, 700), /not well-formed/],
    ['what is too deep', '<a>'.repeat(50), /20 elements deep/],
  ])('%s [I-69]', (_, file, message) => {
    const { format, problems } = readXml(file)
    expect(format).toBeNull()
    expect(problems).toMatchObject([{ row: expect.any(Number), message: expect.stringMatching(message) }])
  })
})
