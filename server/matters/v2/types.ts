// v2 of matter types, which v1 calls categories: the list.
import { answerList } from '../../http/answer-list.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { respondWithList } from '../../http/v2/list-response.ts'
import { skipSchemaValidation, listQueryOf, pageSchema } from '../../http/v2/odata.ts'
import { categoryListing, countMatterTypes, listMatterTypes } from '../categories.ts'
import { matterTypeProperties, matterTypeSchema, matterTypeShownFrom, matterTypeToV2 } from './types.wire.ts'

const top = 25

export const matterTypeRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/matterTypes', {
    config: { access: { right: 'use' } },
    ...skipSchemaValidation,
    summary: 'List matter types',
    description: 'Those in use; parent makes them a tree. v1 calls them categories.',
    querystring: listQueryOf({ top, select: true }),
    returns: pageSchema(matterTypeSchema),
    handler: (request) =>
      answerList(app, request, async (reading) => {
        const actor = actorOf(request)
        return respondWithList(reading, request, {
          resource: { ...categoryListing, properties: matterTypeProperties },
          shownFrom: matterTypeShownFrom,
          top,
          read: (asked) => listMatterTypes(reading, actor, asked),
          count: (query) => countMatterTypes(reading, actor, query),
          toV2: matterTypeToV2,
        })
      }),
  })
}
