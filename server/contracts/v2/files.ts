// v2 of a contract's files: one of them.
import { getFileRow } from '../../files/lists/list-all.ts'
import { idOf, pathIds } from '../../http/ids.ts'
import { etagOf } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { fileColumnsV2, fileSchema, fileToV2 } from '../../http/v2/files.wire.ts'

export const contractFileRoutesV2: RouteModule = (server, app) => {
  server.get(
    '/v2/contracts/:contractId/files/:fileId',
    {
      config: { access: { right: 'use' } },
      schema: {
        summary: 'Get a file of a contract',
        description: 'As GET /v2/files/{fileId}, and not found when it is on another record.',
        params: pathIds('contractId', 'fileId'),
        response: { 200: fileSchema },
      },
    },
    async (request, reply) => {
      const { contractId, fileId } = request.params
      const record = { kind: 'contract', id: idOf(contractId) } as const
      const row = await getFileRow(app, actorOf(request), { id: idOf(fileId), record }, fileColumnsV2)
      reply.header('etag', etagOf(Number(row['revision'])))
      return fileToV2(row)
    },
  )
}
