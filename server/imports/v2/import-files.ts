// v2 of the files that rows of an import name by their paths.
import Type from 'typebox'
import { drainRequest } from '../../http/bodies/drain-request.ts'
import { openForm } from '../../http/bodies/form.ts'
import { acceptRawBodies, openRawBody } from '../../http/bodies/raw-body.ts'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { AppError, badInput } from '../../platform/errors.ts'
import { addImportArchive, addImportFile } from '../commands/add-file.ts'

const binary = { type: 'string', format: 'binary' }
const fileSchema = Type.Object(
  { path: Type.String(), size: Type.Integer() },
  { examples: [{ path: 'contracts/nda.pdf', size: 48_213 }] },
)

export const importFileRoutes: RouteModule = (server, app) => {
  acceptRawBodies(server)
  onPost(server, '/v2/imports/:importId/files', {
    config: {
      access: { right: 'administer' },
      documentedBodies: [
        { contentType: 'application/octet-stream', schema: binary },
        { contentType: 'application/zip', schema: binary },
        { contentType: 'multipart/form-data', schema: { type: 'object', properties: { file: binary } } },
      ],
    },
    operationId: 'addImportFile',
    summary: 'Add a file to an import',
    description:
      'The body is a file that rows name by its path, or with unpack=true a zip archive of such files, which the background unpacks. A file with the same path is replaced. 409 while the import is checked or carried out, and afterwards.',
    querystring: Type.Object(
      {
        path: Type.Optional(
          Type.String({ maxLength: 1_000, description: 'By default the name that the file is sent with.' }),
        ),
        unpack: Type.Optional(Type.Boolean({ default: false })),
      },
      { additionalProperties: false },
    ),
    creates: fileSchema,
    handler: async (request) => {
      const actor = actorOf(request)
      const id = idOf(request.params.importId)
      const { path, unpack = false } = request.query
      const add = unpack ? addImportArchive : addImportFile
      const store = (file: {
        bytes: NodeJS.ReadableStream
        fileName: string | undefined
        contentType: string | undefined
      }) =>
        add(app, actor, {
          id,
          path: path ?? file.fileName ?? '',
          source: file.bytes as never,
          contentType: file.contentType,
        })
      if (request.isMultipart()) {
        const form = await openForm(request, 'file')
        try {
          if (!form.file) throw badInput('file', 'is missing: send it as a part of multipart/form-data.')
          return await store(form.file)
        } finally {
          form.close()
        }
      }
      try {
        const body = await openRawBody(request, { name: '', limit: 0 })
        if (body.kind === 'object') throw new AppError('bad_request', 'Send the file itself.')
        return await store(body.file)
      } finally {
        drainRequest(request)
      }
    },
  })
}
