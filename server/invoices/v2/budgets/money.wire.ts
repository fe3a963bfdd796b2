// The money of a matter, as v2 shows it.
import Type from 'typebox'
import {
  auditedByUser,
  createdExample,
  doneBy,
  nullable,
  nullableObject,
} from '../../../http/v2/references.wire.ts'
import type { Budget, BudgetRow } from '../../budgets/budget.ts'
import type { MatterMoney } from '../../budgets/matter-money.ts'
import { ownBudgetExample, ownBudgetSchema, ownBudgetToV2 } from './own-budget.wire.ts'
import { includesTax, parts, partsToV2, phase, planRate, span, year } from './plans.wire.ts'
import { estimateExample, estimateSchema, estimateToV2 } from './proposals.wire.ts'

const budget = {
  version: Type.Integer(),
  amount: nullable<number>('number', { description: 'In all; null where the budget was taken away.' }),
  currency: Type.String(),
  span,
  includesTax,
  parts,
  planRate,
  reason: nullable<string>('string'),
  set: Type.Object(auditedByUser),
} as const

const budgetExample = {
  version: 2,
  amount: 150_000,
  currency: 'NZD',
  span: 'Lifetime' as const,
  includesTax: false,
  parts: [
    { phase: 'L300', year: null, amount: 100_000 },
    { phase: null, year: null, amount: 50_000 },
  ],
  planRate: null,
  reason: 'A second expert',
  set: createdExample,
}

const row = {
  budget: nullable<number>('number', { description: 'Null where nothing is planned for it alone.' }),
  approved: Type.Number(),
  pending: Type.Number(),
  accrued: Type.Number({
    description: 'Accrued for the latest closed month and not billed since, without tax.',
  }),
  available: nullable<number>('number'),
} as const
const period = {
  year,
  from: nullable<string>('string', { description: 'The first day of the fiscal year.' }),
  to: nullable<string>('string', { description: 'Its last day.' }),
  ...row,
  phases: Type.Array(Type.Object({ phase, ...row })),
} as const

const rowExample = { budget: 150_000, approved: 64_200, pending: 8_100, accrued: 5_000, available: 72_700 }

export const moneySchema = Type.Object(
  {
    budget: nullableObject(budget, { description: 'The latest; null without one.' }),
    versions: Type.Array(Type.Object(budget), { description: 'All that were set, the latest first.' }),
    spends: Type.Array(
      Type.Object({
        currency: Type.String(),
        approved: Type.Number({ description: 'What was approved, paid or not, without tax.' }),
        pending: Type.Number({ description: 'What is posted or in review, as billed, without tax.' }),
        accrued: Type.Number({ description: 'Accrued for the latest closed month and not billed since.' }),
        committed: Type.Number({
          description: 'What of fixed fees, and of success fees that are due, is not billed.',
        }),
        contingent: nullable<number>('number', {
          description:
            'What may still become due of success fees, beside all else; null where one in percent has no maximum.',
        }),
      }),
    ),
    available: nullable<number>('number', {
      description: 'The whole budget less approved, pending and accrued; negative when it is exceeded.',
    }),
    periods: Type.Array(Type.Object(period), {
      description:
        'The budget beside what is used of it, in its currency: one for the whole life of the matter, or one for each fiscal year, which the day of an invoice chooses. Empty without a budget.',
    }),
    ownBudget: ownBudgetSchema,
    estimates: Type.Array(estimateSchema, {
      description: 'What each law firm expects its work still to cost.',
    }),
    forecast: nullable<number>('number', {
      description:
        'Approved, pending, accrued and the estimates in the currency of the budget, without tax. Null without a budget, and while no firm has stated an estimate that has a rate.',
    }),
    complete: Type.Boolean({
      description: 'False when something is not in these figures, as its rate of exchange is missing.',
    }),
    notCounted: Type.Array(Type.Object({ currency: Type.String(), amount: Type.Number() }), {
      description:
        'What that is, without tax: approved, pending, accrued and estimated in other currencies than the budget’s.',
    }),
  },
  {
    title: 'MatterMoney',
    examples: [
      {
        budget: budgetExample,
        versions: [budgetExample],
        spends: [
          {
            currency: 'NZD',
            approved: 64_200,
            pending: 8_100,
            accrued: 5_000,
            committed: 7_000,
            contingent: 20_000,
          },
        ],
        available: 72_700,
        periods: [
          { year: null, from: null, to: null, ...rowExample, phases: [{ phase: 'L300', ...rowExample }] },
        ],
        ownBudget: ownBudgetExample,
        estimates: [estimateExample],
        forecast: 119_300,
        complete: true,
        notCounted: [],
      },
    ],
  },
)

const numberOf = (decimal: string | null) => (decimal === null ? null : Number(decimal))

const budgetToV2 = ({ amount, parts: of, planRate: planned, by, at, ...rest }: Budget) => ({
  ...rest,
  amount: numberOf(amount),
  parts: partsToV2(of),
  planRate: planned && Number(planned.rate),
  set: { dateUtc: at.toISOString(), ...doneBy(by) },
})

const rowToV2 = (of: BudgetRow) => ({
  budget: numberOf(of.budget),
  approved: Number(of.approved),
  pending: Number(of.pending),
  accrued: Number(of.accrued),
  available: numberOf(of.available),
})

/** The money of a matter as v2 shows it. */
export const moneyToV2 = (money: MatterMoney) => {
  const { budgets, spends, available, periods, ownBudget, estimates, forecast, notCounted } = money
  const versions = budgets.map(budgetToV2)
  const [latest] = versions
  return {
    budget: latest === undefined || latest.amount === null ? null : latest,
    versions,
    spends: spends.map(({ currency, approved, pending, accrued, committed, contingent }) => ({
      currency,
      approved: Number(approved),
      pending: Number(pending),
      accrued: Number(accrued),
      committed: Number(committed),
      contingent: numberOf(contingent),
    })),
    available: numberOf(available),
    periods: periods.map((each) => ({
      year: each.year,
      from: each.from,
      to: each.to,
      ...rowToV2(each),
      phases: each.phases.map((one) => ({ phase: one.phase, ...rowToV2(one) })),
    })),
    ownBudget: ownBudgetToV2(ownBudget),
    estimates: estimates.map(estimateToV2),
    forecast: numberOf(forecast),
    complete: notCounted.length === 0,
    notCounted: notCounted.map(({ currency, amount }) => ({ currency, amount: Number(amount) })),
  }
}
