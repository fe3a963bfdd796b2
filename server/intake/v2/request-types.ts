// v2 of request types: what people can ask for, and its administration.
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../http/routes.ts'
import { jsonBody, mergePatchBody } from '../../http/v2/bodies.ts'
import { createRequestType, deleteRequestType, updateRequestType } from '../commands/write-request-type.ts'
import { purgeRequestType, restoreRequestType } from '../commands/restore-request-type.ts'
import { getRequestType, listRequestTypes } from '../request-types.ts'
import {
  newRequestTypeExample,
  newRequestTypeFromV2,
  newRequestTypeSchema,
  requestTypeChangesFromV2,
  requestTypeChangesSchema,
  requestTypeSchema,
  requestTypesSchema,
  requestTypeToV2,
} from './request-types.wire.ts'
import { intakeInputNames } from './requests.wire.ts'

const administer = { access: { right: 'administer' }, inputNames: intakeInputNames } as const

export const requestTypeRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/requestTypes', {
    config: { access: { right: 'use' } },
    summary: 'List request types',
    description:
      'What people of your organisation can ask the legal department for, each with the form to fill in.',
    returns: requestTypesSchema,
    handler: async (request) => ({
      items: (await listRequestTypes(app, actorOf(request))).map(requestTypeToV2),
    }),
  })

  onPost(server, '/v2/requestTypes', {
    config: { ...administer, documentedBodies: jsonBody(newRequestTypeSchema, newRequestTypeExample) },
    summary: 'Create a request type',
    description:
      'The matter type determines the form. Requests of it get the manager and the team, and an answer is promised within so many working days of the organisation.',
    creates: requestTypeSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const id = await createRequestType(app, actor, newRequestTypeFromV2(request.body))
      reply.header('location', `/v2/requestTypes/${id}`)
      return requestTypeToV2(await getRequestType(app.db, actor, id))
    },
  })

  onPatch(server, '/v2/requestTypes/:typeId', {
    config: {
      ...administer,
      documentedBodies: mergePatchBody(requestTypeChangesSchema, { answerWithinDays: 3 }),
    },
    summary: 'Change a request type',
    description: 'A merge patch. Requests that were made of it stay as they are.',
    handler: async (request) => {
      const id = idOf(request.params.typeId)
      await updateRequestType(app, actorOf(request), id, requestTypeChangesFromV2(request.body))
    },
  })

  onDelete(server, '/v2/requestTypes/:typeId', {
    config: administer,
    summary: 'Delete a request type',
    description: 'Nobody can ask for it any more; requests that were made of it stay.',
    handler: (request) => deleteRequestType(app, actorOf(request), idOf(request.params.typeId)),
  })

  onPost(server, '/v2/requestTypes/:typeId/restore', {
    config: administer,
    summary: 'Offer a request type again',
    description: 'As it was. 409 if another request type has its title by now.',
    handler: (request) => restoreRequestType(app, actorOf(request), idOf(request.params.typeId)),
  })

  onPost(server, '/v2/requestTypes/:typeId/purge', {
    config: administer,
    summary: 'Delete a request type that nobody asked for',
    description: 'For good. 409 while there are requests of it.',
    handler: (request) => purgeRequestType(app, actorOf(request), idOf(request.params.typeId)),
  })
}
