// v1 of a contract's files: adding one, a new version of one, or a new version of the contract document.
import Type from 'typebox'
import { uploadToSubject } from '../../files/commands/upload-file.ts'
import { idOf, pathIds } from '../../http/ids.ts'
import { parseLargeJsonBodies } from '../../http/bodies/large-json.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { fileForm, placementQuery, withUpload } from '../../http/v1/uploads.ts'
import { contractSubjects } from '../access.ts'

export const contractFileRoutes: RouteModule = (server, app) => {
  parseLargeJsonBodies(server, ['file'])
  server.post(
    '/contract-apis/v1/contracts/:contractId/files',
    {
      config: { access: { right: 'use' }, documentedBodies: [fileForm] },
      // of the JSON form; a multipart one streams into the storage, which has a limit of its own
      bodyLimit: 64 * 1024 * 1024,
      schema: {
        params: pathIds('contractId'),
        querystring: placementQuery,
        response: {
          201: Type.Integer(),
          204: Type.Null({ description: 'Skipped: a file with this name already exists' }),
        },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const contractId = idOf(request.params.contractId)
      const contract = await contractSubjects.getToContribute(app.db, actor, contractId)
      const file = await withUpload(request, request.query, (upload) =>
        uploadToSubject(app, actor, contract, upload),
      )
      return file ? reply.code(201).type('application/json').send(file.fileId) : reply.code(204).send(null)
    },
  )
}
