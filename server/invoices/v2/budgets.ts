// v2 of the money of a matter: its budget, and what is approved and pending.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPut } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import {
  choiceIn,
  decimalIn,
  inside,
  needed,
  neverNull,
  propertiesOf,
  textIn,
  truthIn,
} from '../../http/v2/merge-patch.ts'
import {
  auditedByUser,
  createdExample,
  doneBy,
  nullable,
  nullableObject,
} from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import { type Budget, type BudgetRow, budgetSpans } from '../budgets/budget.ts'
import { getMatterMoney, type MatterMoney } from '../budgets/matter-money.ts'
import { firstYear, lastYear, mostParts, type NewPlan, setBudget } from '../budgets/set-budget.ts'

const config = { access: { right: 'use' } } as const

const phase = nullable<string>('string', {
  description:
    'A phase such as L300, which the task codes L310 to L390 are of; null for all else: other phases, no task code, expenses.',
})
const year = nullable<number>('integer', {
  description: 'A fiscal year, by the year in which it ends; null unless the budget is yearly.',
})
const span = Type.Unsafe<(typeof budgetSpans)[number]>({
  type: 'string',
  enum: [...budgetSpans],
  description: 'Lifetime: for the whole life of the matter. Yearly: an amount for each fiscal year.',
})
const includesTax = Type.Boolean({
  description: 'Whether the amounts are with tax; what is used then is, too.',
})
const part = { phase, year, amount: Type.Number() } as const

const budget = {
  version: Type.Integer(),
  amount: nullable<number>('number', { description: 'In all; null where the budget was taken away.' }),
  currency: Type.String(),
  span,
  includesTax,
  parts: Type.Array(Type.Object(part), {
    description: 'What of the amount is for which phase and fiscal year.',
  }),
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
  reason: 'A second expert',
  set: createdExample,
}

const row = {
  budget: nullable<number>('number', { description: 'Null where nothing is planned for it alone.' }),
  approved: Type.Number(),
  pending: Type.Number(),
  available: nullable<number>('number'),
} as const
const period = {
  year,
  from: nullable<string>('string', { description: 'The first day of the fiscal year.' }),
  to: nullable<string>('string', { description: 'Its last day.' }),
  ...row,
  phases: Type.Array(Type.Object({ phase, ...row })),
} as const

const rowExample = { budget: 150_000, approved: 64_200, pending: 8_100, available: 77_700 }

const moneySchema = Type.Object(
  {
    budget: nullableObject(budget, { description: 'The latest; null without one.' }),
    versions: Type.Array(Type.Object(budget), { description: 'All that were set, the latest first.' }),
    spends: Type.Array(
      Type.Object({
        currency: Type.String(),
        approved: Type.Number({ description: 'What was approved, paid or not, without tax.' }),
        pending: Type.Number({ description: 'What is posted or in review, as billed, without tax.' }),
      }),
    ),
    available: nullable<number>('number', {
      description: 'The whole budget less approved and pending; negative when it is exceeded.',
    }),
    periods: Type.Array(Type.Object(period), {
      description:
        'The budget beside what is used of it, in its currency: one for the whole life of the matter, or one for each fiscal year, which the day of an invoice chooses. Empty without a budget.',
    }),
    complete: Type.Boolean({
      description: 'False when invoices in other currencies than the budget’s are not in what is available.',
    }),
  },
  {
    title: 'MatterMoney',
    examples: [
      {
        budget: budgetExample,
        versions: [budgetExample],
        spends: [{ currency: 'NZD', approved: 64_200, pending: 8_100 }],
        available: 77_700,
        periods: [
          { year: null, from: null, to: null, ...rowExample, phases: [{ phase: 'L300', ...rowExample }] },
        ],
        complete: true,
      },
    ],
  },
)

const numberOf = (decimal: string | null) => (decimal === null ? null : Number(decimal))

const budgetToV2 = ({ amount, parts, by, at, ...rest }: Budget) => ({
  ...rest,
  amount: numberOf(amount),
  parts: parts.map((each) => ({ ...each, amount: Number(each.amount) })),
  set: { dateUtc: at.toISOString(), ...doneBy(by) },
})

const rowToV2 = (of: BudgetRow) => ({
  budget: numberOf(of.budget),
  approved: Number(of.approved),
  pending: Number(of.pending),
  available: numberOf(of.available),
})

const moneyToV2 = ({ budgets, spends, available, periods, complete }: MatterMoney) => {
  const versions = budgets.map(budgetToV2)
  const [latest] = versions
  return {
    budget: latest === undefined || latest.amount === null ? null : latest,
    versions,
    spends: spends.map(({ currency, approved, pending }) => ({
      currency,
      approved: Number(approved),
      pending: Number(pending),
    })),
    available: numberOf(available),
    periods: periods.map((each) => ({
      year: each.year,
      from: each.from,
      to: each.to,
      ...rowToV2(each),
      phases: each.phases.map((one) => ({ phase: one.phase, ...rowToV2(one) })),
    })),
    complete,
  }
}

const planProperties = ['amount', 'currency', 'span', 'includesTax', 'parts'] as const
const amountSchema = Type.Unsafe<number | null>({
  type: ['number', 'null'],
  minimum: 0,
  description: 'In all. May be left out with parts, which it is the sum of; null takes the budget away.',
})

const budgetBody = Type.Object({
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
  reason: Type.Optional(Type.String({ maxLength: 2_000, description: 'Needed to change a budget.' })),
})

function planFromV2(properties: Readonly<Record<string, unknown>>): NewPlan | null {
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

export const budgetRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/matters/:matterId/money', {
    config: { ...config, etag: true },
    operationId: 'getMatterMoney',
    summary: 'Get the budget and spend of a matter',
    description:
      'For people of the organisation that owns the matter: the same sums for everybody who sees it. The ETag is that of the budget.',
    returns: moneySchema,
    handler: async (request, reply) => {
      const money = await getMatterMoney(app, actorOf(request), idOf(request.params.matterId))
      reply.header('etag', etagOf(money.budgets[0]?.version ?? 0))
      return moneyToV2(money)
    },
  })

  onPut(server, '/v2/matters/:matterId/budget', {
    config: {
      ...config,
      ifMatch: true,
      documentedBodies: jsonBody(budgetBody, {
        currency: 'NZD',
        parts: [{ phase: 'L300', amount: 100_000 }, { amount: 50_000 }],
        reason: 'A second expert',
      }),
    },
    summary: 'Set the budget of a matter',
    description:
      'What may be spent on it, in all, by phase and by fiscal year, without tax unless it says otherwise; null takes the budget away. Every version is kept. With If-Match, only in place of the version that you have read.',
    handler: async (request) => {
      const properties = propertiesOf(request.body, [...planProperties, 'reason'])
      await setBudget(app, actorOf(request), idOf(request.params.matterId), {
        plan: planFromV2(properties),
        reason: textIn(properties, 'reason', { longest: 2_000 }) ?? null,
        checkVersion: versionCheck(request),
      })
    },
  })
}
