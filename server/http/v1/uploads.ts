// v1 uploads to matters and contracts: a form with one file, and its destination in the query or in form fields.
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { badInput } from '../../platform/errors.ts'
import { type OpenForm, openForm } from '../bodies/form.ts'
import { openRawBody } from '../bodies/raw-body.ts'
import { drainRequest } from '../bodies/drain-request.ts'
import type { DocumentedBody } from '../route.ts'

const resolutions = ['Replace', 'KeepBoth', 'SaveVersion', 'Skip'] as const

const maxId = 2_147_483_647
const id = Type.Integer({ minimum: 0, maximum: maxId })

/** The destination of the file, and how to resolve a name conflict. */
export const placementQuery = Type.Object({
  comments: Type.Optional(Type.String()),
  parentFileId: Type.Optional(id),
  folderId: Type.Optional(id),
  conflictResolution: Type.Optional(
    Type.Unsafe<(typeof resolutions)[number]>({ type: 'string', enum: [...resolutions] }),
  ),
})

type Placement = Static<typeof placementQuery>

/** How the OpenAPI documents describe the form. */
export const fileForm: DocumentedBody = {
  contentType: 'multipart/form-data',
  schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
}

/** An upload in progress. */
interface UploadFromV1 {
  readonly source: Readable
  readonly fileName: string | undefined
  readonly contentType: string | undefined
  /** The destination, if given in the query. */
  readonly known?: Placement
  /** The destination from query and form together; call it after the file has been read. */
  readonly placement: () => Promise<Placement>
}

type Work<Result> = (upload: UploadFromV1) => Promise<Result>

/** Opens the form and runs `work` with its file; 400 naming `file` if there is none. */
export const withUpload = <Result>(
  request: FastifyRequest,
  query: Placement,
  work: Work<Result>,
): Promise<Result> => withForm(request, { query, fileField: 'file' }, work)

async function withForm<Result>(
  request: FastifyRequest,
  { query, fileField }: { readonly query: Placement; readonly fileField: string },
  work: Work<Result>,
): Promise<Result> {
  const form = await openForm(request, fileField)
  const { file } = form
  if (!file) throw badInput(fileField, 'is missing: send it as a part of multipart/form-data.')
  const { comments: _, ...known } = query
  try {
    return await work({
      source: file.bytes,
      fileName: file.fileName,
      contentType: file.contentType,
      ...(Object.keys(known).length > 0 ? { known: query } : {}),
      async placement() {
        await form.rest()
        return { ...placementOf(form), ...query }
      },
    })
  } finally {
    form.close()
  }
}

/** A query that also names the file, whose content is the body. */
export const rawUploadQuery = Type.Object({
  ...placementQuery.properties,
  fileName: Type.Optional(Type.String()),
})

// for JSON bodies that contain the file; the file itself is streamed into the storage, which has its own limit
const longestJson = 64 * 1024 * 1024

/**
 * Runs `work` with the file that is the body, of any type; or with the one in a form, or in a JSON object under
 * `fileData`. The route's scope must accept raw bodies (`acceptRawBodies`).
 */
export async function withRawUpload<Result>(
  request: FastifyRequest,
  { fileName, ...query }: Static<typeof rawUploadQuery>,
  work: Work<Result>,
): Promise<Result> {
  const named: Work<Result> = (upload) => work({ ...upload, fileName: upload.fileName ?? fileName })
  if (request.isMultipart()) return withUpload(request, query, named)
  try {
    const body = await openRawBody(request, { name: 'fileData', limit: longestJson })
    if (body.kind === 'object') {
      request.body = body.properties
      return await withForm(request, { query, fileField: 'fileData' }, named)
    }
    const { bytes, ...file } = body.file
    return await named({ ...file, source: bytes, known: query, placement: async () => query })
  } finally {
    drainRequest(request)
  }
}

function placementOf({ fields }: OpenForm): Placement {
  const text = (name: string) => fields.get(name.toLowerCase())?.trim() || undefined
  const number = (name: string) => {
    const given = text(name)
    if (given === undefined) return undefined
    if (!/^\d{1,10}$/.test(given) || Number(given) > maxId) throw badInput(name, 'must be an id.')
    return Number(given)
  }
  const given = text('conflictResolution')
  const conflictResolution = resolutions.find((each) => each.toLowerCase() === given?.toLowerCase())
  if (given !== undefined && !conflictResolution) {
    throw badInput('conflictResolution', `must be one of ${resolutions.join(', ')}.`)
  }
  const placement = {
    comments: text('comments'),
    parentFileId: number('parentFileId'),
    folderId: number('folderId'),
    conflictResolution,
  }
  return Object.fromEntries(Object.entries(placement).filter(([, value]) => value !== undefined)) as Placement
}
