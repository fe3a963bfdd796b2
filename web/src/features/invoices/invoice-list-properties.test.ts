// The filters that figures of reports open the list of invoices with.
import { expect, test } from 'vitest'
import { readFilter } from '../../list/filters/read-filter.ts'
import { isCondition } from '../../list/filters/sentence.ts'
import { invoiceFilterProperties as properties } from './invoice-list-properties.ts'

test.each([
  "InvoiceDate ge 2026-04-01 and InvoiceDate lt 2027-04-01 and ProviderName eq 'Bayside Surveyors Ltd'",
  "(Status ne 'Void') and Matter/Type/Id eq 4 and Currency eq 'NZD' and Status in ('Approved','Paid')",
  'Matter/TeamAssigned/Id eq null and Matter/Owner/Id eq 4f0f1a3e-0000-4000-8000-000000000001',
  "Ageing eq 'Days1To30' and Status ne 'Draft' and Status ne 'Void'",
  'Approved/DateUtc ge 2026-03-31T11:00:00.000Z and PaidDateUtc lt 2026-09-30T11:00:00.000Z',
])('is said in words: %s [K-123]', (filter) => {
  const sentence = readFilter(filter, { properties, timeZone: 'Pacific/Auckland' })
  expect(sentence.filter((clause) => !isCondition(clause))).toEqual([])
  expect(sentence.length).toBeGreaterThan(1)
})
