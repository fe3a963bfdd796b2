// v2 of the status messages of a contract: how it stands, said by those on it.
import { idOf, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { skipSchemaValidation, listFromV2, listQueryOf, pageSchema, pageToV2 } from '../../http/v2/odata.ts'
import {
  messageColumns,
  messageExample,
  messageFromV2,
  messageNames,
  messageProperties,
  messageSchema,
  messageToV2,
  newMessageSchema,
} from '../../http/v2/status-messages.wire.ts'
import { postStatusMessage } from '../commands/post-status-message.ts'
import { getStatusMessage, listStatusMessages, statusMessageListing } from '../../records/status-messages.ts'
import { contractKind } from '../contract-kind.ts'

const config = { access: { right: 'use' } } as const
const resource = { ...statusMessageListing(contractKind), properties: messageProperties }

export const contractMessageRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/contracts/:contractId/statusMessages',
    {
      config,
      ...skipSchemaValidation,
      schema: {
        summary: 'List the status messages of a contract',
        description: 'Everybody who sees the contract sees them.',
        params: pathIds('contractId'),
        querystring: listQueryOf(),
        response: { 200: pageSchema(messageSchema) },
      },
    },
    async (request) => {
      const contractId = idOf(request.params.contractId)
      const list = await listFromV2(app, request, resource)
      const asked = { ...list, columns: messageColumns, recordId: contractId }
      const page = await listStatusMessages(contractKind, app, actorOf(request), asked)
      return pageToV2(app, request, list, { ...page, toV2: messageToV2 })
    },
  )

  server.get(
    '/v2/contracts/:contractId/statusMessages/:messageId',
    {
      config,
      schema: {
        summary: 'Get a status message of a contract',
        description: 'The one that a notification of contract.statusmessage.created is about.',
        params: pathIds('contractId', 'messageId'),
        response: { 200: messageSchema },
      },
    },
    async (request) => {
      const place = { recordId: idOf(request.params.contractId), id: idOf(request.params.messageId) }
      return messageToV2(
        await getStatusMessage(contractKind, app, actorOf(request), { ...place, columns: messageColumns }),
      )
    },
  )

  server.post(
    '/v2/contracts/:contractId/statusMessages',
    {
      config: {
        ...config,
        documentedBodies: jsonBody(newMessageSchema, messageExample),
        inputNames: messageNames,
      },
      schema: {
        summary: 'Post a status message to a contract',
        description: 'Everybody on it may. Raises contract.statusmessage.created and contract.updated.',
        params: pathIds('contractId'),
        response: { 201: messageSchema },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const contractId = idOf(request.params.contractId)
      const text = messageFromV2(request.body)
      const id = await postStatusMessage(app, actor, contractId, text)
      const row = await getStatusMessage(contractKind, app, actor, {
        recordId: contractId,
        id,
        columns: messageColumns,
      })
      reply.header('location', `/v2/contracts/${contractId}/statusMessages/${id}`)
      return reply.code(201).send(messageToV2(row))
    },
  )
}
