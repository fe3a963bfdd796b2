// v2 of comments in Word documents: answering, resolving and reopening them. They are read with the tracked changes
// (server/files/v2/markup.ts).
import { idOf } from '../../../http/ids.ts'
import { versionCheck } from '../../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onPost } from '../../../http/routes.ts'
import { jsonBody } from '../../../http/v2/bodies.ts'
import { answerCommentsOfRecord } from '../commands/answer-document-comments.ts'
import {
  answeredSchema,
  answeredToV2,
  answersExample,
  answersFromV2,
  answersSchema,
} from './document-comments.wire.ts'

export const documentCommentRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/files/:fileId/versions/:version/markup/comments', {
    config: {
      access: { right: 'use' },
      ifMatch: true,
      documentedBodies: jsonBody(answersSchema, answersExample),
    },
    operationId: 'answerDocumentComments',
    summary: 'Answer, resolve and reopen comments of a document',
    description:
      'Makes a new version of a Word document with these answers in your name. What is done with an answer is done with its thread. With `inConversation`, the comments with their answers are a message in the conversation of the record as well: 409 for a private file. Only of the current version: 409 if there is a later one, and with If-Match 412 unless the file is as you have read it. 409 as well if nothing would change, and while the document is out for signature or signed; 423 while somebody else has locked it.',
    creates: answeredSchema,
    handler: async (request, reply) => {
      const { fileId, version } = request.params
      const answered = await answerCommentsOfRecord(app, actorOf(request), {
        fileId: idOf(fileId),
        version: idOf(version),
        ...answersFromV2(request.body),
        checkVersion: versionCheck(request),
      })
      reply.header('location', `/v2/files/${answered.fileId}`)
      return answeredToV2(answered)
    },
  })
}
