// v2 of contract types: the list.
import { answerList } from '../../http/answer-list.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { respondWithList } from '../../http/v2/list-response.ts'
import { skipSchemaValidation, listQueryOf, pageSchema } from '../../http/v2/odata.ts'
import { countContractTypes, listContractTypes, templateListing } from '../templates.ts'
import {
  contractTypeProperties,
  contractTypeSchema,
  contractTypeShownFrom,
  contractTypeToV2,
} from './types.wire.ts'

const top = 25

export const contractTypeRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/contractTypes', {
    config: { access: { right: 'use' } },
    ...skipSchemaValidation,
    summary: 'List contract types',
    description: 'Those in use, each in its group; v1 calls them templates.',
    querystring: listQueryOf({ top, select: true }),
    returns: pageSchema(contractTypeSchema),
    handler: (request) =>
      answerList(app, request, async (reading) => {
        const actor = actorOf(request)
        return respondWithList(reading, request, {
          resource: { ...templateListing, properties: contractTypeProperties },
          shownFrom: contractTypeShownFrom,
          top,
          read: (asked) => listContractTypes(reading, actor, asked),
          count: (query) => countContractTypes(reading, actor, query),
          toV2: contractTypeToV2,
        })
      }),
  })
}
