// v2 of contract types: the list.
import { actorOf, type RouteModule } from '../../http/route.ts'
import { judgedByHand, listFromV2, listQueryOf, pageSchema, pageToV2 } from '../../http/v2/odata.ts'
import { countContractTypes, listContractTypes, templateListing } from '../templates.ts'
import {
  contractTypeColumns,
  contractTypeProperties,
  contractTypeSchema,
  contractTypeToV2,
} from './types.wire.ts'

const top = 25

export const contractTypeRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/contractTypes',
    {
      config: { access: { right: 'use' } },
      ...judgedByHand,
      schema: { querystring: listQueryOf({ top }), response: { 200: pageSchema(contractTypeSchema) } },
    },
    async (request) => {
      const actor = actorOf(request)
      const resource = { ...templateListing, properties: contractTypeProperties }
      const list = await listFromV2(app, request, resource, { top })
      const rows = await listContractTypes(app, actor, { query: list.query, columns: contractTypeColumns })
      const count = list.count ? await countContractTypes(app, actor, list.query) : undefined
      return pageToV2(app, request, list, { rows, count, toV2: contractTypeToV2 })
    },
  )
}
