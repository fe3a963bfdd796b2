// v2 of what fields are: make, read, change, delete. The list of them is in fields.ts.
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../http/routes.ts'
import { columnsFor } from '../../http/v2/shown-columns.ts'
import { updateField } from '../commands/update-field.ts'
import { createField } from '../commands/create-field.ts'
import { deleteField } from '../commands/delete-field.ts'
import { getFieldRow } from '../field-rows.ts'
import { getFieldDetails } from '../field-details.ts'
import {
  createdFieldSchema,
  definitionSchema,
  definitionToV2,
  fieldChangesBody,
  fieldChangesFromV2,
  fieldInputNames,
  newFieldBody,
  newFieldFromV2,
} from './definitions.wire.ts'
import { fieldNameOf, fieldPath } from './field-name.wire.ts'
import { fieldShownFrom } from './fields.wire.ts'

const administer = { access: { right: 'administer' } } as const

const makeAndRead: RouteModule = (server, app) => {
  onPost(server, '/v2/fields', {
    config: { ...administer, documentedBodies: newFieldBody, inputNames: fieldInputNames },
    summary: 'Create a field',
    description:
      'Of one of the 24 types, with its options. Its id is its api name, made from the name unless it is given. It stands on no form yet.',
    creates: createdFieldSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const field = { ...newFieldFromV2(request.body), organisationId: actor.organisationId }
      const { apiName } = await createField(app, actor, field)
      reply.header('location', `/v2/fields/${encodeURIComponent(apiName)}`)
      return { id: apiName }
    },
  })

  onGet(server, '/v2/fields/:fieldId', {
    config: { access: { right: 'use' } },
    summary: 'Get a field',
    description: 'Everything that the field is, and how many records have a value of it.',
    params: fieldPath,
    returns: definitionSchema,
    handler: async (request) => {
      const actor = actorOf(request)
      const details = await getFieldDetails(app, actor, fieldNameOf(request.params.fieldId))
      const row = await getFieldRow(app, actor, details.field, columnsFor(fieldShownFrom, null))
      return definitionToV2(row, details)
    },
  })
}

const changeAndDelete: RouteModule = (server, app) => {
  onPatch(server, '/v2/fields/:fieldId', {
    config: { ...administer, documentedBodies: fieldChangesBody, inputNames: fieldInputNames },
    summary: 'Change a field',
    description:
      'A merge patch. The type is fixed once records have values: 409 with their number. Values that do not fit a new limit stay until they are changed.',
    params: fieldPath,
    handler: async (request) => {
      const changes = fieldChangesFromV2(request.body)
      const name = fieldNameOf(request.params.fieldId)
      await updateField(app, actorOf(request), name, changes)
    },
  })

  onDelete(server, '/v2/fields/:fieldId', {
    config: administer,
    summary: 'Delete a field',
    description:
      'And take it off its forms. 409 with the number of records that have a value, for a built-in field, and while the document of a wizard speaks of it.',
    params: fieldPath,
    handler: (request) => deleteField(app, actorOf(request), fieldNameOf(request.params.fieldId)),
  })
}

export const fieldDefinitionRoutes: RouteModule = (server, app) => {
  for (const routes of [makeAndRead, changeAndDelete]) routes(server, app)
}
