// A line of an invoice in the shape of v2.
import Type from 'typebox'
import { nullable } from '../../http/v2/references.wire.ts'
import type { InvoiceDetails } from '../invoice-details.ts'
import { lineKinds } from '../lines.ts'
import type { StoredLine } from '../stored-lines.ts'
import { ownCurrencyOfLine, ownCurrencyOfLineSchema } from './own-currency/own-amounts.wire.ts'
import { lineTaxesToV2, lineTaxSchemas, taxCodeOfLineSchema } from './taxes/invoice-taxes.wire.ts'
import { taxCorrectionSchema, taxCorrectionToV2 } from './taxes/tax-corrections.wire.ts'
import { lineReviewSchema, lineReviewToV2 } from './reviews.wire.ts'

const readOnly = { readOnly: true }
const day = { format: 'date' }
const text = (description: string, more: object = {}) => nullable<string>('string', { description, ...more })

/** What a line is made of. */
export const lineProperties = {
  kind: Type.Unsafe<(typeof lineKinds)[number]>({ type: 'string', enum: [...lineKinds] }),
  workDate: text('The day on which the work was done.', day),
  description: Type.String({ minLength: 1, maxLength: 4_000 }),
  quantity: Type.Number({ description: 'Hours or pieces.' }),
  unitPrice: Type.Number(),
  adjustment: Type.Number({ description: 'Added to quantity x unit price; negative for a discount.' }),
  amount: Type.Number({ description: 'quantity x unit price + adjustment, without tax.' }),
  taxRate: Type.Number({ description: 'Percent.' }),
  tax: Type.Number(),
  timekeeper: text('Who did the work.'),
  timekeeperNumber: text('Their number at the law firm.'),
  timekeeperClass: text('Partner, associate and so on, as the firm writes it.'),
  taskCode: text('UTBMS task code.'),
  activityCode: text('UTBMS activity code.'),
  expenseCode: text('UTBMS expense code.'),
  taxCode: taxCodeOfLineSchema,
  creditsLine: nullable<number>('integer', {
    minimum: 1,
    description: 'Of a credit note: the line that it takes back, of the invoice that it `credits`.',
  }),
} as const

/** With what is decided and known about it. */
export const lineSchema = Type.Object({
  number: Type.Integer(readOnly),
  ...lineProperties,
  agreedRate: nullable<number>('number', {
    description:
      'What is agreed with the law firm for an hour of this line on its day; of an approved invoice what was agreed then. Null where nothing is, and of fixed and success fees that are agreed.',
    ...readOnly,
  }),
  approvedAmount: nullable<number>('number', {
    description: 'What the review leaves of the amount, without tax; null where `review` of the invoice is.',
    ...readOnly,
  }),
  approvedTax: nullable<number>('number', readOnly),
  ...lineTaxSchemas,
  taxCorrection: taxCorrectionSchema,
  ownCurrency: ownCurrencyOfLineSchema,
  review: lineReviewSchema,
})

/** A line of one invoice. */
export function lineToV2(
  line: StoredLine,
  {
    review,
    agreedRates,
    ownAmounts,
    isOwn,
  }: Pick<InvoiceDetails, 'review' | 'agreedRates' | 'ownAmounts' | 'isOwn'>,
) {
  const { number } = line
  const left = review?.amounts.get(number)
  return {
    number,
    kind: line.kind,
    workDate: line.workDate,
    description: line.description,
    timekeeper: line.timekeeper,
    timekeeperNumber: line.timekeeperNumber,
    timekeeperClass: line.timekeeperClass,
    taskCode: line.taskCode,
    activityCode: line.activityCode,
    expenseCode: line.expenseCode,
    creditsLine: line.creditsLine,
    agreedRate: numberOrNull(agreedRates.get(number)),
    quantity: Number(line.quantity),
    unitPrice: Number(line.unitPrice),
    adjustment: Number(line.adjustment),
    amount: Number(line.amount),
    taxRate: Number(line.taxRate),
    tax: Number(line.tax),
    ...approvedOf(left),
    ...lineTaxesToV2(line, left, isOwn),
    taxCorrection: taxCorrectionToV2(line.taxCorrection, isOwn),
    ownCurrency: ownCurrencyOfLine(ownAmounts, number),
    review: lineReviewToV2(review?.decisions.get(number)),
  }
}

const numberOrNull = (decimal: string | undefined) => (decimal === undefined ? null : Number(decimal))

const approvedOf = (left: { readonly amount: string; readonly tax: string } | undefined) => ({
  approvedAmount: left ? Number(left.amount) : null,
  approvedTax: left ? Number(left.tax) : null,
})
