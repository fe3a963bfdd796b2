// v2 of resumable uploads: the tus protocol 1.0 with creation, termination, checksum and expiration. A finished upload
// becomes a file by POST /v2/files.
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { acceptRawBodies } from '../../http/bodies/raw-body.ts'
import { drainRequest } from '../../http/bodies/drain-request.ts'
import { pathParameters } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete } from '../../http/routes.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import {
  appendToUpload,
  createUpload,
  deleteUpload,
  getUploadOf,
  type ResumableUpload,
} from '../uploads/resumable-upload.ts'
import { checksumIn, lengthIn, metadataIn, offsetIn } from './resumable-uploads.wire.ts'

const use = { access: { right: 'use' } } as const
const params = pathParameters({ uploadId: 'uuid' })
const version = '1.0.0'
/** What programs on pages of other origins have to read. */
const ofProtocol = 'tus-resumable, tus-version, upload-offset, upload-length, upload-metadata, upload-expires'

const uploadId = ({
  params: { uploadId: id },
}: {
  readonly params: Readonly<Record<'uploadId', string>>
}): string => {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw notFound()
  return id
}

/** Every call names the version of the protocol. */
function checkVersion(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('tus-resumable', version)
  const exposed = reply.getHeader('access-control-expose-headers')
  if (typeof exposed === 'string') reply.header('access-control-expose-headers', `${exposed}, ${ofProtocol}`)
  if (request.headers['tus-resumable'] === version) return
  drainRequest(request)
  throw new AppError('precondition_failed', `The header Tus-Resumable must be ${version}.`, {
    headers: { 'tus-version': version },
  })
}

const stateOf = ({ received, size, expiresAt }: ResumableUpload) => ({
  'upload-offset': String(received),
  'upload-length': String(size),
  'upload-expires': expiresAt.toUTCString(),
  'cache-control': 'no-store',
})

const options: RouteModule = (server, app) => {
  const headers = {
    'tus-resumable': version,
    'tus-version': version,
    'tus-extension': 'creation,termination,checksum,expiration',
    'tus-checksum-algorithm': 'sha1,md5,sha256',
    'tus-max-size': String(app.config.maxUploadBytes),
  }
  const answer = (reply: FastifyReply) => reply.code(204).headers(headers).send()
  const config = { access: 'public' } as const
  server.options('/v2/uploads', { config, schema: { hide: true } }, (_request, reply) => answer(reply))
  server.options('/v2/uploads/:uploadId', { config, schema: { hide: true, params } }, (_request, reply) =>
    answer(reply),
  )
}

const creation: RouteModule = (server, app) => {
  server.post(
    '/v2/uploads',
    {
      config: use,
      schema: {
        summary: 'Begin a resumable upload',
        description:
          'By the tus protocol 1.0 (extensions creation, termination, checksum, expiration), so its client libraries work; OPTIONS answers what is supported. It has no body. Upload-Length is required; Upload-Metadata may have `filename` and `filetype`. Location is where the content is sent, within a day, in pieces of any size. Then POST /v2/files with `upload` makes it a file.',
        headers: Type.Object({
          'tus-resumable': Type.Optional(Type.String({ description: 'Must be given: `1.0.0`.' })),
          'upload-length': Type.Optional(
            Type.String({ description: 'Must be given: the size of the whole in bytes.' }),
          ),
          'upload-metadata': Type.Optional(
            Type.String({ description: 'Keys and values in base64: `filename cGxhbi5wZGY=`.' }),
          ),
        }),
        response: { 201: Type.Null({ description: 'Begun; Location is its address.' }) },
      },
    },
    async (request, reply) => {
      checkVersion(request, reply)
      const upload = await createUpload(app, actorOf(request), {
        size: lengthIn(request.headers),
        ...metadataIn(request.headers),
      })
      return reply
        .code(201)
        .headers({ ...stateOf(upload), location: `/v2/uploads/${upload.id}` })
        .send(null)
    },
  )

  onDelete(server, '/v2/uploads/:uploadId', {
    config: use,
    summary: 'Give up a resumable upload',
    description: 'What has arrived of it is removed.',
    params,
    handler: async (request, reply) => {
      checkVersion(request, reply)
      await deleteUpload(app, await getUploadOf(app, actorOf(request), uploadId(request)))
    },
  })
}

const transfer: RouteModule = (server, app) => {
  acceptRawBodies(server)
  server.head(
    '/v2/uploads/:uploadId',
    { config: use, schema: { hide: true, params } },
    async (request, reply) => {
      checkVersion(request, reply)
      const upload = await getUploadOf(app, actorOf(request), uploadId(request))
      const metadata = upload.metadata === null ? {} : { 'upload-metadata': upload.metadata }
      return reply.headers({ ...stateOf(upload), ...metadata }).send('')
    },
  )

  server.patch(
    '/v2/uploads/:uploadId',
    {
      config: {
        ...use,
        documentedBodies: [
          {
            contentType: 'application/offset+octet-stream',
            schema: {
              type: 'string',
              format: 'binary',
              examples: ['(binary)'],
            },
          },
        ],
      },
      schema: {
        operationId: 'continueUpload',
        summary: 'Continue a resumable upload',
        description:
          'With the bytes that follow Upload-Offset; 409 if that is not where the upload is. If the connection breaks, what has arrived is kept: ask with HEAD where to continue. With Upload-Checksum (sha1, md5 or sha256), 460 and nothing is kept if other bytes arrive.',
        params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      checkVersion(request, reply)
      if (request.headers['content-type'] !== 'application/offset+octet-stream') {
        drainRequest(request)
        throw new AppError('unsupported_media_type', 'Send the bytes as application/offset+octet-stream.')
      }
      try {
        const actor = actorOf(request)
        const arrival = {
          offset: offsetIn(request.headers),
          source: request.raw,
          checksum: checksumIn(request.headers),
        }
        await appendToUpload(app, actor, uploadId(request), arrival)
        return await reply
          .code(204)
          .headers(stateOf(await getUploadOf(app, actor, uploadId(request))))
          .send(null)
      } catch (error) {
        drainRequest(request)
        throw error
      }
    },
  )
}

export const resumableUploadRoutes: RouteModule = (server, app) => {
  for (const routes of [options, creation, transfer]) routes(server, app)
}
