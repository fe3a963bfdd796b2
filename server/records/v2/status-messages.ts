// v2 of the status messages of a record: how it is going, said by those on it.
import { answerList } from '../../http/answer-list.ts'
import { idsIn } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
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
import type { RecordBase, RecordKind } from '../record-kind.ts'
import { getStatusMessage, listStatusMessages, statusMessageListing } from '../status-messages.ts'

const config = { access: { right: 'use' } } as const

/** The routes that list, get and post the status messages of the records of a kind. */
export const statusMessageRoutesV2 =
  <DB, TB extends keyof DB & string, R extends RecordBase>(kind: RecordKind<DB, TB, R>): RouteModule =>
  (server, app) => {
    const { one, many } = kind.names
    const paths = {
      messages: `/v2/${many}/:${one}Id/statusMessages`,
      message: `/v2/${many}/:${one}Id/statusMessages/:messageId`,
    }
    const inList = idsIn(paths.messages)
    const inMessage = idsIn(paths.message)
    const resource = { ...statusMessageListing(kind), properties: messageProperties }

    onGet(server, paths.messages, {
      config,
      ...skipSchemaValidation,
      summary: `List the status messages of a ${one}`,
      description: `Everybody who sees the ${one} sees them.`,
      querystring: listQueryOf(),
      returns: pageSchema(messageSchema),
      handler: (request) =>
        answerList(app, request, async (reading) => {
          const recordId = inList.idOf(request)
          const list = await listFromV2(reading, request, resource)
          const asked = { ...list, columns: messageColumns, recordId }
          const page = await listStatusMessages(kind, reading, actorOf(request), asked)
          return pageToV2(reading, request, list, { ...page, toV2: messageToV2 })
        }),
    })

    onGet(server, paths.message, {
      config,
      summary: `Get a status message of a ${one}`,
      description: `The resource of a ${one}.statusmessage.created notification.`,
      returns: messageSchema,
      handler: async (request) => {
        const asked = {
          recordId: inMessage.idOf(request),
          id: inMessage.idOf(request, 1),
          columns: messageColumns,
        }
        return messageToV2(await getStatusMessage(kind, app, actorOf(request), asked))
      },
    })

    onPost(server, paths.messages, {
      config: {
        ...config,
        documentedBodies: jsonBody(newMessageSchema, messageExample),
        inputNames: messageNames,
      },
      summary: `Post a status message to a ${one}`,
      description: `Everybody on it may. Raises ${one}.statusmessage.created and ${one}.updated.`,
      creates: messageSchema,
      handler: async (request, reply) => {
        const actor = actorOf(request)
        const recordId = inList.idOf(request)
        const id = await postStatusMessage(kind, app, actor, { recordId, text: messageFromV2(request.body) })
        const row = await getStatusMessage(kind, app, actor, { recordId, id, columns: messageColumns })
        reply.header('location', `/v2/${many}/${recordId}/statusMessages/${id}`)
        return messageToV2(row)
      },
    })
  }
