// v1 of a record's files: adding one, a new version of one, or a new version of a contract document.
import Type from 'typebox'
import { uploadToSubject } from '../../files/commands/upload-file.ts'
import { parseLargeJsonBodies } from '../../http/bodies/large-json.ts'
import { idsIn } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { fileForm, placementQuery, withUpload } from '../../http/v1/uploads.ts'
import type { AnyKind } from '../record-kind.ts'

/** The route that adds a file to a record. */
export const fileRouteV1 =
  ({ kind, names: { one, many } }: Pick<AnyKind, 'kind' | 'names'>): RouteModule =>
  (server, app) => {
    const path = `/${one}-apis/v1/${many}/:${one}Id/files`
    const ids = idsIn(path)
    parseLargeJsonBodies(server, ['file'])
    onPost(server, path, {
      config: { access: { right: 'use' }, documentedBodies: [fileForm] },

      // of the JSON form; a multipart one streams into the storage, which has a limit of its own
      bodyLimit: 64 * 1024 * 1024,
      summary: 'Upload a file to a record',
      description:
        'A form with one file part, or JSON with the file in base64: the file is added to the record, or becomes a new version of the file that `parentFileId` names. Answers its bare id.',
      querystring: placementQuery,
      responses: {
        201: Type.Integer(),
        204: Type.Null({ description: 'Skipped: a file with this name already exists' }),
      },
      handler: async (request, reply) => {
        const actor = actorOf(request)
        const record = await app.subjects[kind].getToContribute(app.db, actor, ids.idOf(request))
        const file = await withUpload(request, request.query, (upload) =>
          uploadToSubject(app, actor, record, upload),
        )
        return file ? reply.code(201).type('application/json').send(file.fileId) : reply.code(204).send(null)
      },
    })
  }
