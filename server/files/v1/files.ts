// v1 of files: lists, metadata and download.
import Type from 'typebox'
import { idOf, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { sendContent } from '../../http/send-content.ts'
import { ContentMissing } from '../../platform/storage.ts'
import { noteRecent } from '../../recents/commands/note-recent.ts'
import { servedContentType } from '../content-type.ts'
import { countFiles, listFiles } from '../lists.ts'
import { getFileDetails, getFileVersion } from '../queries.ts'
import { fileDetailsSchema, fileToV1 } from './files.wire.ts'
import { fileListFromV1, fileListPage, fileListQuery, fileRowToV1, listedColumns } from './list.wire.ts'

const bytes = (description: string) => ({
  description,
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
})

export const fileRoutes: RouteModule = (server, app) => {
  server.get(
    '/file-apis/v1/files',
    {
      config: { access: { right: 'use' } },
      schema: { querystring: fileListQuery, response: { 200: fileListPage } },
    },
    async (request) => {
      const actor = actorOf(request)
      const list = fileListFromV1(app, request.query)
      const rows = await listFiles(app, actor, { ...list, columns: listedColumns })
      return { data: rows.map(fileRowToV1), total: await countFiles(app, actor, list) }
    },
  )

  server.get(
    '/file-apis/v1/files/:fileId',
    {
      config: { access: { right: 'use' } },
      schema: { params: pathIds('fileId'), response: { 200: fileDetailsSchema } },
    },
    async (request) => {
      const actor = actorOf(request)
      const details = await getFileDetails(app, actor, idOf(request.params.fileId))
      const { organisationId, id } = details.file
      await noteRecent(app, actor, { kind: 'File', organisationId, id })
      return fileToV1(details)
    },
  )

  server.get(
    '/file-apis/v1/files/:fileId/download',
    {
      config: { access: { right: 'use' } },
      schema: {
        params: pathIds('fileId'),
        querystring: Type.Object({
          version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
        }),
        response: { 200: bytes('The file'), 206: bytes('The range of it that was asked for') },
      },
    },
    async (request, reply) => {
      const send = async () => {
        const id = idOf(request.params.fileId)
        const { key, ...file } = await getFileVersion(app, actorOf(request), id, request.query.version)
        const contentType = servedContentType(file.contentType)
        const open = app.storage.open.bind(undefined, key)
        return sendContent(request, reply, { ...file, contentType, open })
      }
      return send().catch((error: unknown) => {
        // the content may have been replaced between the look at its row and its opening
        if (error instanceof ContentMissing) return send()
        throw error
      })
    },
  )
}
