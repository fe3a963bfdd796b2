// v2 of the money of a matter: its budget, and what is approved and pending.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPut } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { decimalIn, propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import {
  auditedByUser,
  createdExample,
  doneBy,
  nullable,
  nullableObject,
} from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import { type Budget, getMatterMoney, type MatterMoney } from '../budgets/matter-money.ts'
import { setBudget } from '../budgets/set-budget.ts'

const config = { access: { right: 'use' } } as const

const budget = {
  version: Type.Integer(),
  amount: nullable<number>('number', { description: 'Without tax; null where the budget was taken away.' }),
  currency: Type.String(),
  reason: nullable<string>('string'),
  set: Type.Object(auditedByUser),
} as const

const budgetExample = {
  version: 2,
  amount: 150_000,
  currency: 'NZD',
  reason: 'A second expert',
  set: createdExample,
}

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
      description: 'Budget less approved and pending; negative when it is exceeded.',
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
        complete: true,
      },
    ],
  },
)

const budgetToV2 = ({ version, amount, currency, reason, by, at }: Budget) => ({
  version,
  amount: amount === null ? null : Number(amount),
  currency,
  reason,
  set: { dateUtc: at.toISOString(), ...doneBy(by) },
})

const moneyToV2 = ({ budgets, spends, available, complete }: MatterMoney) => {
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
    available: available === null ? null : Number(available),
    complete,
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
      documentedBodies: jsonBody(
        Type.Object({
          amount: Type.Unsafe<number | null>({ type: ['number', 'null'], minimum: 0 }),
          currency: Type.Optional(
            Type.String({ description: 'Default: that of the budget before, or of the organisation.' }),
          ),
          reason: Type.Optional(Type.String({ maxLength: 2_000, description: 'Needed to change a budget.' })),
        }),
        { amount: 150_000, currency: 'NZD', reason: 'A second expert' },
      ),
    },
    summary: 'Set the budget of a matter',
    description:
      'What may be spent on it in all, without tax; null takes the budget away. Every version is kept. With If-Match, only in place of the version that you have read.',
    handler: async (request) => {
      const properties = propertiesOf(request.body, ['amount', 'currency', 'reason'])
      const amount = decimalIn(properties, 'amount')
      if (amount === undefined) throw badInput('amount', 'is missing: an amount, or null for no budget.')
      await setBudget(app, actorOf(request), idOf(request.params.matterId), {
        amount,
        currency: textIn(properties, 'currency')?.toUpperCase(),
        reason: textIn(properties, 'reason', { longest: 2_000 }) ?? null,
        checkVersion: versionCheck(request),
      })
    },
  })
}
