// What an invoice comes to in the currency of the organisation that pays, in the shape of v2.
import Type from 'typebox'
import { filtered, type Properties, sorted, thing } from '../../../http/v2/odata-properties.ts'
import { nullable, nullableObject } from '../../../http/v2/references.wire.ts'
import { sumOf } from '../../../platform/decimal.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import { rateSources } from '../../own-currency/exchange-rate.ts'
import type { OwnAmounts, OwnLine } from '../../own-currency/own-amounts.ts'

const amount = (description: string) => nullable<number>('number', { description })

const amounts = {
  currency: Type.String({ description: 'The currency of the organisation that pays.' }),
  net: amount('What was billed, without tax; null where the rate is missing, like all amounts here.'),
  tax: nullable<number>('number'),
  total: nullable<number>('number'),
  approvedNet: amount('Since it was approved, without tax.'),
  approvedTax: nullable<number>('number'),
  approvedTotal: nullable<number>('number'),
  cost: amount('Without tax, with what of the tax is not recoverable.'),
  approvedCost: nullable<number>('number'),
  rate: amount('What one unit of the currency of the invoice is in this one.'),
  rateDate: nullable<string>('string', { format: 'date', description: 'The day of the rate.' }),
  source: nullable<string>('string', {
    enum: [...rateSources, null],
    description: 'Where the rate is from.',
  }),
  frozen: Type.Boolean({
    description: 'Approved with this rate: a correction of it changes nothing any more.',
  }),
} as const

export const ownCurrencySchema = nullableObject(
  {
    ...amounts,
    missingRate: nullableObject(
      { currency: Type.String(), date: Type.String({ format: 'date' }) },
      { description: 'The rate that is missing: there is none for this day.' },
    ),
  },
  {
    description:
      'What it comes to in the currency of the organisation that pays: until the approval at the rate of today. Null where it is billed in that currency, where no rates are kept, and for everybody but people of that organisation.',
    readOnly: true,
  },
)

export const ownCurrencyOfLineSchema = nullableObject(
  {
    amount: Type.Number({ description: 'Without tax.' }),
    tax: Type.Number(),
    approvedAmount: nullable<number>('number'),
    approvedTax: nullable<number>('number'),
  },
  {
    description: 'In the currency of `ownCurrency` of the invoice; the lines come to it exactly.',
    readOnly: true,
  },
)

export const ownCurrencyExample = {
  currency: 'EUR',
  net: 720.88,
  tax: 75.5,
  total: 796.38,
  approvedNet: null,
  approvedTax: null,
  approvedTotal: null,
  cost: 720.88,
  approvedCost: null,
  rate: 0.5412,
  rateDate: '2026-10-01',
  source: rateSources[0],
  frozen: false,
  missingRate: null,
}

/** What an invoice of a list is in that currency. */
export const ownCurrencyOfListSchema = nullableObject(
  { ...amounts, missingRate: Type.Boolean({ description: 'Whether the rate is missing.' }) },
  {
    description:
      'What it comes to in the currency of the organisation that pays: until the approval at the rate of today. Null where it is billed in that currency, where no rates are kept and none was, and for everybody but people of that organisation.',
    readOnly: true,
  },
)

export const ownCurrencyOfListColumns = [
  'ownCurrency ownNet ownTax ownTotal ownCost ownApprovedNet ownApprovedTax ownApprovedTotal ownApprovedCost',
  'ownRate ownRateDate ownRateSource ownFrozen missingRate',
].flatMap((names) => names.split(' '))

/** What lists of invoices can be filtered by. */
export const ownCurrencyProperties: Properties = {
  OwnCurrency: thing('ownCurrency'),
  'OwnCurrency/Currency': filtered('ownCurrency'),
  'OwnCurrency/Net': sorted('ownNet'),
  'OwnCurrency/Tax': sorted('ownTax'),
  'OwnCurrency/Total': sorted('ownTotal'),
  'OwnCurrency/ApprovedNet': sorted('ownApprovedNet'),
  'OwnCurrency/ApprovedTax': sorted('ownApprovedTax'),
  'OwnCurrency/ApprovedTotal': sorted('ownApprovedTotal'),
  'OwnCurrency/Cost': sorted('ownCost'),
  'OwnCurrency/ApprovedCost': sorted('ownApprovedCost'),
  'OwnCurrency/Rate': sorted('ownRate'),
  'OwnCurrency/RateDate': sorted('ownRateDate'),
  'OwnCurrency/Source': filtered('ownRateSource'),
  'OwnCurrency/Frozen': filtered('ownFrozen'),
  'OwnCurrency/MissingRate': filtered('missingRate'),
}

/** The amounts of an invoice of a list. */
export function ownCurrencyOfRow(row: ListedRow) {
  const missingRate = row['missingRate'] === true
  const currency = row['ownCurrency'] as string | null
  if (currency === null) return null
  const number = (name: string) => (row[name] === null ? null : Number(row[name]))
  return {
    currency,
    net: number('ownNet'),
    tax: number('ownTax'),
    total: number('ownTotal'),
    approvedNet: number('ownApprovedNet'),
    approvedTax: number('ownApprovedTax'),
    approvedTotal: number('ownApprovedTotal'),
    cost: number('ownCost'),
    approvedCost: number('ownApprovedCost'),
    rate: number('ownRate'),
    rateDate: row['ownRateDate'] as string | null,
    source: row['ownRateSource'] as string | null,
    frozen: row['ownFrozen'] === true,
    missingRate,
  }
}

const numberOrNull = (decimal: string | null | undefined) =>
  decimal === null || decimal === undefined ? null : Number(decimal)
const sumOrNull = (net: string | null | undefined, tax: string | null | undefined) =>
  net === null || net === undefined || tax === null || tax === undefined ? null : Number(sumOf([net, tax]))

/** The amounts of an invoice; `billedIn` is its currency. */
export function ownCurrencyToV2(own: OwnAmounts | undefined, billedIn: string) {
  if (!own) return null
  const { currency, converted, missingOn } = own
  return {
    currency,
    net: numberOrNull(converted?.net),
    tax: numberOrNull(converted?.tax),
    total: sumOrNull(converted?.net, converted?.tax),
    approvedNet: numberOrNull(converted?.approvedNet),
    approvedTax: numberOrNull(converted?.approvedTax),
    approvedTotal: sumOrNull(converted?.approvedNet, converted?.approvedTax),
    cost: numberOrNull(converted?.cost),
    approvedCost: numberOrNull(converted?.approvedCost),
    rate: numberOrNull(converted?.rate),
    rateDate: converted?.rateDate ?? null,
    source: converted?.source ?? null,
    frozen: converted?.frozen ?? false,
    missingRate: missingOn === null ? null : { currency: billedIn, date: missingOn },
  }
}

/** The amounts of a line of an invoice. */
export const ownCurrencyOfLine = (own: OwnAmounts | undefined, number: number) =>
  ownLineToV2(own?.converted?.lines.get(number))

/** The amounts of a line of a list. */
export const ownCurrencyOfListedLine = (row: ListedRow) =>
  ownLineToV2((row['ownLine'] ?? undefined) as OwnLine | undefined)

function ownLineToV2(line: OwnLine | undefined) {
  if (!line) return null
  return {
    amount: Number(line.amount),
    tax: Number(line.tax),
    approvedAmount: numberOrNull(line.approvedAmount),
    approvedTax: numberOrNull(line.approvedTax),
  }
}
