// v2 of mail: your own threads and their messages, and your own drafts.
import { idOf } from '../../http/ids.ts'
import type { RouteModule } from '../../http/route.ts'
import { onList } from '../../http/v2/list-routes.ts'
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

const threadRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/emailThreads', {
    config,
    summary: 'List mail threads',
    description:
      'Your own threads, tracked or not. What others track to a record is found by its identifier in v1.',
    item: threadSchema,
    properties: threadProperties,
    columns: threadColumns,
    rows: threadRows,
    toV2: threadToV2,
  })

  onList(server, app, '/v2/emailThreads/:threadId/messages', {
    config,
    summary: 'List the messages of a mail thread',
    description: 'With their texts, which are private to their person, whatever the thread is tracked to.',
    item: messageSchema,
    properties: messageProperties,
    columns: messageColumns,
    rows: (reading, actor, request) => messageRows(reading, actor, idOf(request.params.threadId)),
    toV2: messageToV2,
  })
}

const draftRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/emailDrafts', {
    config,
    summary: 'List mail drafts',
    description: 'Your own drafts: what a mail will become in a matter, or has become.',
    item: draftSchema,
    properties: draftProperties,
    columns: draftColumns,
    rows: draftRows,
    toV2: draftToV2,
  })
}

export const emailRoutesV2: RouteModule = (server, app) => {
  for (const routes of [threadRoutes, draftRoutes]) routes(server, app)
}
