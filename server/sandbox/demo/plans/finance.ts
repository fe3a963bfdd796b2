// What the demo's finance department keeps, as data. Days count from today.

interface Entry {
  readonly code: string
  readonly name: string
}

export const costCentres: readonly Entry[] = [
  { code: '4100', name: 'Trade and shipping' },
  { code: '4200', name: 'Property' },
  { code: '4300', name: 'Corporate' },
]

export const legalEntities: readonly Entry[] = [
  { code: 'HL01', name: 'Harbour Ltd' },
  { code: 'HP01', name: 'Harbour Property Holdings Ltd' },
]

/** The order that invoices of the law firm name. */
export const purchaseOrder = {
  number: 'PO-88034',
  currency: 'NZD',
  amount: '25000.00',
  begins: -365,
  ends: 180,
  note: 'Cargo claim, ordered by Finance for the year',
} as const

/** Tax of New Zealand, and what the organisation owes itself on services from abroad. */
export const taxCodes = [
  { code: 'GST', name: 'Goods and services tax', kind: 'Standard' },
  { code: 'RC', name: 'Services from abroad, reverse charge', kind: 'ReverseCharge' },
] as const

/** New Zealand dollars for one unit, a rate for every 28 days of two years and a month. */
const yearly = [
  { currency: 'AUD', rates: ['1.0842', '1.0910', '1.0877', '1.0931', '1.1004', '1.0968', '1.0892'] },
  { currency: 'GBP', rates: ['2.1230', '2.1475', '2.1602', '2.1388', '2.1719', '2.1844', '2.1655'] },
  { currency: 'USD', rates: ['1.6510', '1.6622', '1.6718', '1.6540', '1.6801', '1.6933', '1.6877'] },
] as const

export const exchangeRates = yearly.flatMap(({ currency, rates }) =>
  Array.from({ length: 28 }, (_, month) => ({
    currency,
    daysAgo: (27 - month) * 28,
    rate: rates[month % rates.length] ?? rates[0],
  })),
)
