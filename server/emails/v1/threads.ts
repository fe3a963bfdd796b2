// v1 of mail threads: find, save, page, and who tracks a mail.
import Type from 'typebox'
import { bytesOfBase64, parseLargeJsonBodies } from '../../http/bodies/large-json.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { badInput } from '../../platform/errors.ts'
import { saveThread } from '../commands/save-thread.ts'
import { findThreads, findTrackings, listThreads } from '../find-threads.ts'
import {
  clientFromV1,
  saveThreadSchema,
  threadFromV1,
  threadSchema,
  threadToV1,
  trackingsSchema,
  trackingsToV1,
} from './threads.wire.ts'

const config = { access: { right: 'use' } } as const
const client = Type.Optional(Type.String())

const pageQuery = Type.Object({
  client,
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 25 })),
  cursor: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
})

const ids = Type.Object({
  externalReferenceIds: Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 1_000 }),
})

const readRoutes: RouteModule = (server, app) => {
  onGet(server, '/account-apis/v1/emails/threads', {
    config,
    summary: 'Find mail threads',
    description:
      'The threads of the caller with this identifier, and those of others that belong to records that the caller sees.',
    querystring: Type.Object({ client, threadIdentifier: Type.Optional(Type.String()) }),
    returns: Type.Array(threadSchema),
    handler: async (request) => {
      const { threadIdentifier } = request.query
      if (!threadIdentifier) throw badInput('threadIdentifier', 'is missing.')
      const threads = await findThreads(app, actorOf(request), {
        identifier: threadIdentifier,
        client: clientFromV1(request.query.client),
      })
      return threads.map(threadToV1)
    },
  })

  onGet(server, '/account-apis/v1/emails/threads/page', {
    config,
    summary: 'List a page of mail threads',
    description: 'The threads of the caller, the last changed first.',
    operationId: 'listEmailThreadPageV1',
    querystring: pageQuery,
    returns: Type.Object({
      threads: Type.Array(threadSchema),
      nextPageCursor: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    }),
    handler: async (request) => {
      const { query } = request
      const { threads, nextCursor } = await listThreads(app, actorOf(request), {
        client: clientFromV1(query.client),
        size: query.pageSize ?? 25,
        cursor: query.cursor,
      })
      return { threads: threads.map(threadToV1), nextPageCursor: nextCursor }
    },
  })
}

const saveRoute: RouteModule = (server, app) => {
  onPost(server, '/account-apis/v1/emails/threads', {
    config,

    // originals are sent along in base64
    bodyLimit: 64 * 1024 * 1024,
    summary: 'Save a mail thread',
    description:
      'Saves the thread of the caller with its messages and the records that they belong to. Answers its bare id.',
    operationId: 'saveEmailThreadV1',
    body: saveThreadSchema,
    returns: Type.Integer(),
    handler: async (request, reply) => {
      const id = await saveThread(
        app,
        actorOf(request),
        threadFromV1(request.body, (text) => bytesOfBase64(request, text)),
      )
      return reply.type('application/json').send(id)
    },
  })
}

const trackingRoute: RouteModule = (server, app) => {
  onPost(server, '/account-apis/v1/emails/threads/byExternalReferenceId', {
    config,
    summary: 'Find who saved mails',
    description:
      'Who has saved mails with these references to records that the caller sees, the earliest first.',
    operationId: 'findEmailThreadsByExternalReferenceV1',
    body: ids,
    returns: trackingsSchema,
    handler: async (request) => {
      const asked = request.body.externalReferenceIds
      return trackingsToV1(asked, await findTrackings(app, actorOf(request), asked))
    },
  })
}

export const emailThreadRoutes: RouteModule = (server, app) => {
  parseLargeJsonBodies(server, ['original'])
  for (const routes of [readRoutes, saveRoute, trackingRoute]) routes(server, app)
}
