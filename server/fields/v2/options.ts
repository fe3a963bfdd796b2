// v2 of the options of fields: list, get, add, update, delete. A field's id is its api name; its number is accepted as
// well.
import { answerList } from '../../http/answer-list.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../http/routes.ts'
import { jsonBody, mergePatchBody } from '../../http/v2/bodies.ts'
import { skipSchemaValidation, listFromV2, listQueryOf, pageSchema, pageToV2 } from '../../http/v2/odata.ts'
import { addChoice } from '../commands/add-choice.ts'
import { updateChoice } from '../commands/update-choice.ts'
import { deleteChoice } from '../commands/delete-choice.ts'
import { getOption, listOptions, optionListing } from '../option-rows.ts'
import { fieldNameOf, fieldPath, optionPath } from './field-name.wire.ts'
import {
  createdOptionSchema,
  newOptionFromV2,
  newOptionSchema,
  optionChangesFromV2,
  optionChangesSchema,
  optionColumns,
  optionExample,
  optionProperties,
  optionSchema,
  optionToV2,
} from './options.wire.ts'

const config = { access: { right: 'use' } } as const
const resource = { ...optionListing, properties: optionProperties }

const listRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/fields/:fieldId/options', {
    config,
    ...skipSchemaValidation,
    summary: 'List the options of a field',
    description:
      'In their order; those of lookups, parties and invoice recipients by label. Fields of other types have none: 400. `parentId` is the value of the department above.',
    params: fieldPath,
    querystring: listQueryOf(),
    returns: pageSchema(optionSchema),
    handler: (request) =>
      answerList(app, request, async (reading) => {
        const name = fieldNameOf(request.params.fieldId)
        const list = await listFromV2(reading, request, resource)
        const asked = { ...list, columns: optionColumns }
        const page = await listOptions(reading, actorOf(request), name, asked)
        return pageToV2(reading, request, list, { ...page, toV2: optionToV2 })
      }),
  })

  onPost(server, '/v2/fields/:fieldId/options', {
    config: { ...config, documentedBodies: jsonBody(newOptionSchema, optionExample) },
    summary: 'Add an option to a field',
    description:
      'At the end. Allowed for administrators, and for everybody who sees the field if users can add options. A label that exists, in any case, is a conflict.',
    params: fieldPath,
    creates: createdOptionSchema,
    handler: async (request, reply) => {
      const { fieldId } = request.params
      const added = await addChoice(
        app,
        actorOf(request),
        fieldNameOf(fieldId),
        newOptionFromV2(request.body),
      )
      const { value } = added
      reply.header(
        'location',
        `/v2/fields/${encodeURIComponent(fieldId)}/options/${encodeURIComponent(value)}`,
      )
      return { value }
    },
  })
}

const singleRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/fields/:fieldId/options/:value', {
    config,
    summary: 'Get an option of a field',
    description: 'By its value, which is the value in records.',
    params: optionPath,
    returns: optionSchema,
    handler: async (request, reply) => {
      const { fieldId, value } = request.params
      const option = { field: fieldNameOf(fieldId), value }
      const row = await getOption(app, actorOf(request), option, [...optionColumns, 'version'])
      reply.header('etag', etagOf(Number(row['version'])))
      return optionToV2(row)
    },
  })

  onPatch(server, '/v2/fields/:fieldId/options/:value', {
    config: {
      ...config,
      ifMatch: true,
      documentedBodies: mergePatchBody(optionChangesSchema, optionExample),
    },
    summary: 'Change an option of a field',
    description: 'Its label and properties, by an administrator. Its value and the records do not change.',
    params: optionPath,
    handler: async (request) => {
      const { fieldId, value } = request.params
      const option = { field: fieldNameOf(fieldId), value, checkVersion: versionCheck(request) }
      await updateChoice(app, actorOf(request), option, optionChangesFromV2(request.body))
    },
  })

  onDelete(server, '/v2/fields/:fieldId/options/:value', {
    config,
    summary: 'Delete an option of a field',
    description: 'By an administrator. A conflict, with the number of records, if records use it.',
    params: optionPath,
    handler: async (request) => {
      const { fieldId, value } = request.params
      await deleteChoice(app, actorOf(request), fieldNameOf(fieldId), { value })
    },
  })
}

export const fieldOptionRoutes: RouteModule = (server, app) => {
  for (const routes of [listRoutes, singleRoutes]) routes(server, app)
}
