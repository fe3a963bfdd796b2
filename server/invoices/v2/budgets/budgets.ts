// v2 of the money of a matter: its budget, and what is approved and pending.
import Type from 'typebox'
import { idOf } from '../../../http/ids.ts'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet, onPut } from '../../../http/routes.ts'
import { jsonBody } from '../../../http/v2/bodies.ts'
import { decimalIn, propertiesOf, textIn } from '../../../http/v2/merge-patch.ts'
import { getMatterMoney } from '../../budgets/matter-money.ts'
import { setBudget } from '../../budgets/set-budget.ts'
import { moneySchema, moneyToV2 } from './money.wire.ts'
import { budgetProperties, planFromV2, planProperties, planRate } from './plans.wire.ts'

const config = { access: { right: 'use' } } as const

const budgetBody = Type.Object({
  ...budgetProperties,
  planRate: Type.Optional(planRate),
  reason: Type.Optional(Type.String({ maxLength: 2_000, description: 'Needed to change a budget.' })),
})

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
      'What may be spent on it, in all, by phase and by fiscal year, without tax unless it says otherwise; null takes the budget away. A budget in another currency than that of the organisation can have a rate at which it is planned; without planRate it keeps that of the budget before, if it is in the same currency. Every version is kept. With If-Match, only in place of the version that you have read.',
    handler: async (request) => {
      const properties = propertiesOf(request.body, [...planProperties, 'planRate', 'reason'])
      await setBudget(app, actorOf(request), idOf(request.params.matterId), {
        plan: planFromV2(properties),
        planRate: decimalIn(properties, 'planRate'),
        reason: textIn(properties, 'reason', { longest: 2_000 }) ?? null,
        checkVersion: versionCheck(request),
      })
    },
  })
}
