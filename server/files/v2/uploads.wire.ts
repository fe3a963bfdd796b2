// New files and folders in the shapes of v2.
import { kinds, type RecordType, recordTypes, sortedRecordTypes } from '../../records/kinds.ts'
import { namesV2 } from '../../http/input-names.ts'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { DocumentedBody } from '../../http/route.ts'
import { fileSchema } from '../../http/v2/files.wire.ts'
import {
  choiceIn,
  idIn,
  needed,
  neverNull,
  propertiesOf,
  textIn,
  truthIn,
} from '../../http/v2/merge-patch.ts'
import { AppError, badInput } from '../../platform/errors.ts'
import { conflictResolutions } from '../file.ts'

const targetTypes = [...recordTypes, 'ContractCreation'] as const

/** Where an upload goes: to a record, or to no record yet. */
export type Target =
  | { readonly kind: 'ContractCreation' }
  | { readonly kind: RecordType; readonly id: number }

/** Documentation of the form. */
export const uploadForm: DocumentedBody = {
  contentType: 'multipart/form-data',
  schema: {
    type: 'object',
    required: ['file', 'targetResourceType'],
    properties: {
      file: { type: 'string', format: 'binary' },
      targetResourceType: { type: 'string', enum: [...targetTypes] },
      targetResourceId: { type: 'integer', description: 'The matter or contract.' },
      folderId: { type: 'integer', description: 'A folder of it; by default the root.' },
      onConflict: {
        type: 'string',
        enum: [...conflictResolutions],
        description:
          'If the name is taken in the folder: SaveVersion makes it a version of that file, Replace replaces its content, KeepBoth takes the first free name, Skip stores nothing (204). Without it, a name that is taken is 409.',
      },
      comments: { type: 'string', maxLength: 4000, description: 'On the version.' },
      description: {
        type: 'string',
        maxLength: 4000,
        description: 'Of a new file; a version keeps that of its file.',
      },
      restricted: {
        type: 'boolean',
        description: 'Private: a new file is visible to you and to those who may change the record.',
      },
    },
    examples: [
      { file: '(binary)', targetResourceType: kinds.contract.type, targetResourceId: 17, folderId: 4711 },
      { file: '(binary)', targetResourceType: 'ContractCreation' },
    ],
  },
}

const { name: _name, resource: _resource, ...others } = fileSchema.properties

/** The matter or contract that something new is added to. */
export const recordReference = Type.Object({
  id: Type.Integer(),
  type: Type.Unsafe<RecordType>({ type: 'string', enum: [...sortedRecordTypes] }),
})

/** The response to a created file or folder. */
export const uploadedFile = Type.Object(
  { id: Type.Integer({ readOnly: true }) },
  { examples: [{ id: 4711 }] },
)

/** Documentation of a new folder. */
export const newFolderSchema = Type.Object(
  {
    name: Type.String(),
    resource: recordReference,
    ...others,
  },
  { additionalProperties: false },
)
export const folderExample = { name: 'Drafts', resource: { id: 17, type: kinds.contract.type }, folder: null }

const fieldOf = (fields: ReadonlyMap<string, string>, name: string): string | undefined =>
  fields.get(name.toLowerCase())?.trim() || undefined

const largestId = 2_147_483_647

function idField(fields: ReadonlyMap<string, string>, name: string): number | undefined {
  const given = fieldOf(fields, name)
  if (given === undefined) return undefined
  if (/^[1-9]\d{0,9}$/.test(given) && Number(given) <= largestId) return Number(given)
  throw badInput(name, 'must be an id.')
}

/**
 * Where the file goes, as far as the form has said so; undefined if it has not. Throws bad_request for contradictions.
 */
export function targetIn(fields: ReadonlyMap<string, string>): Target | undefined {
  const given = fieldOf(fields, 'targetResourceType')
  if (given === undefined) return undefined
  const kind = targetTypes.find((type) => type.toLowerCase() === given.toLowerCase())
  if (!kind) throw badInput('targetResourceType', `must be one of ${targetTypes.join(', ')}.`)
  const id = idField(fields, 'targetResourceId')
  if (kind === 'ContractCreation') {
    if (id === undefined) return { kind }
    throw badInput('targetResourceId', 'must be omitted: the contract does not exist yet.')
  }
  if (id !== undefined) return { kind, id }
  return undefined
}

/** Rejects a complete form that does not say where its file goes. */
export function targetMissing(fields: ReadonlyMap<string, string>): never {
  const name = fieldOf(fields, 'targetResourceType') === undefined ? 'targetResourceType' : 'targetResourceId'
  throw badInput(name, 'is missing.')
}

/** What else the form says of the file: what happens if its name is taken, its comments, description and privacy. */
export function placementIn(fields: ReadonlyMap<string, string>) {
  const properties = Object.fromEntries(
    ['onConflict', 'comments', 'description'].flatMap((name) => {
      const value = fieldOf(fields, name)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
  const restricted = fieldOf(fields, 'restricted')?.toLowerCase()
  if (restricted !== undefined && restricted !== 'true' && restricted !== 'false') {
    throw badInput('restricted', 'must be true or false.')
  }
  return placementFrom({
    ...properties,
    ...(restricted === undefined ? {} : { restricted: restricted === 'true' }),
  })
}

/** The same of a JSON body. */
function placementFrom(properties: Readonly<Record<string, unknown>>) {
  return {
    conflictResolution: choiceIn(properties, 'onConflict', conflictResolutions) ?? ('Refuse' as const),
    comments: textIn(properties, 'comments', { longest: longestText }) ?? undefined,
    description: textIn(properties, 'description', { longest: longestText }) ?? undefined,
    isPrivate: truthIn(properties, 'restricted'),
  }
}

const longestText = 4_000

/** The folder that the form names. */
export const folderIdIn = (fields: ReadonlyMap<string, string>): number | undefined =>
  idField(fields, 'folderId')

/** Runs `work`; if something does not exist or the caller may not see it, that is a bad input with this name. */
export async function namedInBody<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    throw badInput(name, 'must be the id of one that you may see.')
  }
}

/** The checksum that the request gives for its file; bad_request if it is invalid. */
export function md5Of(request: FastifyRequest): Buffer | undefined {
  const given = request.headers['content-md5']
  if (given === undefined) return undefined
  const md5 = typeof given === 'string' ? Buffer.from(given, 'base64') : undefined
  if (md5?.length === 16 && md5.toString('base64') === given) return md5
  throw badInput('Content-MD5', 'must be the 16 bytes of an MD5 in base64.')
}

/** The names that core gives its inputs, and those of v2. */
export const fileInputNames = namesV2({ folderId: 'folder' })

/** A new folder and where it goes. */
export function newFolderFromV2(body: unknown) {
  const readOnly = Object.keys(others).filter((name) => name !== 'folder')
  const properties = propertiesOf(body, ['name', 'resource', 'folder'], readOnly)
  const name = needed('name', neverNull('name', textIn(properties, 'name')))
  return { name, target: recordIn(properties), folderId: idIn(properties, 'folder') }
}

/** Documentation of a file whose content was uploaded before. */
export const finishedUploadSchema = Type.Object(
  {
    upload: Type.Object({ id: Type.String({ format: 'uuid' }) }),
    resource: recordReference,
    name: Type.Optional(Type.String({ description: 'Default: the `filename` of the upload.' })),
    contentType: Type.Optional(Type.String({ description: 'Default: the `filetype` of the upload.' })),
    folder: fileSchema.properties.folder,
    onConflict: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: [...conflictResolutions] })),
    comments: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    restricted: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export const finishedUploadExample = {
  upload: { id: '0f8f3c1e-5a57-4b0e-9d3b-2f1f5c7f5a11' },
  resource: { id: 17, type: kinds.contract.type },
  name: 'Hearing.mp4',
  folder: null,
  onConflict: 'KeepBoth',
}

/** Documentation of a form with a new version. */
export const versionForm: DocumentedBody = {
  contentType: 'multipart/form-data',
  schema: {
    type: 'object',
    required: ['file'],
    properties: {
      file: { type: 'string', format: 'binary' },
      comments: { type: 'string', maxLength: 4000, description: 'On the version.' },
    },
    examples: [{ file: '(binary)' }],
  },
}

/** Documentation of a new version whose content was uploaded before. */
export const finishedVersionSchema = Type.Object(
  {
    upload: finishedUploadSchema.properties.upload,
    comments: finishedUploadSchema.properties.comments,
  },
  { additionalProperties: false },
)
export const finishedVersionExample = {
  upload: finishedUploadExample.upload,
  comments: 'With the changes of the other side',
}

/** A finished upload that becomes a version. */
export function finishedVersionFromV2(body: unknown) {
  const properties = propertiesOf(body, Object.keys(finishedVersionSchema.properties), [])
  return {
    uploadId: uploadIdIn(properties),
    comments: textIn(properties, 'comments', { longest: longestText }) ?? undefined,
  }
}

function uploadIdIn({ upload }: Readonly<Record<string, unknown>>): string {
  const id = typeof upload === 'object' && upload !== null && 'id' in upload ? upload.id : undefined
  if (typeof id !== 'string' || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) {
    throw badInput('upload', 'must be an object with the id of a finished upload.')
  }
  return id.toLowerCase()
}

/** A finished upload and the file that it becomes. */
export function finishedUploadFromV2(body: object) {
  const properties = propertiesOf(body, Object.keys(finishedUploadSchema.properties), [])
  return {
    uploadId: uploadIdIn(properties),
    target: recordIn(properties),
    name: textIn(properties, 'name') ?? undefined,
    contentType: textIn(properties, 'contentType') ?? undefined,
    folderId: idIn(properties, 'folder') ?? undefined,
    ...placementFrom(properties),
  }
}

/** The matter or contract that a body names as its resource. */
export function recordIn(properties: Readonly<Record<string, unknown>>) {
  const { resource } = properties
  if (typeof resource !== 'object' || resource === null) {
    throw badInput(
      'resource',
      `is missing: the matter or contract, {"id": 5, "type": "${kinds.contract.type}"}.`,
    )
  }
  const id = idIn(properties, 'resource')
  const kind = choiceIn(resource as Readonly<Record<string, unknown>>, 'type', sortedRecordTypes)
  if (!id || !kind)
    throw badInput('resource', `must be an object such as {"id": 5, "type": "${kinds.contract.type}"}.`)
  return { kind, id }
}
