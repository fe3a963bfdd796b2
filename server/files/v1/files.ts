// v1 of files: lists, metadata, download, update and deletion.
import { answerList } from '../../http/answer-list.ts'
import { pascalCaseNames } from '../../http/input-names.ts'
import Type from 'typebox'
import { idOf, pathIds } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { contentAnswers, sendFound } from '../../http/responses/send-content.ts'
import { patchBodySchema, readPatch } from '../../http/v1/json-patch.ts'
import { updateFile } from '../commands/update-file.ts'
import { deleteFile } from '../commands/delete-file.ts'
import { countFiles, listFiles } from '../lists/list-folder.ts'
import { getFileContent, getFileDetails } from '../read-file.ts'
import { fileDetailsSchema, fileToV1 } from './files.wire.ts'
import { fileListFromV1, fileListPage, fileListQuery, fileRowToV1, listedColumns } from './list.wire.ts'
import { changesFromV1, patchedProperties } from './patch.wire.ts'

const readRoutes: RouteModule = (server, app) => {
  onGet(server, '/file-apis/v1/files', {
    config: { access: { right: 'use' } },
    summary: 'List files',
    description: 'The files and folders of a record or a folder.',
    querystring: fileListQuery,
    returns: fileListPage,
    handler: async (request) => {
      const actor = actorOf(request)
      const list = fileListFromV1(app, request.query)
      const { rows, total } = await answerList(app, request, async (reading) => ({
        rows: await listFiles(reading, actor, { ...list, columns: listedColumns }),
        total: await countFiles(reading, actor, list),
      }))
      return { data: rows.map(fileRowToV1), total }
    },
  })

  onGet(server, '/file-apis/v1/files/:fileId', {
    config: { access: { right: 'use' }, recent: 'File' },
    summary: 'Get a file',
    description: 'What is known of a file, and its version as ETag; not its content.',
    returns: fileDetailsSchema,
    handler: async (request, reply) => {
      const details = await getFileDetails(app, actorOf(request), idOf(request.params.fileId))
      request.viewed = details.file
      reply.header('etag', etagOf(details.file.revision))
      return fileToV1(details)
    },
  })

  server.get(
    '/file-apis/v1/files/:fileId/download',
    {
      config: { access: { right: 'use' } },
      schema: {
        summary: 'Download a file',
        description: 'The current version. Takes one Range; the ETag is the hash of the content.',
        params: pathIds('fileId'),
        querystring: Type.Object({
          version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
        }),
        response: contentAnswers('The file.'),
      },
    },
    async (request, reply) => {
      const id = idOf(request.params.fileId)
      const { version } = request.query
      return sendFound(request, reply, () => getFileContent(app, actorOf(request), id, version))
    },
  )
}

const changeRoutes: RouteModule = (server, app) => {
  server.patch(
    '/file-apis/v1/files/:fileId',
    {
      config: {
        access: { right: 'use' },
        ifMatch: true,
        documentedBodies: [{ contentType: 'application/json', schema: patchBodySchema }],
        inputNames: pascalCaseNames(patchedProperties),
      },
      schema: {
        summary: 'Change a file',
        description: 'A JSON Patch of its name, description, lock, privacy and folder. All or nothing.',
        params: pathIds('fileId'),
      },
    },
    async (request, reply) => {
      const patch = readPatch(request.body, patchedProperties)
      const checkVersion = versionCheck(request)
      await updateFile(app, actorOf(request), idOf(request.params.fileId), (current) => {
        checkVersion(current.file.revision)
        return changesFromV1(patch, current)
      })
      return reply.code(200).send()
    },
  )

  server.delete(
    '/file-apis/v1/files/:fileId',
    {
      config: { access: { right: 'use' }, ifMatch: true },
      schema: { summary: 'Delete a file', description: 'Moves it to the bin.', params: pathIds('fileId') },
    },
    async (request, reply) => {
      const checkVersion = versionCheck(request)
      await deleteFile(app, actorOf(request), idOf(request.params.fileId), ({ revision }) =>
        checkVersion(revision),
      )
      return reply.code(200).send()
    },
  )
}

export const fileRoutes: RouteModule = (server, app) => {
  for (const routes of [readRoutes, changeRoutes]) routes(server, app)
}
