// v2 of matter types, which v1 calls categories: the list.
import { actorOf, type RouteModule } from '../../http/route.ts'
import { judgedByHand, listFromV2, listQueryOf, pageSchema, pageToV2 } from '../../http/v2/odata.ts'
import { categoryListing, countMatterTypes, listMatterTypes } from '../categories.ts'
import { matterTypeColumns, matterTypeProperties, matterTypeSchema, matterTypeToV2 } from './types.wire.ts'

const top = 25

export const matterTypeRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/matterTypes',
    {
      config: { access: { right: 'use' } },
      ...judgedByHand,
      schema: { querystring: listQueryOf({ top }), response: { 200: pageSchema(matterTypeSchema) } },
    },
    async (request) => {
      const actor = actorOf(request)
      const resource = { ...categoryListing, properties: matterTypeProperties }
      const list = await listFromV2(app, request, resource, { top })
      const rows = await listMatterTypes(app, actor, { query: list.query, columns: matterTypeColumns })
      const count = list.count ? await countMatterTypes(app, actor, list.query) : undefined
      return pageToV2(app, request, list, { rows, count, toV2: matterTypeToV2 })
    },
  )
}
