// v2 of new files and folders: a file for a record, or for a contract that is yet to be made; a folder in a record.
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type OpenForm, openForm } from '../../http/bodies/form.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { AppError, badInput } from '../../platform/errors.ts'
import { openContent } from '../../platform/storage/recorded-content.ts'
import { createFolder } from '../commands/create-folder.ts'
import { keepForContract } from '../commands/keep-for-contract.ts'
import { uploadToSubject } from '../commands/upload-file.ts'
import { forgetContent, withContent } from '../contents/content.ts'
import { getTarget } from '../targets.ts'
import {
  folderExample,
  folderIdIn,
  md5Of,
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

export const fileUploadRoutesV2: RouteModule = (server, app) => {
  server.post(
    '/v2/files',
    {
      config: {
        access: { right: 'use' },
        documentedBodies: [uploadForm, ...jsonBody(newFolderSchema, folderExample)],
      },
      schema: {
        summary: 'Upload a file, or make a folder',
        description:
          'A form uploads its file to a matter or contract, or keeps it for a contract that you are about to make (`ContractCreation`): name its id as the document of POST /v2/contracts within a day. JSON makes a folder. A name that is taken is a conflict.',
        headers: Type.Object({
          'content-md5': Type.Optional(
            Type.String({ description: 'The MD5 of the file in base64: what arrives must have it.' }),
          ),
        }),
        response: { 201: uploadedFile },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const id = request.isMultipart()
        ? await uploadFile(app, request, actor)
        : await makeFolder(app, actor, request.body)
      return reply.code(201).header('location', `/v2/files/${id}`).send({ id })
    },
  )
}

async function makeFolder(app: App, actor: Actor, body: unknown): Promise<number> {
  if (typeof body === 'string') {
    throw new AppError('unsupported_media_type', 'Send a file as multipart/form-data, a folder as JSON.')
  }
  const { target, ...folder } = newFolderFromV2(body)
  const { subject } = await namedInBody('resource', () => getTarget(app, actor, target))
  return namedInBody('folder', () => createFolder(app, actor, subject, folder))
}

async function uploadFile(app: App, request: FastifyRequest, actor: Actor): Promise<number> {
  const form = await openForm(request, 'file')
  const { file } = form
  if (!file) throw badInput('file', 'is missing: send it as a part of multipart/form-data.')
  const md5 = md5Of(request)
  try {
    const target = targetIn(form.fields)
    if (target) return await upload(app, actor, { target, form, file, md5 })
    return await withContent(app, actor.organisationId, file.bytes, async (content) => {
      // where it goes was said after it: it lies aside until that is known, because every organisation's bytes are kept apart
      await form.rest()
      const late = targetIn(form.fields) ?? targetMissing(form.fields)
      const stored = { organisationId: actor.organisationId, ...content }
      const aside = { ...file, bytes: await openContent(app, stored) }
      try {
        const id = await upload(app, actor, { target: late, form, file: aside, md5 })
        await forgetContent(app, content.key)
        return id
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

async function upload(app: App, actor: Actor, { target, form, file, md5 }: Given): Promise<number> {
  const { bytes: source, ...named } = file
  const whole = () => form.rest()
  if (target.kind === 'ContractCreation') {
    return keepForContract(app, actor, { ...named, source, md5, whole })
  }
  const { subject } = await namedInBody('targetResourceId', () => getTarget(app, actor, target))
  const conflictResolution = 'Refuse' as const
  const placement = async () => {
    await whole()
    return { folderId: folderIdIn(form.fields), conflictResolution }
  }
  const known = { folderId: folderIdIn(form.fields), conflictResolution }
  const uploaded = await namedInBody('folderId', () =>
    uploadToSubject(app, actor, subject, { ...named, source, md5, known, placement }),
  )
  if (!uploaded) throw new Error('Nothing is left out without conflictResolution Skip')
  return uploaded.fileId
}
