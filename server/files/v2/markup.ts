// v2 of tracked changes and comments: reading those of a version, and deciding changes.
import { idOf } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { decideTrackedChanges } from '../markup/decide-changes.ts'
import { getHiddenContent, getMarkup } from '../markup/read-markup.ts'
import {
  decidedSchema,
  decidedToV2,
  decisionsExample,
  decisionsFromV2,
  decisionsSchema,
  hiddenSchema,
  markupSchema,
  markupToV2,
} from './markup.wire.ts'

const use = { access: { right: 'use' } } as const

const refOf = (params: { readonly fileId: string; readonly version: string }) => ({
  fileId: idOf(params.fileId),
  version: idOf(params.version),
})

export const markupRoutesV2: RouteModule = (server, app) => {
  onGet(server, '/v2/files/:fileId/versions/:version/markup', {
    config: { ...use, etag: true },
    operationId: 'getFileVersionMarkup',
    summary: 'Get the tracked changes and comments of a version',
    description:
      'Of a Word document, read when it is asked for: what somebody inserted or deleted in one go is one change, both places of a move are one, and so are rows that came together. 409 for what is no Word document, 400 for one that is damaged or too much to be read. The ETag is that of the file.',
    returns: markupSchema,
    handler: async (request, reply) => {
      const markup = await getMarkup(app, actorOf(request), refOf(request.params))
      reply.header('etag', etagOf(markup.revision))
      return markupToV2(markup)
    },
  })

  onGet(server, '/v2/files/:fileId/versions/:version/hiddenContent', {
    config: use,
    operationId: 'getFileVersionHiddenContent',
    summary: 'Get what a version says besides its text',
    description:
      'Of a Word document: how many tracked changes, comments, passages of hidden text, custom properties, variables and sets of data of programs it has, which of its usual properties have a value, and the names of the people in these and in its properties. 409 for what is no Word document, 400 for one that is damaged or too much to be read.',
    returns: hiddenSchema,
    handler: async (request) => {
      const { authors, documentProperties, ...counts } = await getHiddenContent(
        app,
        actorOf(request),
        refOf(request.params),
      )
      return { ...counts, documentProperties: [...documentProperties], authors: [...authors] }
    },
  })

  onPost(server, '/v2/files/:fileId/versions/:version/markup/decisions', {
    config: { ...use, ifMatch: true, documentedBodies: jsonBody(decisionsSchema, decisionsExample) },
    operationId: 'decideTrackedChanges',
    summary: 'Accept and reject tracked changes',
    description:
      'Makes a new version in which these changes are accepted or rejected, and with `rest` all others as well; what is undecided stays a tracked change. Comments on words that go go with them. Only of the current version: 409 if there is a later one, and with If-Match 412 unless the file is as you have read it. 409 as well while the document is out for signature or signed, and 423 while somebody else has locked it.',
    creates: decidedSchema,
    handler: async (request, reply) => {
      const decided = await decideTrackedChanges(app, actorOf(request), {
        ...refOf(request.params),
        decisions: decisionsFromV2(request.body),
        checkVersion: versionCheck(request),
      })
      reply.header('location', `/v2/files/${decided.fileId}`)
      return decidedToV2(decided)
    },
  })
}
