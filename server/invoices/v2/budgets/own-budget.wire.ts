// The budget of a matter in the currency of the organisation, as v2 shows it.
import Type from 'typebox'
import { nullableObject } from '../../../http/v2/references.wire.ts'
import type { OwnBudget, OwnRow, Used } from '../../budgets/plan-rate.ts'

const used = { approved: Type.Number(), pending: Type.Number(), accrued: Type.Number() } as const
const available = Type.Number({ description: 'The budget less the three.' })

const row = {
  budget: Type.Number({ description: 'At the plan rate.' }),
  atPlan: Type.Object({ ...used, available }, { description: 'What is used, at the plan rate.' }),
  atRates: nullableObject(
    { ...used, available },
    {
      description:
        'The same at the rates that invoices and accruals have in this currency; null while one of them is missing.',
    },
  ),
  difference: nullableObject(
    { ...used, inAll: Type.Number() },
    { description: 'What comes from the rates alone: at the plan rate less at the rates.' },
  ),
} as const

export const ownBudgetSchema = nullableObject(
  {
    currency: Type.String(),
    planRate: Type.Number({ description: 'What one unit of the currency of the budget is planned to be.' }),
    ...row,
    years: Type.Array(Type.Object({ year: Type.Integer(), ...row }), {
      description: 'Of a yearly budget, its fiscal years, which come to the whole.',
    }),
  },
  {
    description:
      'The budget in the currency of the organisation. Null without a plan rate, and after that currency was changed.',
  },
)

export const ownBudgetExample = {
  currency: 'NZD',
  planRate: 2.1,
  budget: 21_000,
  atPlan: { approved: 2_100, pending: 4_200, accrued: 0, available: 14_700 },
  atRates: { approved: 2_241.5, pending: 4_400, accrued: 0, available: 14_358.5 },
  difference: { approved: -141.5, pending: -200, accrued: 0, inAll: -341.5 },
  years: [],
}

const usedToV2 = ({ approved, pending, accrued }: Used) => ({
  approved: Number(approved),
  pending: Number(pending),
  accrued: Number(accrued),
})

const rowToV2 = ({ budget, atPlan, atRates, difference }: OwnRow) => ({
  budget: Number(budget),
  atPlan: { ...usedToV2(atPlan), available: Number(atPlan.available) },
  atRates: atRates && { ...usedToV2(atRates), available: Number(atRates.available) },
  difference: difference && { ...usedToV2(difference), inAll: Number(difference.inAll) },
})

/** The budget in the own currency as v2 shows it. */
export const ownBudgetToV2 = (own: OwnBudget | null) =>
  own && {
    currency: own.currency,
    planRate: Number(own.planRate),
    ...rowToV2(own),
    years: own.years.map((each) => ({ year: each.year, ...rowToV2(each) })),
  }
