// v2 of the conversation of a record: what is written on it, and the mails of a matter.
import Type from 'typebox'
import { answerList } from '../../../http/answer-list.ts'
import { idsIn } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { jsonBody, mergePatchBody } from '../../../http/v2/bodies.ts'
import { respondWithList } from '../../../http/v2/list-response.ts'
import { skipSchemaValidation, listQueryOf, pageSchema } from '../../../http/v2/odata.ts'
import { kinds, type RecordKindName } from '../../kinds.ts'
import { deleteMessage } from '../commands/delete-message.ts'
import { editMessage } from '../commands/edit-message.ts'
import { postMessage } from '../commands/post-message.ts'
import { conversationRows } from '../message-lists.ts'
import {
  conversationColumns,
  conversationProperties,
  conversationSchema,
  conversationToV2,
  messageChangesFromV2,
  messageChangesSchema,
  newMessageExample,
  newMessageFromV2,
  newMessageSchema,
} from './conversations.wire.ts'

const config = { access: { right: 'use' } } as const

const pathsOf = ({ one, many }: (typeof kinds)[RecordKindName]) => ({
  conversation: `/v2/${many}/:${one}Id/conversation`,
  message: `/v2/${many}/:${one}Id/conversation/:messageId`,
})

type Paths = ReturnType<typeof pathsOf>

/** The routes of the conversations of a kind of record. */
export const conversationRoutes =
  (kind: RecordKindName): RouteModule =>
  (server, app) => {
    const paths = pathsOf(kinds[kind])
    listRoute(kind, paths)(server, app)
    postRoute(kind, paths)(server, app)
    changeRoutes(kind, paths)(server, app)
  }

const listRoute =
  (kind: RecordKindName, paths: Paths): RouteModule =>
  (server, app) => {
    const ids = idsIn(paths.conversation)
    server.get(
      paths.conversation,
      {
        config,
        ...skipSchemaValidation,
        schema: {
          summary: `List the conversation of a ${kind}`,
          description: kinds[kind].messagesHaveMails
            ? `What is written on it, and the mails that were added to it with their texts, for everybody who may see the ${kind}.`
            : `What is written on it, for everybody who may see the ${kind}.`,
          params: ids.params,
          querystring: listQueryOf(),
          response: { 200: pageSchema(conversationSchema) },
        },
      },
      (request) =>
        answerList(app, request, async (reading) => {
          const rows = await conversationRows(reading, actorOf(request), kind, ids.idOf(request))
          const resource = { ...rows.listing, properties: conversationProperties }
          const shownFrom = { always: conversationColumns, of: {} }
          return respondWithList(reading, request, { ...rows, resource, shownFrom, toV2: conversationToV2 })
        }),
    )
  }

const postRoute =
  (kind: RecordKindName, paths: Paths): RouteModule =>
  (server, app) => {
    const ids = idsIn(paths.conversation)
    server.post(
      paths.conversation,
      {
        config: { ...config, documentedBodies: jsonBody(newMessageSchema, newMessageExample) },
        schema: {
          summary: `Write in the conversation of a ${kind}`,
          description: `Everybody on it may. Those on the ${kind} are notified, and those whom it mentions; only people who see the ${kind} can be mentioned.`,
          params: ids.params,
          response: { 201: conversationSchema },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request)
        const recordId = ids.idOf(request)
        const id = await postMessage(app, actor, { kind, recordId, ...newMessageFromV2(request.body) })
        const rows = await conversationRows(app, actor, kind, recordId)
        reply.header('location', `${paths.conversation.replace(/:\w+/, String(recordId))}/${id}`)
        return reply.code(201).send(conversationToV2(await rows.get(id, conversationColumns)))
      },
    )
  }

const changeRoutes =
  (kind: RecordKindName, paths: Paths): RouteModule =>
  (server, app) => {
    const ids = idsIn(paths.message)
    const placeOf = (request: { readonly params: Readonly<Record<string, string>> }) => ({
      kind,
      recordId: ids.idOf(request),
      messageId: ids.idOf(request, 1),
    })

    server.patch(
      paths.message,
      {
        config: {
          ...config,
          documentedBodies: mergePatchBody(messageChangesSchema, { text: 'Ana, can you look at clause 5?' }),
        },
        schema: {
          summary: `Change a message on a ${kind}`,
          description:
            'Your own, for an hour. The former text stays in the history; people whom it mentions now are notified.',
          params: ids.params,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        await editMessage(app, actorOf(request), placeOf(request), messageChangesFromV2(request.body))
        return reply.code(204).send(null)
      },
    )

    server.delete(
      paths.message,
      {
        config,
        schema: {
          summary: `Delete a message on a ${kind}`,
          description: 'Your own, for an hour, with its notifications. The text stays in the history.',
          params: ids.params,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        await deleteMessage(app, actorOf(request), placeOf(request))
        return reply.code(204).send(null)
      },
    )
  }
