// v1 of features.
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet } from '../../../http/routes.ts'
import { nullable } from '../../../http/v1/people.wire.ts'
import { getFeature } from '../queries.ts'

const feature = Type.Object({ isEnabled: Type.Boolean(), featureCode: nullable<string>('string') })

export const featureRoutes: RouteModule = (server, app) => {
  onGet(server, '/account-apis/v1/features/:featureCode', {
    config: { access: { right: 'use' } },
    summary: 'Get a feature',
    description: "Whether a part of the platform is switched on for the caller's organisation.",
    returns: feature,
    handler: async (request) => {
      const { code, enabled } = await getFeature(app, actorOf(request), request.params.featureCode)
      return { isEnabled: enabled, featureCode: code }
    },
  })
}
