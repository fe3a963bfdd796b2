// A form with one file: multipart/form-data, whose file goes straight into the storage while it arrives, or JSON with the
// file in base64.
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { AppError, badInput } from '../platform/errors.ts'
import type { StoredContent } from '../platform/storage.ts'

export interface FormFile {
  readonly fileName: string
  readonly contentType: string | undefined
  readonly content: StoredContent
}

export interface Form {
  /** Field names in lower case: the wire takes them in any. */
  readonly fields: ReadonlyMap<string, string>
  readonly file: FormFile | undefined
}

/**
 * Reads the whole form, in any order of its parts, and runs `work` with it. The file must come under `fileField`. When
 * reading or `work` fails the stored bytes are removed again: nothing is half done.
 */
export async function withForm<Result>(
  request: FastifyRequest,
  app: App,
  { actor, fileField }: { actor: Actor; fileField: string },
  work: (form: Form) => Promise<Result>,
): Promise<Result> {
  const fields = new Map<string, string>()
  let file: FormFile | undefined
  const keep = async (bytes: Readable, fileName: string, contentType: string | undefined) => {
    const content = await app.storage.put(actor.organisationId, bytes, app.config.maxUploadBytes)
    file = { fileName, contentType, content }
  }
  try {
    for await (const part of request.isMultipart() ? request.parts() : partsOfJson(request, fileField)) {
      if (part.type === 'field') {
        fields.set(part.fieldname.toLowerCase(), String(part.value))
      } else if (part.fieldname.toLowerCase() !== fileField.toLowerCase()) {
        throw badInput(part.fieldname, `Send the file as ${fileField}; a file came as ${part.fieldname}.`)
      } else if (file) {
        throw badInput(fileField, `Send one file; ${fileField} came twice.`)
      } else {
        await keep(part.file, part.filename, part.mimetype)
      }
    }
    return await work({ fields, file })
  } catch (error) {
    if (file) await removeAgain(request, app, file)
    throw error
  }
}

async function removeAgain(request: FastifyRequest, app: App, { content }: FormFile): Promise<void> {
  await app.storage
    .remove(content.key)
    .catch((err: unknown) =>
      request.log.warn({ err }, 'contents that nothing refers to are left to the sweep'),
    )
}

type JsonPart =
  | { type: 'field'; fieldname: string; value: unknown }
  | { type: 'file'; fieldname: string; filename: string; mimetype: string | undefined; file: Readable }

function* partsOfJson(request: FastifyRequest, fileField: string): Generator<JsonPart> {
  const { body } = request
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('unsupported_media_type', 'Send the body as multipart/form-data, or as a JSON object.')
  }
  const properties: [string, unknown][] = Object.entries(body)
  const fileName = properties.find(([name]) => name.toLowerCase() === 'filename')?.[1]
  for (const [name, value] of properties) {
    if (value === null) continue
    if (name.toLowerCase() !== fileField.toLowerCase()) {
      yield {
        type: 'field',
        fieldname: name,
        value: typeof value === 'object' ? JSON.stringify(value) : value,
      }
      continue
    }
    if (typeof value !== 'string' || !/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(value)) {
      throw badInput(fileField, `${fileField} must be the file in base64.`)
    }
    const bytes = Buffer.from(value, 'base64')
    const filename = typeof fileName === 'string' ? fileName : ''
    yield { type: 'file', fieldname: name, filename, mimetype: undefined, file: Readable.from([bytes]) }
  }
}
