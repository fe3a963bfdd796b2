// The review of an invoice in the shapes of v2.
import Type from 'typebox'
import {
  choiceIn,
  decimalIn,
  given,
  inside,
  needed,
  propertiesOf,
  textIn,
} from '../../http/v2/merge-patch.ts'
import { doneBy, nullable, nullableObject, userReference } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import type { AskedDecision } from '../commands/review-invoice.ts'
import { mostLines, totalOf } from '../lines.ts'
import { lineDecisions, reductionReasons } from '../review/line-decisions.ts'
import { reducedParts, type Reduction } from '../review/reduction.ts'
import { reviewTaxesToV2, reviewTaxSchemas } from './taxes/invoice-taxes.wire.ts'
import type { ShownReview } from '../review/shown-review.ts'

const readOnly = { readOnly: true }
const amount = (description: string) => Type.Number({ description, ...readOnly })
const decision = Type.Unsafe<(typeof lineDecisions)[number]>({ type: 'string', enum: [...lineDecisions] })
const reasonValue = { enum: [...reductionReasons, null], description: 'Why; the firm sees it.' }
const note = { description: 'More about the reason; the firm sees it.', maxLength: 2_000 }

const reduced = {
  approvedQuantity: nullable<number>('number', { description: 'The hours or pieces that are approved.' }),
  approvedUnitPrice: nullable<number>('number', { description: 'The rate or price that is approved.' }),
  approvedAmount: nullable<number>('number', { description: 'The amount that is approved, without tax.' }),
  reducedByPercent: nullable<number>('number', { description: 'What is taken off the amount.' }),
} as const

const made = {
  dateUtc: Type.Optional(Type.String({ format: 'date-time' })),
  userName: Type.Optional(Type.String()),
  user: nullableObject(userReference),
} as const

/** What was decided on a line. */
export const lineReviewSchema = nullableObject(
  {
    decision,
    ...reduced,
    reason: nullable<(typeof reductionReasons)[number]>('string', reasonValue),
    note: nullable<string>('string', note),
    rule: nullable<string>('string', {
      description: 'The rule of the billing guidelines that proposes it; null for what somebody decided.',
    }),
    reviewed: Type.Object(made),
  },
  { description: 'What was decided on the line; null if nothing was.', ...readOnly },
)

const reductionProperties = {
  appliesTo: Type.Unsafe<(typeof reducedParts)[number]>({
    type: 'string',
    enum: [...reducedParts],
    description: 'The lines that it is spread over, in proportion to what they charge: fees, or all.',
  }),
  amount: nullable<number>('number', { description: 'Without tax. Either this or percent.' }),
  percent: nullable<number>('number'),
  reason: Type.Unsafe<(typeof reductionReasons)[number]>({ type: 'string', enum: [...reductionReasons] }),
  note: nullable<string>('string', note),
} as const

/** The review of a whole invoice. */
export const invoiceReviewSchema = nullableObject(
  {
    fees: amount('Without tax, like the next two.'),
    disbursements: amount('Expenses.'),
    otherFees: amount('Other fees.'),
    totalTax: amount('The tax on what is left of the lines.'),
    total: amount('The total with tax.'),
    ...reviewTaxSchemas,
    reviewedLines: Type.Integer({ description: 'The number of lines that were decided on.', ...readOnly }),
    reduction: nullableObject({ ...reductionProperties, reviewed: Type.Object(made) }),
  },
  {
    description:
      'What the review leaves of the invoice: under way what would be approved, then what was. People of the provider see it when the invoice is approved or declined.',
    ...readOnly,
  },
)

/** Documents the decisions on lines. */
export const decisionsSchema = Type.Object({
  lines: Type.Array(
    Type.Object({
      number: Type.Integer(),
      decision: Type.Unsafe<(typeof lineDecisions)[number] | null>({
        type: ['string', 'null'],
        enum: [...lineDecisions, null],
        description: 'null takes a decision back. Reduced comes with exactly one of the next four.',
      }),
      ...reduced,
      reason: nullable<(typeof reductionReasons)[number]>('string', reasonValue),
      note: nullable<string>('string', note),
    }),
    { minItems: 1, maxItems: mostLines },
  ),
})

export const decisionsExample = {
  lines: [
    {
      number: 1,
      decision: 'Reduced',
      reducedByPercent: 20,
      reason: 'Rate',
      note: 'The rate agreed for 2026.',
    },
  ],
}

/** Documents a reduction of the whole invoice. */
export const reductionSchema = Type.Object(reductionProperties)

export const reductionExample = {
  appliesTo: 'Fees',
  percent: 10,
  reason: 'Agreement',
  note: 'Volume discount',
}

const properties = [
  'number',
  'decision',
  'approvedQuantity',
  'approvedUnitPrice',
  'approvedAmount',
  'reducedByPercent',
  'reason',
  'note',
]

/** The decisions in a body. */
export function decisionsFromV2(body: unknown): readonly AskedDecision[] {
  const { lines } = propertiesOf(body, ['lines'])
  if (!Array.isArray(lines) || lines.length === 0 || lines.length > mostLines) {
    throw badInput('lines', `must be a list of 1 to ${mostLines} decisions.`)
  }
  return lines.map((line: unknown, index) => inside(`lines[${index}]`, () => decisionFrom(line)))
}

function decisionFrom(body: unknown): AskedDecision {
  const line = propertiesOf(body, properties)
  const { number } = line
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) {
    throw badInput('number', 'must be the number of a line of this invoice.')
  }
  if (line['decision'] === null) return { number, decision: null }
  const decimal = (name: keyof typeof reduced) => decimalIn(line, name) ?? undefined
  return {
    number,
    decision: {
      decision: needed('decision', choiceIn(line, 'decision', lineDecisions)),
      ...given({
        approvedQuantity: decimal('approvedQuantity'),
        approvedUnitPrice: decimal('approvedUnitPrice'),
        approvedAmount: decimal('approvedAmount'),
        reducedByPercent: decimal('reducedByPercent'),
      }),
      reason: line['reason'] === null ? null : (choiceIn(line, 'reason', reductionReasons) ?? null),
      note: textIn(line, 'note', { longest: note.maxLength }) ?? null,
    },
  }
}

/** The reduction in a body. */
export function reductionFromV2(body: unknown): Reduction {
  const sent = propertiesOf(body, ['appliesTo', 'amount', 'percent', 'reason', 'note'])
  return {
    appliesTo: needed('appliesTo', choiceIn(sent, 'appliesTo', reducedParts)),
    ...given({
      amount: decimalIn(sent, 'amount') ?? undefined,
      percent: decimalIn(sent, 'percent') ?? undefined,
    }),
    reason: needed('reason', choiceIn(sent, 'reason', reductionReasons)),
    note: textIn(sent, 'note', { longest: note.maxLength }) ?? null,
  }
}

const numberOrNull = (decimal: string | undefined) => (decimal === undefined ? null : Number(decimal))

type Stored = ShownReview['decisions'] extends ReadonlyMap<number, infer Decision> ? Decision : never

const reviewedOf = ({ by, at }: { readonly by?: Stored['by']; readonly at: Date }) => ({
  dateUtc: at.toISOString(),
  ...doneBy(by),
})

/** What was decided on a line. */
export const lineReviewToV2 = (stored: Stored | undefined) =>
  stored
    ? {
        decision: stored.decision,
        approvedQuantity: numberOrNull(stored.approvedQuantity),
        approvedUnitPrice: numberOrNull(stored.approvedUnitPrice),
        approvedAmount: numberOrNull(stored.approvedAmount),
        reducedByPercent: numberOrNull(stored.reducedByPercent),
        reason: stored.reason ?? null,
        note: stored.note ?? null,
        rule: stored.rule ?? null,
        reviewed: reviewedOf(stored),
      }
    : null

/** The review of an invoice. */
export const reviewToV2 = ({ sums, taxes, decisions, reduction }: ShownReview, isOwn: boolean) => ({
  fees: Number(sums.fees),
  disbursements: Number(sums.disbursements),
  otherFees: Number(sums.otherFees),
  totalTax: Number(sums.totalTax),
  total: Number(totalOf(sums)),
  ...reviewTaxesToV2(sums, taxes, isOwn),
  reviewedLines: decisions.size,
  reduction: reduction
    ? {
        appliesTo: reduction.appliesTo,
        amount: numberOrNull(reduction.amount),
        percent: numberOrNull(reduction.percent),
        reason: reduction.reason,
        note: reduction.note ?? null,
        reviewed: reviewedOf(reduction),
      }
    : null,
})
