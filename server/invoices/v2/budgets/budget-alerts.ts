// v2 of the alerts of budgets.
import Type from 'typebox'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet, onPut } from '../../../http/routes.ts'
import { jsonBody } from '../../../http/v2/bodies.ts'
import { propertiesOf } from '../../../http/v2/merge-patch.ts'
import { badInput } from '../../../platform/errors.ts'
import {
  getAlertSettings,
  largestPercent,
  mostPercents,
  setAlertSettings,
} from '../../budgets/alert-settings.ts'

const path = '/v2/invoices/budgetAlerts'

const properties = {
  percents: Type.Array(Type.Integer({ minimum: 1, maximum: largestPercent }), {
    maxItems: mostPercents,
    description:
      'At how many percent of a budget those responsible for the matter are told; empty for never.',
  }),
}
const example = { percents: [50, 75, 90, 100] }
const schema = Type.Object(properties, { title: 'BudgetAlerts', examples: [example] })
const body = jsonBody(Type.Object(properties, { additionalProperties: false }), { percents: [75, 90, 100] })

export const budgetAlertRoutes: RouteModule = (server, app) => {
  onGet(server, path, {
    config: { access: { right: 'administer' }, etag: true },
    operationId: 'getBudgetAlerts',
    summary: 'Get at how many percent of budgets people are told',
    description: 'For administrators.',
    returns: schema,
    handler: async (request, reply) => {
      const { version, percents } = await getAlertSettings(app.db, actorOf(request).organisationId)
      reply.header('etag', etagOf(version))
      return { percents: [...percents] }
    },
  })

  onPut(server, path, {
    config: { access: { right: 'administer' }, ifMatch: true, etag: true, documentedBodies: body },
    operationId: 'setBudgetAlerts',
    summary: 'Set at how many percent of budgets people are told',
    description:
      'Each once for a version of a budget, by notification and mail to the owner and the manager of the matter. With If-Match, only the version that you have read.',
    returns: schema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const { percents } = propertiesOf(request.body, ['percents'])
      if (!Array.isArray(percents))
        throw badInput('percents', 'must be a list of percentages, empty for none.')
      await setAlertSettings(app, actor, {
        percents: percents.map((percent: unknown) => (typeof percent === 'number' ? percent : Number.NaN)),
        checkVersion: versionCheck(request),
      })
      const set = await getAlertSettings(app.db, actor.organisationId)
      reply.header('etag', etagOf(set.version))
      return { percents: [...set.percents] }
    },
  })
}
