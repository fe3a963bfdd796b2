// v1 of fields: the list, and one with its choices.
import { answerList } from '../../http/answer-list.ts'
import { idOf, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
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
  server.get(
    '/field-apis/v1/fields',
    {
      config: { access: { right: 'use' } },
      schema: {
        summary: 'List fields',
        description: 'The custom fields of the organisation, without their choices.',
        querystring: fieldListQuery,
        response: { 200: fieldPage },
      },
    },
    async (request) => {
      const { search = '', fieldCategory: category } = request.query
      const actor = actorOf(request)
      const list = { query: fieldListFromV1(request.query), search, category }
      const { fields, total } = await answerList(app, request, async (reading) => ({
        fields: await listFields(reading, actor, list),
        total: await countFields(reading, actor, list),
      }))
      return { data: fields.map((field) => fieldToV1(field, app.config.publicUrl)), total }
    },
  )

  server.get(
    '/field-apis/v1/fields/:fieldId',
    {
      config: { access: { right: 'use' } },
      schema: {
        summary: 'Get a field',
        description: 'One custom field by its number.',
        params: pathIds('fieldId'),
        response: { 200: fieldDetailsSchema },
      },
    },
    async (request) =>
      fieldDetailsToV1(await getFieldDetails(app, actorOf(request), idOf(request.params.fieldId))),
  )
}
