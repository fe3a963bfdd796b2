// Corrections of the tax codes of lines in the shapes of v2.
import Type from 'typebox'
import { inside, propertiesOf, textIn } from '../../../http/v2/merge-patch.ts'
import { nullable, nullableObject } from '../../../http/v2/references.wire.ts'
import { badInput } from '../../../platform/errors.ts'
import type { AskedTaxCode } from '../../commands/correct-tax-codes.ts'
import { mostLines } from '../../lines.ts'
import type { TaxCorrection } from '../../stored-lines.ts'
import { taxCodeIn } from './tax-code-of-line.wire.ts'
import { taxCodeOfLineSchema } from './invoice-taxes.wire.ts'

const longestReason = 2_000

/** Documents corrections. */
export const correctionsSchema = Type.Object({
  lines: Type.Array(
    Type.Object({
      number: Type.Integer(),
      taxCode: taxCodeOfLineSchema,
      reason: nullable<string>('string', {
        description: 'Why; the firm sees it. Needed for a correction.',
        maxLength: longestReason,
      }),
    }),
    { minItems: 1, maxItems: mostLines },
  ),
})

/** The corrections in a body. */
export function correctionsFromV2(body: unknown): readonly AskedTaxCode[] {
  const { lines } = propertiesOf(body, ['lines'])
  if (!Array.isArray(lines) || lines.length === 0 || lines.length > mostLines) {
    throw badInput('lines', `must be a list of 1 to ${mostLines} corrections.`)
  }
  return lines.map((line: unknown, index) => inside(`lines[${index}]`, () => correctionFrom(line)))
}

function correctionFrom(body: unknown): AskedTaxCode {
  const line = propertiesOf(body, ['number', 'taxCode', 'reason'])
  const { number } = line
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) {
    throw badInput('number', 'must be the number of a line of this invoice.')
  }
  const taxCode = taxCodeIn(line)
  if (taxCode === undefined)
    throw badInput('taxCode', 'is missing: a tax code, or null to take a correction back.')
  return { number, taxCode, reason: textIn(line, 'reason', { longest: longestReason }) ?? null }
}

/** What was corrected of a line. */
export const taxCorrectionSchema = nullableObject(
  {
    billed: taxCodeOfLineSchema,
    taxRate: nullable<number>('number', {
      description:
        'The rate of the tax that is approved, in percent; null where it is the one that was billed.',
    }),
    reason: Type.String(),
    corrected: Type.Object({
      dateUtc: Type.String({ format: 'date-time' }),
      user: nullableObject(
        { id: Type.String(), name: Type.String() },
        { description: 'Null for people of law firms.' },
      ),
    }),
  },
  {
    description:
      'What the organisation that pays has corrected of the tax: `taxCode` is the one that is right, `billed` the one that the law firm named. Null if nothing was.',
    readOnly: true,
  },
)

/** A correction; `isOwn` for people of the organisation that pays. */
export const taxCorrectionToV2 = (made: TaxCorrection | null, isOwn: boolean) =>
  made && {
    billed: made.billed,
    taxRate: made.taxRate === null ? null : Number(made.taxRate),
    reason: made.reason,
    corrected: { dateUtc: new Date(made.at).toISOString(), user: isOwn ? made.by : null },
  }
