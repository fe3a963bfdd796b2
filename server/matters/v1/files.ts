// v1 of a matter's files: adding one, or a new version of one.
import Type from 'typebox'
import { uploadToSubject } from '../../files/commands/upload-file.ts'
import { idOf, pathIds } from '../../http/ids.ts'
import { parseLargeJsonBodies } from '../../http/bodies/large-json.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { fileForm, placementQuery, withUpload } from '../../http/v1/uploads.ts'
import { matterSubjects } from '../access.ts'

export const matterFileRoutes: RouteModule = (server, app) => {
  parseLargeJsonBodies(server, ['file'])
  server.post(
    '/matter-apis/v1/matters/:matterId/files',
    {
      config: { access: { right: 'use' }, documentedBodies: [fileForm] },
      // of the JSON form; a multipart one streams into the storage, which has a limit of its own
      bodyLimit: 64 * 1024 * 1024,
      schema: {
        params: pathIds('matterId'),
        querystring: placementQuery,
        response: {
          201: Type.Integer(),
          204: Type.Null({ description: 'Skipped: a file with this name already exists' }),
        },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const matterId = idOf(request.params.matterId)
      const matter = await matterSubjects.getToContribute(app.db, actor, matterId)
      const file = await withUpload(request, request.query, (upload) =>
        uploadToSubject(app, actor, matter, upload),
      )
      return file ? reply.code(201).type('application/json').send(file.fileId) : reply.code(204).send(null)
    },
  )
}
