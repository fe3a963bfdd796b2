// v2 of the status messages of a matter: how it stands, said by those on it.
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
import { matterKind } from '../matter-kind.ts'

const config = { access: { right: 'use' } } as const
const resource = { ...statusMessageListing(matterKind), properties: messageProperties }

export const matterMessageRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/matters/:matterId/statusMessages',
    {
      config,
      ...skipSchemaValidation,
      schema: {
        summary: 'List the status messages of a matter',
        description: 'Everybody who sees the matter sees them.',
        params: pathIds('matterId'),
        querystring: listQueryOf(),
        response: { 200: pageSchema(messageSchema) },
      },
    },
    async (request) => {
      const matterId = idOf(request.params.matterId)
      const list = await listFromV2(app, request, resource)
      const asked = { ...list, columns: messageColumns, recordId: matterId }
      const page = await listStatusMessages(matterKind, app, actorOf(request), asked)
      return pageToV2(app, request, list, { ...page, toV2: messageToV2 })
    },
  )

  server.get(
    '/v2/matters/:matterId/statusMessages/:messageId',
    {
      config,
      schema: {
        summary: 'Get a status message of a matter',
        description: 'The one that a notification of matter.statusmessage.created is about.',
        params: pathIds('matterId', 'messageId'),
        response: { 200: messageSchema },
      },
    },
    async (request) => {
      const place = { recordId: idOf(request.params.matterId), id: idOf(request.params.messageId) }
      return messageToV2(
        await getStatusMessage(matterKind, app, actorOf(request), { ...place, columns: messageColumns }),
      )
    },
  )

  server.post(
    '/v2/matters/:matterId/statusMessages',
    {
      config: {
        ...config,
        documentedBodies: jsonBody(newMessageSchema, messageExample),
        inputNames: messageNames,
      },
      schema: {
        summary: 'Post a status message to a matter',
        description: 'Everybody on it may. Raises matter.statusmessage.created and matter.updated.',
        params: pathIds('matterId'),
        response: { 201: messageSchema },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const matterId = idOf(request.params.matterId)
      const text = messageFromV2(request.body)
      const id = await postStatusMessage(app, actor, matterId, text)
      const row = await getStatusMessage(matterKind, app, actor, {
        recordId: matterId,
        id,
        columns: messageColumns,
      })
      reply.header('location', `/v2/matters/${matterId}/statusMessages/${id}`)
      return reply.code(201).send(messageToV2(row))
    },
  )
}
