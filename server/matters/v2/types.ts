// v2 of matter types, which v1 calls categories: the list.
import type { RouteModule } from '../../http/route.ts'
import { onList } from '../../http/v2/list-routes.ts'
import { categoryListing, countMatterTypes, listMatterTypes } from '../categories.ts'
import { matterTypeProperties, matterTypeSchema, matterTypeShownFrom, matterTypeToV2 } from './types.wire.ts'

const top = 25

export const matterTypeRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/matterTypes', {
    config: { access: { right: 'use' } },
    summary: 'List matter types',
    description: 'Those in use; parent makes them a tree. v1 calls them categories.',
    item: matterTypeSchema,
    properties: matterTypeProperties,
    columns: matterTypeShownFrom,
    top,
    rows: (reading, actor) => ({
      listing: categoryListing,
      read: (asked) => listMatterTypes(reading, actor, asked),
      count: (query) => countMatterTypes(reading, actor, query),
    }),
    toV2: matterTypeToV2,
  })
}
