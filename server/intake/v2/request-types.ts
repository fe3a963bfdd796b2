// v2 of request types: what people can ask for, and its administration.
import Type from 'typebox'
import { idOf, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { jsonBody, mergePatchBody } from '../../http/v2/bodies.ts'
import { createRequestType, deleteRequestType, updateRequestType } from '../commands/write-request-type.ts'
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
  server.get(
    '/v2/requestTypes',
    {
      config: { access: { right: 'use' } },
      schema: {
        summary: 'List request types',
        description:
          'What people of your organisation can ask the legal department for, each with the form to fill in.',
        response: { 200: requestTypesSchema },
      },
    },
    async (request) => ({ items: (await listRequestTypes(app, actorOf(request))).map(requestTypeToV2) }),
  )

  server.post(
    '/v2/requestTypes',
    {
      config: { ...administer, documentedBodies: jsonBody(newRequestTypeSchema, newRequestTypeExample) },
      schema: {
        summary: 'Create a request type',
        description:
          'The matter type determines the form. Requests of it get the manager and the team, and an answer is promised within the days.',
        response: { 201: requestTypeSchema },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const id = await createRequestType(app, actor, newRequestTypeFromV2(request.body))
      reply.header('location', `/v2/requestTypes/${id}`)
      return reply.code(201).send(requestTypeToV2(await getRequestType(app.db, actor, id)))
    },
  )

  server.patch(
    '/v2/requestTypes/:typeId',
    {
      config: {
        ...administer,
        documentedBodies: mergePatchBody(requestTypeChangesSchema, { answerWithinDays: 3 }),
      },
      schema: {
        summary: 'Change a request type',
        description: 'A merge patch. Requests that were made of it stay as they are.',
        params: pathIds('typeId'),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const id = idOf(request.params.typeId)
      await updateRequestType(app, actorOf(request), id, requestTypeChangesFromV2(request.body))
      return reply.code(204).send(null)
    },
  )

  server.delete(
    '/v2/requestTypes/:typeId',
    {
      config: administer,
      schema: {
        summary: 'Delete a request type',
        description: 'Nobody can ask for it any more; requests that were made of it stay.',
        params: pathIds('typeId'),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await deleteRequestType(app, actorOf(request), idOf(request.params.typeId))
      return reply.code(204).send(null)
    },
  )
}
