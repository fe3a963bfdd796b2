// v2 of fields: the list.
import { answerList } from '../../http/answer-list.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { respondWithList } from '../../http/v2/list-response.ts'
import { skipSchemaValidation, listQueryOf, pageSchema } from '../../http/v2/odata.ts'
import { countFieldRows, fieldListing, listFieldRows } from '../field-rows.ts'
import { fieldProperties, fieldSchema, fieldShownFrom, fieldToV2 } from './fields.wire.ts'

const top = 25

export const fieldRoutesV2: RouteModule = (server, app) => {
  onGet(server, '/v2/fields', {
    config: { access: { right: 'use' } },
    ...skipSchemaValidation,
    summary: 'List fields',
    description:
      'The fields of your organisation, custom and built-in; the id is their name in records. Headings of forms are not among them: they have no value.',
    querystring: listQueryOf({ top, select: true }),
    returns: pageSchema(fieldSchema),
    handler: (request) =>
      answerList(app, request, async (reading) => {
        const actor = actorOf(request)
        return respondWithList(reading, request, {
          resource: { ...fieldListing, properties: fieldProperties },
          shownFrom: fieldShownFrom,
          top,
          read: (asked) => listFieldRows(reading, actor, asked),
          count: (query) => countFieldRows(reading, actor, query),
          toV2: fieldToV2,
        })
      }),
  })
}
