// v2 of new versions: from a form, or from a finished resumable upload.
import type { FastifyRequest } from 'fastify'
import { openForm } from '../../http/bodies/form.ts'
import { idOf } from '../../http/ids.ts'
import { versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import type { App } from '../../platform/app.ts'
import { badInput } from '../../platform/errors.ts'
import { uploadVersion } from '../commands/upload-version.ts'
import { finishUpload, getUploadToUse } from '../uploads/finish-upload.ts'
import {
  finishedVersionExample,
  finishedVersionFromV2,
  finishedVersionSchema,
  md5Of,
  namedInBody,
  placementIn,
  uploadedFile,
  versionForm,
} from './uploads.wire.ts'

export const newVersionRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/files/:fileId', {
    config: {
      access: { right: 'use' },
      ifMatch: true,
      documentedBodies: [versionForm, ...jsonBody(finishedVersionSchema, finishedVersionExample)],
    },
    operationId: 'uploadFileVersion',
    summary: 'Upload a new version',
    description:
      'Of a file or of the document of a contract, with `comments`. It keeps its name, and takes the extension of the uploaded file. JSON with `upload` makes a finished resumable upload (POST /v2/uploads) the version. With Content-MD5, the content of a form must have that checksum. With If-Match, it is 412 unless the version is the one you have read.',
    creates: uploadedFile,
    handler: async (request, reply) => {
      const fileId = idOf(request.params.fileId)
      const id = namesUpload(request.body)
        ? await fromUpload(app, request, fileId)
        : await fromForm(app, request, fileId)
      reply.header('location', `/v2/files/${id}`)
      return { id }
    },
  })
}

const namesUpload = (body: unknown): boolean => typeof body === 'object' && body !== null && 'upload' in body

const checksOf = (request: FastifyRequest) => {
  const checkVersion = versionCheck(request)
  return { checkVersion: ({ revision }: { readonly revision: number }) => checkVersion(revision) }
}

async function fromForm(app: App, request: FastifyRequest, fileId: number): Promise<number> {
  const form = await openForm(request, 'file')
  const { file } = form
  if (!file) throw badInput('file', 'is missing: send it as a part of multipart/form-data.')
  try {
    const uploaded = await uploadVersion(app, actorOf(request), fileId, {
      ...file,
      source: file.bytes,
      md5: md5Of(request),
      whole: () => form.rest(),
      comments: () => placementIn(form.fields).comments,
      ...checksOf(request),
    })
    return uploaded.fileId
  } finally {
    form.close()
  }
}

async function fromUpload(app: App, request: FastifyRequest, fileId: number): Promise<number> {
  const actor = actorOf(request)
  const { uploadId, comments } = finishedVersionFromV2(request.body)
  const upload = await namedInBody('upload', () => getUploadToUse(app, actor, uploadId))
  const { fileId: id } = await finishUpload(app, actor, upload, (source, claim) =>
    uploadVersion(app, actor, fileId, {
      source,
      claim,
      fileName: upload.name ?? undefined,
      contentType: upload.contentType ?? undefined,
      whole: async () => undefined,
      comments: () => comments,
      ...checksOf(request),
    }),
  )
  return id
}
