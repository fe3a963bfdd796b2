// v2 of new files and folders: a file for a record, or for a contract that does not exist yet; a folder in a record.
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type OpenForm, openForm } from '../../http/bodies/form.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { AppError, badInput } from '../../platform/errors.ts'
import { openContent } from '../../platform/storage/recorded-content.ts'
import { createFolder } from '../commands/create-folder.ts'
import { stageForContract } from '../commands/stage-for-contract.ts'
import { uploadToSubject } from '../commands/upload-file.ts'
import { deleteBlob, withStoredContent } from '../contents/stored-blobs.ts'
import { finishUpload, getUploadToUse } from '../uploads/finish-upload.ts'
import { stagedFilePath } from './staged-files.ts'
import { resolveTarget } from '../uploads/upload-target.ts'
import {
  finishedUploadExample,
  finishedUploadFromV2,
  finishedUploadSchema,
  folderExample,
  folderIdIn,
  md5Of,
  placementIn,
  namedInBody,
  newFolderFromV2,
  newFolderSchema,
  type Target,
  targetIn,
  targetMissing,
  uploadedFile,
  uploadForm,
} from './uploads.wire.ts'

type Bytes = Pick<NonNullable<OpenForm['file']>, 'bytes' | 'fileName' | 'contentType'>

const newFileBodies = jsonBody({ anyOf: [newFolderSchema, finishedUploadSchema] }, finishedUploadExample).map(
  (body) => ({ ...body, schema: { ...body.schema, examples: [folderExample, finishedUploadExample] } }),
)

export const fileUploadRoutesV2: RouteModule = (server, app) => {
  onPost(server, '/v2/files', {
    config: {
      access: { right: 'use' },
      documentedBodies: [uploadForm, ...newFileBodies],
    },
    operationId: 'uploadFile',
    summary: 'Upload a file, or create a folder',
    description:
      'A form uploads its file to a matter or contract, or stages it for a contract that you are about to create (`ContractCreation`): send its id as the document of POST /v2/contracts within a day. JSON creates a folder, or with `upload` a file from a finished resumable upload (POST /v2/uploads). A name that is taken is a conflict.',
    headers: Type.Object({
      'content-md5': Type.Optional(
        Type.String({
          description: 'The MD5 of the file in base64: the content must have this checksum.',
        }),
      ),
    }),
    responses: {
      201: uploadedFile,
      204: Type.Null({ description: 'Skipped, because the name is taken.' }),
    },
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const made = request.isMultipart()
        ? await uploadFile(app, request, actor)
        : fileMade(await fromJson(app, actor, request.body))
      if (made === undefined) return reply.code(204).send(null)
      return reply.code(201).header('location', made.path).send({ id: made.id })
    },
  })
}

/** What was made, and where it is. */
interface Made {
  readonly id: number
  readonly path: string
}

const fileMade = (id: number | undefined): Made | undefined =>
  id === undefined ? undefined : { id, path: `/v2/files/${id}` }

/** A folder, or a file whose content has been uploaded before. */
function fromJson(app: App, actor: Actor, body: unknown): Promise<number | undefined> {
  const isUpload = typeof body === 'object' && body !== null && 'upload' in body
  return isUpload ? fileOfUpload(app, actor, body) : makeFolder(app, actor, body)
}

async function fileOfUpload(app: App, actor: Actor, body: object): Promise<number | undefined> {
  const { uploadId, target, name, contentType, ...placement } = finishedUploadFromV2(body)
  const upload = await namedInBody('upload', () => getUploadToUse(app, actor, uploadId))
  const { subject } = await namedInBody('resource', () => resolveTarget(app, actor, target))
  const uploaded = await finishUpload(app, actor, upload, (source, claim) =>
    namedInBody('folder', () =>
      uploadToSubject(app, actor, subject, {
        source,
        claim,
        fileName: name ?? upload.name ?? undefined,
        contentType: contentType ?? upload.contentType ?? undefined,
        known: placement,
        placement: async () => placement,
      }),
    ),
  )
  return uploaded?.fileId
}

async function makeFolder(app: App, actor: Actor, body: unknown): Promise<number> {
  if (typeof body === 'string') {
    throw new AppError('unsupported_media_type', 'Send a file as multipart/form-data, or a folder as JSON.')
  }
  const { target, ...folder } = newFolderFromV2(body)
  const { subject } = await namedInBody('resource', () => resolveTarget(app, actor, target))
  return namedInBody('folder', () => createFolder(app, actor, subject, folder))
}

async function uploadFile(app: App, request: FastifyRequest, actor: Actor): Promise<Made | undefined> {
  const form = await openForm(request, 'file')
  const { file } = form
  if (!file) throw badInput('file', 'is missing: send it as a part of multipart/form-data.')
  const md5 = md5Of(request)
  try {
    const target = targetIn(form.fields)
    if (target) return await upload(app, actor, { target, form, file, md5 })
    return await withStoredContent(app, actor.organisationId, file.bytes, async (content) => {
      // the form named the target after the file: the content is set aside until it is known, because every
      // organisation's files are stored separately
      await form.rest()
      const late = targetIn(form.fields) ?? targetMissing(form.fields)
      const stored = { organisationId: actor.organisationId, ...content }
      const aside = { ...file, bytes: await openContent(app, stored) }
      try {
        const made = await upload(app, actor, { target: late, form, file: aside, md5 })
        await deleteBlob(app, content.key)
        return made
      } finally {
        aside.bytes.destroy()
      }
    })
  } finally {
    form.close()
  }
}

interface Given {
  readonly target: Target
  readonly form: OpenForm
  readonly file: Bytes
  readonly md5: Buffer | undefined
}

async function upload(app: App, actor: Actor, { target, form, file, md5 }: Given): Promise<Made | undefined> {
  const { bytes: source, ...named } = file
  const whole = () => form.rest()
  if (target.kind === 'ContractCreation') {
    const id = await stageForContract(app, actor, { ...named, source, md5, whole })
    return { id, path: stagedFilePath(id) }
  }
  const { subject } = await namedInBody('targetResourceId', () => resolveTarget(app, actor, target))
  const placed = () => ({ folderId: folderIdIn(form.fields), ...placementIn(form.fields) })
  const placement = async () => {
    await whole()
    return placed()
  }
  // what follows the file may still say what happens if its name is taken
  const known = form.fields.has('onconflict')
    ? placed()
    : { ...placed(), conflictResolution: 'KeepBoth' as const }
  const uploaded = await namedInBody('folderId', () =>
    uploadToSubject(app, actor, subject, { ...named, source, md5, known, placement }),
  )
  return fileMade(uploaded?.fileId)
}
