// What follows from tax codes for an invoice and its lines, in the shapes of v2.
import Type from 'typebox'
import { filtered, type Properties, sorted, thing } from '../../../http/v2/odata-properties.ts'
import { nullable, nullableObject } from '../../../http/v2/references.wire.ts'
import { differenceOf, sumOf } from '../../../platform/decimal.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import { type InvoiceSums, netOf, totalOf } from '../../lines.ts'
import type { StoredLine } from '../../stored-lines.ts'
import type { LineTaxes } from '../../taxes/line-taxes.ts'
import { taxKinds } from '../../taxes/tax-code.ts'

const readOnly = { readOnly: true }
const amount = (description: string) => Type.Number({ description, ...readOnly })
const orNull = (description: string) => nullable<number>('number', { description, ...readOnly })
const forPayer = 'Null for everybody but people of the organisation that pays.'

const owed =
  'The tax that the organisation that pays itself owes of lines with a reverse charge. It is not paid to the law firm, and in no total.'
const kept = 'What is kept back of it when it is paid.'
const lost = `The share of the tax, billed or owed, that is not recoverable. ${forPayer}`
const costs = `Without tax, with what of the tax is not recoverable. ${forPayer}`

/** What every invoice says of the taxes of its lines. */
export const taxSchemas = {
  reverseChargeTax: amount(owed),
  withheld: amount(kept),
  nonRecoverableTax: orNull(lost),
  cost: orNull(costs),
  approvedReverseChargeTax: orNull('Of what was approved; null before, like the next ones.'),
  approvedWithheld: nullable<number>('number', readOnly),
  approvedNonRecoverableTax: nullable<number>('number', readOnly),
  approvedCost: nullable<number>('number', readOnly),
  toPay: orNull('Approved with tax, less what is withheld.'),
} as const

export const taxExample = {
  reverseChargeTax: 0,
  withheld: 0,
  nonRecoverableTax: 0,
  cost: 1332,
  approvedReverseChargeTax: null,
  approvedWithheld: null,
  approvedNonRecoverableTax: null,
  approvedCost: null,
  toPay: null,
}

/** Its columns, by the same names. */
export const taxColumnNames = Object.keys(taxSchemas)

/** What lists of invoices can be filtered and sorted by. */
export const taxProperties: Properties = {
  ReverseChargeTax: sorted('reverseChargeTax'),
  Withheld: sorted('withheld'),
  NonRecoverableTax: sorted('nonRecoverableTax'),
  Cost: sorted('cost'),
  ApprovedReverseChargeTax: sorted('approvedReverseChargeTax'),
  ApprovedWithheld: sorted('approvedWithheld'),
  ApprovedNonRecoverableTax: sorted('approvedNonRecoverableTax'),
  ApprovedCost: sorted('approvedCost'),
  ToPay: sorted('toPay'),
}

const numberIn = (row: ListedRow, name: string) => Number(row[name])
const numberOrNullIn = (row: ListedRow, name: string) => (row[name] === null ? null : Number(row[name]))

/** What an invoice of a list says of its taxes. */
export const taxesToV2 = (row: ListedRow) => ({
  reverseChargeTax: numberIn(row, 'reverseChargeTax'),
  withheld: numberIn(row, 'withheld'),
  nonRecoverableTax: numberOrNullIn(row, 'nonRecoverableTax'),
  cost: numberOrNullIn(row, 'cost'),
  approvedReverseChargeTax: numberOrNullIn(row, 'approvedReverseChargeTax'),
  approvedWithheld: numberOrNullIn(row, 'approvedWithheld'),
  approvedNonRecoverableTax: numberOrNullIn(row, 'approvedNonRecoverableTax'),
  approvedCost: numberOrNullIn(row, 'approvedCost'),
  toPay: numberOrNullIn(row, 'toPay'),
})

/** What a review leaves of the taxes. */
export const reviewTaxSchemas = {
  reverseChargeTax: amount(owed),
  nonRecoverableTax: orNull(lost),
  cost: orNull(costs),
  withheld: amount(kept),
  toPay: amount('The total with tax, less what is withheld.'),
} as const

/** The same of a review; `isOwn` for people of the organisation that pays. */
export const reviewTaxesToV2 = (sums: InvoiceSums, taxes: LineTaxes, isOwn: boolean) => ({
  reverseChargeTax: Number(taxes.reverseChargeTax),
  nonRecoverableTax: isOwn ? Number(taxes.nonRecoverableTax) : null,
  cost: isOwn ? Number(sumOf([netOf(sums), taxes.nonRecoverableTax])) : null,
  withheld: Number(taxes.withheld),
  toPay: Number(differenceOf(totalOf(sums), taxes.withheld)),
})

const namedCode = {
  id: Type.Optional(Type.Integer()),
  code: Type.Optional(Type.String()),
  name: Type.Optional(Type.String(readOnly)),
  country: Type.Optional(Type.String(readOnly)),
  kind: Type.Optional(
    Type.Unsafe<(typeof taxKinds)[number]>({ type: 'string', enum: [...taxKinds], ...readOnly }),
  ),
}

/** The code that a line names. */
export const taxCodeOfLineSchema = nullableObject(namedCode, {
  description:
    'The tax code of the organisation that pays, by its id or its code. It says the tax rate, for the date of the invoice: a rate that is sent as well has to be the same.',
})

/** What a line says beside it. */
export const lineTaxSchemas = {
  reverseChargeRate: amount('Percent: the rate of the tax that the organisation that pays itself owes.'),
  reverseChargeTax: amount(owed),
  recoverable: orNull(`The share of the tax that is recoverable, in percent. ${forPayer}`),
  nonRecoverableTax: orNull(lost),
  withholding: amount('The share of the amount that is kept back when it is paid, in percent.'),
  withheld: amount(kept),
  approvedReverseChargeTax: orNull('What the review leaves, like `approvedAmount`.'),
  approvedNonRecoverableTax: nullable<number>('number', readOnly),
  approvedWithheld: nullable<number>('number', readOnly),
} as const

/** The names that a line has when it is read. */
export const readOnlyTaxNames = Object.keys(lineTaxSchemas)

export const lineTaxExample = {
  taxCode: { id: 3, code: 'NZ15', name: 'GST 15 %', country: 'NZ', kind: 'Standard' as const },
  reverseChargeRate: 0,
  reverseChargeTax: 0,
  recoverable: 100,
  nonRecoverableTax: 0,
  withholding: 0,
  withheld: 0,
  approvedReverseChargeTax: 0,
  approvedNonRecoverableTax: 0,
  approvedWithheld: 0,
  taxCorrection: null,
}

/** The taxes of a line, with what a review leaves of them. */
export const lineTaxesToV2 = (line: StoredLine, left: LineTaxes | undefined, isOwn: boolean) => ({
  taxCode: line.taxCode,
  reverseChargeRate: Number(line.reverseChargeRate),
  reverseChargeTax: Number(line.reverseChargeTax),
  recoverable: isOwn ? Number(line.recoverable) : null,
  nonRecoverableTax: isOwn ? Number(line.nonRecoverableTax) : null,
  withholding: Number(line.withholding),
  withheld: Number(line.withheld),
  approvedReverseChargeTax: left ? Number(left.reverseChargeTax) : null,
  approvedNonRecoverableTax: left && isOwn ? Number(left.nonRecoverableTax) : null,
  approvedWithheld: left ? Number(left.withheld) : null,
})

/** What a line of a list says. */
export const listedTaxSchemas = {
  taxRate: Type.Number({ description: 'Percent.' }),
  taxCode: taxCodeOfLineSchema,
  reverseChargeTax: amount(owed),
  withheld: amount(kept),
  nonRecoverableTax: orNull(lost),
  cost: orNull(costs),
} as const

export const listedTaxExample = {
  taxRate: 15,
  taxCode: { id: 3, code: 'NZ15', name: 'GST 15 %', country: 'NZ', kind: 'Standard' as const },
  reverseChargeTax: 0,
  withheld: 0,
  nonRecoverableTax: 0,
  cost: 800,
}

export const listedTaxColumns = [
  'taxRate taxCodeId taxCode taxCodeName taxCodeCountry taxCodeKind lineReverseChargeTax lineWithheld lineNonRecoverableTax lineCost',
].flatMap((names) => names.split(' '))

/** What lists of lines can be filtered and sorted by. */
export const listedTaxProperties: Properties = {
  TaxRate: sorted('taxRate'),
  TaxCode: thing('taxCodeId'),
  'TaxCode/Id': { ...filtered('taxCodeId'), labels: ['taxCode'] },
  'TaxCode/Code': sorted('taxCode'),
  'TaxCode/Name': sorted('taxCodeName'),
  'TaxCode/Country': filtered('taxCodeCountry'),
  'TaxCode/Kind': filtered('taxCodeKind'),
  ReverseChargeTax: sorted('lineReverseChargeTax'),
  Withheld: sorted('lineWithheld'),
  NonRecoverableTax: sorted('lineNonRecoverableTax'),
  Cost: sorted('lineCost'),
}

/** The taxes of a line of a list. */
export const listedTaxesToV2 = (row: ListedRow) => ({
  taxRate: numberIn(row, 'taxRate'),
  taxCode:
    row['taxCodeId'] === null
      ? null
      : {
          id: numberIn(row, 'taxCodeId'),
          code: row['taxCode'] as string,
          name: row['taxCodeName'] as string,
          country: row['taxCodeCountry'] as string,
          kind: row['taxCodeKind'] as (typeof taxKinds)[number],
        },
  reverseChargeTax: numberIn(row, 'lineReverseChargeTax'),
  withheld: numberIn(row, 'lineWithheld'),
  nonRecoverableTax: numberOrNullIn(row, 'lineNonRecoverableTax'),
  cost: numberOrNullIn(row, 'lineCost'),
})
