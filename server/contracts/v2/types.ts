// v2 of contract types: the list.
import type { RouteModule } from '../../http/route.ts'
import { onList } from '../../http/v2/list-routes.ts'
import { countContractTypes, listContractTypes, templateListing } from '../templates.ts'
import {
  contractTypeProperties,
  contractTypeSchema,
  contractTypeShownFrom,
  contractTypeToV2,
} from './types.wire.ts'

const top = 25

export const contractTypeRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/contractTypes', {
    config: { access: { right: 'use' } },
    summary: 'List contract types',
    description: 'Those in use, each in its group; v1 calls them templates.',
    item: contractTypeSchema,
    properties: contractTypeProperties,
    columns: contractTypeShownFrom,
    top,
    rows: (reading, actor) => ({
      listing: templateListing,
      read: (asked) => listContractTypes(reading, actor, asked),
      count: (query) => countContractTypes(reading, actor, query),
    }),
    toV2: contractTypeToV2,
  })
}
