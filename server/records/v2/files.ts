// v2 of a record's files: one of them.
import { getFileRow } from '../../files/lists/list-all.ts'
import { idsIn } from '../../http/ids.ts'
import { etagOf } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { fileColumnsV2, oneFileSchema, oneFileToV2 } from '../../http/v2/files.wire.ts'
import type { AnyKind } from '../record-kind.ts'

/** The route that gets a file of a record. */
export const fileRouteV2 =
  ({ kind, names: { one, many } }: Pick<AnyKind, 'kind' | 'names'>): RouteModule =>
  (server, app) => {
    const path = `/v2/${many}/:${one}Id/files/:fileId`
    const ids = idsIn(path)
    onGet(server, path, {
      config: { access: { right: 'use' }, etag: true },
      summary: `Get a file of a ${one}`,
      description: 'As GET /v2/files/{fileId}; not found when the file belongs to another record.',
      returns: oneFileSchema,
      handler: async (request, reply) => {
        const file = { id: ids.idOf(request, 1), record: { kind, id: ids.idOf(request) } }
        const row = await getFileRow(app, actorOf(request), file, fileColumnsV2)
        reply.header('etag', etagOf(Number(row['revision'])))
        return oneFileToV2(row, app.clock.now())
      },
    })
  }
