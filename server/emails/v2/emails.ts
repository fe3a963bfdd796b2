// v2 of mail: your own threads and their messages, and your own drafts.
import { answerList } from '../../http/answer-list.ts'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { respondWithList } from '../../http/v2/list-response.ts'
import { skipSchemaValidation, listQueryOf, pageSchema } from '../../http/v2/odata.ts'
import { draftRows, messageRows, threadRows } from '../mail-lists.ts'
import {
  draftColumns,
  draftProperties,
  draftSchema,
  draftToV2,
  messageColumns,
  messageProperties,
  messageSchema,
  messageToV2,
  threadColumns,
  threadProperties,
  threadSchema,
  threadToV2,
} from './emails.wire.ts'

const config = { access: { right: 'use' } } as const
const querystring = listQueryOf()

const threadRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/emailThreads', {
    config,
    ...skipSchemaValidation,
    summary: 'List mail threads',
    description:
      'Your own threads, tracked or not. What others track to a record is found by its identifier in v1.',
    querystring,
    returns: pageSchema(threadSchema),
    handler: (request) =>
      answerList(app, request, async (reading) => {
        const rows = threadRows(reading, actorOf(request))
        const resource = { ...rows.listing, properties: threadProperties }
        const shownFrom = { always: threadColumns, of: {} }
        return respondWithList(reading, request, { ...rows, resource, shownFrom, toV2: threadToV2 })
      }),
  })

  onGet(server, '/v2/emailThreads/:threadId/messages', {
    config,
    ...skipSchemaValidation,
    summary: 'List the messages of a mail thread',
    description: 'With their texts, which are private to their person, whatever the thread is tracked to.',
    querystring,
    returns: pageSchema(messageSchema),
    handler: (request) =>
      answerList(app, request, async (reading) => {
        const rows = await messageRows(reading, actorOf(request), idOf(request.params.threadId))
        const resource = { ...rows.listing, properties: messageProperties }
        const shownFrom = { always: messageColumns, of: {} }
        return respondWithList(reading, request, { ...rows, resource, shownFrom, toV2: messageToV2 })
      }),
  })
}

const draftRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/emailDrafts', {
    config,
    ...skipSchemaValidation,
    summary: 'List mail drafts',
    description: 'Your own drafts: what a mail will become in a matter, or has become.',
    querystring,
    returns: pageSchema(draftSchema),
    handler: (request) =>
      answerList(app, request, async (reading) => {
        const rows = draftRows(reading, actorOf(request))
        const resource = { ...rows.listing, properties: draftProperties }
        const shownFrom = { always: draftColumns, of: {} }
        return respondWithList(reading, request, { ...rows, resource, shownFrom, toV2: draftToV2 })
      }),
  })
}

export const emailRoutesV2: RouteModule = (server, app) => {
  for (const routes of [threadRoutes, draftRoutes]) routes(server, app)
}
