// v2 of the groups of contract types.
import Type from 'typebox'
import { answerList } from '../../http/answer-list.ts'
import { idOf, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { respondWithList } from '../../http/v2/list-response.ts'
import { skipSchemaValidation, listQueryOf, pageSchema } from '../../http/v2/odata.ts'
import {
  createContractGroup,
  deleteContractGroup,
  renameContractGroup,
} from '../commands/update-contract-group.ts'
import { contractGroupRows } from '../templates.ts'
import {
  createdSchema,
  groupChangesBody,
  groupNameFromV2,
  groupProperties,
  groupSchema,
  groupToV2,
  newGroupBody,
} from './type-administration.wire.ts'

const administer = { access: { right: 'administer' } } as const
const params = pathIds('groupId')

const readAndMake: RouteModule = (server, app) => {
  server.get(
    '/v2/contractGroups',
    {
      config: { access: { right: 'use' } },
      ...skipSchemaValidation,
      schema: {
        summary: 'List groups of contract types',
        description: 'Each contract type is in one of them: its parent.',
        querystring: listQueryOf(),
        response: { 200: pageSchema(groupSchema) },
      },
    },
    (request) =>
      answerList(app, request, async (reading) => {
        const rows = contractGroupRows(reading, actorOf(request))
        return respondWithList(reading, request, {
          ...rows,
          resource: { ...rows.listing, properties: groupProperties },
          shownFrom: { always: ['id', 'name'], of: {} },
          toV2: groupToV2,
        })
      }),
  )

  server.post(
    '/v2/contractGroups',
    {
      config: { ...administer, documentedBodies: newGroupBody },
      schema: {
        summary: 'Create a group of contract types',
        description: 'A name is unique in an organisation: otherwise 409.',
        response: { 201: createdSchema },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const name = groupNameFromV2(request.body)
      const id = await createContractGroup(app, actor, { organisationId: actor.organisationId, name })
      return reply.code(201).header('location', `/v2/contractGroups/${id}`).send({ id })
    },
  )
}

const singleRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/contractGroups/:groupId',
    {
      config: { access: { right: 'use' } },
      schema: {
        summary: 'Get a group of contract types',
        description: 'Its name.',
        params,
        response: { 200: groupSchema },
      },
    },
    async (request) => {
      const rows = contractGroupRows(app, actorOf(request))
      return groupToV2(await rows.get(idOf(request.params.groupId), ['id', 'name']))
    },
  )

  server.patch(
    '/v2/contractGroups/:groupId',
    {
      config: { ...administer, documentedBodies: groupChangesBody },
      schema: {
        summary: 'Rename a group of contract types',
        description: 'Its types stay in it.',
        params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const key = { organisationId: actor.organisationId, id: idOf(request.params.groupId) }
      await renameContractGroup(app, actor, key, groupNameFromV2(request.body))
      return reply.code(204).send(null)
    },
  )

  server.delete(
    '/v2/contractGroups/:groupId',
    {
      config: administer,
      schema: {
        summary: 'Delete a group of contract types',
        description: '409 while types are in it, including those out of use.',
        params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const key = { organisationId: actor.organisationId, id: idOf(request.params.groupId) }
      await deleteContractGroup(app, actor, key)
      return reply.code(204).send(null)
    },
  )
}

export const contractGroupRoutes: RouteModule = (server, app) => {
  for (const routes of [readAndMake, singleRoutes]) routes(server, app)
}
