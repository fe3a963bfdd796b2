// v1 of moving files.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { moveFile } from '../commands/move-file.ts'
import { conflictResolutions } from '../file.ts'

const query = Type.Object({
  conflictResolution: Type.Optional(
    Type.Unsafe<(typeof conflictResolutions)[number]>({ type: 'string', enum: [...conflictResolutions] }),
  ),
})

export const fileMoveRoutes: RouteModule = (server, app) => {
  onPost(server, '/file-apis/v1/files/:fileId/move/:destinationId', {
    config: { access: { right: 'use' } },
    summary: 'Move a file to a folder',
    description: '`destinationId` is the folder; 0 is the top of the record.',
    operationId: 'moveFileToFolderV1',
    querystring: query,
    responses: { 204: Type.Null({ description: 'Moved, or skipped' }) },
    handler: async (request, reply) => {
      const { fileId, destinationId } = request.params
      await moveFile(app, actorOf(request), idOf(fileId), {
        ...request.query,
        // 0 is the root
        destinationId: /^0+$/.test(destinationId) ? 0 : idOf(destinationId),
      })
      return reply.code(204).send(null)
    },
  })

  onPost(server, '/file-apis/v1/files/:fileId/move', {
    config: { access: { right: 'use' } },
    summary: 'Move a file to the top of its record',
    description: 'Takes it out of its folder.',
    querystring: query,
    responses: { 204: Type.Null({ description: 'Moved to the root of its record, or skipped' }) },
    handler: async (request, reply) => {
      await moveFile(app, actorOf(request), idOf(request.params.fileId), request.query)
      return reply.code(204).send(null)
    },
  })
}
