// v1 of features.
import Type from 'typebox'
import { pathIds } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { nullable } from '../../../http/v1/people.wire.ts'
import { getFeature } from '../queries.ts'

const feature = Type.Object({ isEnabled: Type.Boolean(), featureCode: nullable<string>('string') })

export const featureRoutes: RouteModule = (server, app) => {
  server.get(
    '/account-apis/v1/features/:featureCode',
    {
      config: { access: { right: 'use' } },
      schema: {
        summary: 'Get a feature',
        description: "Whether a part of the platform is switched on for the caller's organisation.",
        params: pathIds('featureCode'),
        response: { 200: feature },
      },
    },
    async (request) => {
      const { code, enabled } = await getFeature(app, actorOf(request), request.params.featureCode)
      return { isEnabled: enabled, featureCode: code }
    },
  )
}
