// v1 of fields: the list, and one with its choices.
import { answerList } from '../../http/answer-list.ts'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { countFields, getFieldDetails, listFields } from '../field-details.ts'
import {
  fieldDetailsSchema,
  fieldDetailsToV1,
  fieldListFromV1,
  fieldListQuery,
  fieldPage,
  fieldToV1,
} from './fields.wire.ts'

export const fieldRoutes: RouteModule = (server, app) => {
  onGet(server, '/field-apis/v1/fields', {
    config: { access: { right: 'use' } },
    summary: 'List fields',
    description: 'The custom fields of the organisation, without their choices.',
    querystring: fieldListQuery,
    returns: fieldPage,
    handler: async (request) => {
      const { search = '', fieldCategory: category } = request.query
      const actor = actorOf(request)
      const list = { query: fieldListFromV1(request.query), search, category }
      const { fields, total } = await answerList(app, request, async (reading) => ({
        fields: await listFields(reading, actor, list),
        total: await countFields(reading, actor, list),
      }))
      return { data: fields.map((field) => fieldToV1(field, app.config.publicUrl)), total }
    },
  })

  onGet(server, '/field-apis/v1/fields/:fieldId', {
    config: { access: { right: 'use' } },
    summary: 'Get a field',
    description: 'One custom field by its number.',
    returns: fieldDetailsSchema,
    handler: async (request) =>
      fieldDetailsToV1(await getFieldDetails(app, actorOf(request), idOf(request.params.fieldId))),
  })
}
