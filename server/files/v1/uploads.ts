// v1 of raw uploads, where the body is the file, and of finalising them.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { acceptRawBodies } from '../../http/bodies/raw-body.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onPost, onPut } from '../../http/routes.ts'
import { nullable } from '../../http/v1/people.wire.ts'
import { rawUploadQuery, withRawUpload } from '../../http/v1/uploads.ts'
import { badInput } from '../../platform/errors.ts'
import { finaliseUpload } from '../commands/finalise-upload.ts'
import { uploadToSubject } from '../commands/upload-file.ts'
import { conflictResolutions } from '../file.ts'
import { resolveTarget } from '../uploads/upload-target.ts'
import { targetKinds, type UploadTarget } from '../uploads/recorded-upload.ts'
import type { RecordType } from '../../http/v1/record-types.wire.ts'
import { targetPath } from './record-target.wire.ts'

const int32 = Type.Integer({ format: 'int32' })

const query = Type.Object({
  ...rawUploadQuery.properties,
  uploadSetId: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  uploadSetSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
})

const anyFile = (contentType: string) => ({ contentType, schema: { type: 'string', format: 'binary' } })

const jsonFile = {
  contentType: 'application/json',
  schema: {
    type: 'object',
    properties: {
      folderId: { type: ['integer', 'null'], format: 'int32' },
      isBrowsable: { type: 'boolean' },
      fileData: { type: ['string', 'null'], format: 'binary' },
    },
  },
}

function targetOf({ targetType, targetId }: { targetType: RecordType; targetId: string }): UploadTarget {
  const kind = targetKinds.find((each) => each === targetType)
  if (!kind) throw badInput('targetType', `must be one of ${targetKinds.join(', ')}.`)
  return { kind, id: idOf(targetId) }
}

export const rawUploadRoutes: RouteModule = (server, app) => {
  acceptRawBodies(server)
  onPost(server, '/file-apis/v1/files/:targetType/:targetId', {
    config: { access: { right: 'use' }, documentedBodies: [anyFile('*/*'), jsonFile] },
    summary: 'Upload a file',
    description: 'The body is the file itself, with its name in the query. Answers the bare id of the file.',
    operationId: 'uploadFileV1',
    params: targetPath('targetId'),
    querystring: query,
    responses: {
      200: int32,
      204: Type.Null({ description: 'Skipped: a file with this name already exists' }),
    },
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const target = targetOf(request.params)
      const { uploadSetId, uploadSetSize, ...placed } = request.query
      if (uploadSetSize !== undefined && uploadSetId === undefined) {
        throw badInput('uploadSetId', 'is missing: it says which set of uploads has this size.')
      }
      const set = uploadSetId === undefined ? {} : { set: { id: uploadSetId, size: uploadSetSize ?? null } }
      const { subject, ...place } = await resolveTarget(app, actor, target)
      const file = await withRawUpload(request, placed, (upload) =>
        uploadToSubject(app, actor, subject, { ...upload, ...place, target: { ...target, ...set } }),
      )
      return file ? reply.code(200).type('application/json').send(file.fileId) : reply.code(204).send(null)
    },
  })
}

const end = Type.Object({
  outcome: Type.Unsafe<'Succeeded' | 'Failed'>({ type: 'string', enum: ['Succeeded', 'Failed'] }),
  conflictResolution: Type.Optional(
    Type.Unsafe<(typeof conflictResolutions)[number] | null>({
      type: ['string', 'null'],
      enum: [...conflictResolutions, null],
    }),
  ),
  failureReason: nullable<string>('string', { maxLength: 4_000 }),
  comments: nullable<string>('string'),
  isSigned: Type.Optional(Type.Boolean()),
})

export const finaliseRoutes: RouteModule = (server, app) => {
  onPut(server, '/file-apis/v1/files/:targetType/:targetId/uploads/:uploadId', {
    config: { access: { right: 'use' } },
    summary: 'Finish an upload',
    description:
      'Decides what becomes of the last upload of the caller, after a conflict of names. Answers the bare id of the file that has its content.',
    operationId: 'finishUploadV1',
    params: targetPath('targetId', 'uploadId'),
    body: end,
    returns: int32,
    handler: async (request, reply) => {
      const { outcome, conflictResolution, failureReason, comments, isSigned } = request.body
      const which = { target: targetOf(request.params), fileId: idOf(request.params.uploadId) }
      const id = await finaliseUpload(app, actorOf(request), which, {
        outcome,
        resolution: conflictResolution ?? undefined,
        failureReason: failureReason ?? undefined,
        comments: comments ?? undefined,
        signed: isSigned,
      })
      return reply.type('application/json').send(id)
    },
  })
}
