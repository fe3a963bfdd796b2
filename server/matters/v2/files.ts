// v2 of a matter's files: one of them.
import { getFileRow } from '../../files/lists/list-all.ts'
import { idOf, pathIds } from '../../http/ids.ts'
import { etagOf } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { fileColumnsV2, fileSchema, fileToV2 } from '../../http/v2/files.wire.ts'

export const matterFileRoutesV2: RouteModule = (server, app) => {
  server.get(
    '/v2/matters/:matterId/files/:fileId',
    {
      config: { access: { right: 'use' } },
      schema: {
        summary: 'Get a file of a matter',
        description: 'As GET /v2/files/{fileId}, and not found when it is on another record.',
        params: pathIds('matterId', 'fileId'),
        response: { 200: fileSchema },
      },
    },
    async (request, reply) => {
      const { matterId, fileId } = request.params
      const record = { kind: 'matter', id: idOf(matterId) } as const
      const row = await getFileRow(app, actorOf(request), { id: idOf(fileId), record }, fileColumnsV2)
      reply.header('etag', etagOf(Number(row['revision'])))
      return fileToV2(row)
    },
  )
}
