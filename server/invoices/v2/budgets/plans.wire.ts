// What a budget consists of, as v2 shows and takes it.
import Type from 'typebox'
import {
  choiceIn,
  decimalIn,
  inside,
  needed,
  neverNull,
  propertiesOf,
  textIn,
  truthIn,
} from '../../../http/v2/merge-patch.ts'
import { nullable, oneOf } from '../../../http/v2/references.wire.ts'
import { badInput } from '../../../platform/errors.ts'
import { type BudgetPart, budgetSpans } from '../../budgets/budget.ts'
import { firstYear, lastYear, mostParts, type NewPlan } from '../../budgets/check-plan.ts'

export const phase = nullable<string>('string', {
  description:
    'A phase such as L300, which the task codes L310 to L390 are of; null for all else: other phases, no task code, expenses.',
})
export const year = nullable<number>('integer', {
  description: 'A fiscal year, by the year in which it ends; null unless the budget is yearly.',
})
export const span = oneOf(budgetSpans, {
  description: 'Lifetime: for the whole life of the matter. Yearly: an amount for each fiscal year.',
})
export const includesTax = Type.Boolean({
  description: 'Whether the amounts are with tax; what is used then is, too.',
})
export const parts = Type.Array(Type.Object({ phase, year, amount: Type.Number() }), {
  description: 'What of the amount is for which phase and fiscal year.',
})

/** The parts of a plan as v2 shows them. */
export const partsToV2 = (of: readonly BudgetPart[]) =>
  of.map((each) => ({ ...each, amount: Number(each.amount) }))

export const planProperties = ['amount', 'currency', 'span', 'includesTax', 'parts'] as const
const amountSchema = Type.Unsafe<number | null>({
  type: ['number', 'null'],
  minimum: 0,
  description: 'In all. May be left out with parts, which it is the sum of; null takes the budget away.',
})

/** What a plan is given by. */
export const budgetProperties = {
  amount: Type.Optional(amountSchema),
  currency: Type.Optional(
    Type.String({ description: 'Default: that of the budget before, or of the organisation.' }),
  ),
  span: Type.Optional(span),
  includesTax: Type.Optional(includesTax),
  parts: Type.Optional(
    Type.Array(
      Type.Object({
        phase: Type.Optional(phase),
        year: Type.Optional(nullable<number>('integer', { minimum: firstYear, maximum: lastYear })),
        amount: Type.Number({ minimum: 0 }),
      }),
      { maxItems: mostParts },
    ),
  ),
} as const

/** At what rate a budget is planned, in its body. */
export const planRate = nullable<number>('number', {
  exclusiveMinimum: 0,
  description:
    'What one unit of the currency of the budget is planned to be in the currency of the organisation, with at most 10 decimal places; null without one.',
})

/** The plan of a body; null takes the budget away. */
export function planFromV2(properties: Readonly<Record<string, unknown>>): NewPlan | null {
  const amount = decimalIn(properties, 'amount')
  if (amount === null) return null
  const { parts = [] } = properties
  if (!Array.isArray(parts)) throw badInput('parts', 'must be a list of parts of the budget.')
  return {
    amount,
    currency: textIn(properties, 'currency')?.toUpperCase(),
    span: choiceIn(properties, 'span', budgetSpans) ?? 'Lifetime',
    includesTax: truthIn(properties, 'includesTax') ?? false,
    parts: parts.map((each: unknown, index) => inside(`parts[${index}]`, () => partFromV2(each))),
  }
}

function partFromV2(body: unknown) {
  const properties = propertiesOf(body, ['phase', 'year', 'amount'])
  const { year: given = null } = properties
  if (given !== null && !Number.isInteger(given))
    throw badInput('year', 'must be a fiscal year such as 2026.')
  return {
    phase: textIn(properties, 'phase')?.toUpperCase() ?? null,
    year: given as number | null,
    amount: needed('amount', neverNull('amount', decimalIn(properties, 'amount'))),
  }
}
