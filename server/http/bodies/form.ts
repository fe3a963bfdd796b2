// A form with one file: multipart/form-data, whose file is streamed, or JSON with the file in base64.
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { AppError, badInput, sentence } from '../../platform/errors.ts'
import { chunksOf, type StoredContent } from '../../platform/storage/storage.ts'
import { decodeWords } from './encoded-words.ts'
import { bytesOfBase64 } from './large-json.ts'
import { drainRequest } from './drain-request.ts'
import { tooDeep } from './json-limits.ts'
import { nulError } from './nul.ts'

interface NamedFile {
  readonly fileName: string | undefined
  readonly contentType: string | undefined
}

/** A form that has been read up to its file. */
export interface OpenForm {
  /** By lower-case name, because the wire accepts any case: fields before the file, and all of them after `rest`. */
  readonly fields: ReadonlyMap<string, string>
  /** The one file, whatever its part is called. */
  readonly file: (NamedFile & { readonly bytes: Readable }) | undefined
  /** Reads what follows the file, whose bytes must have been consumed. */
  rest(): Promise<void>
  /** Stops reading and discards the rest. */
  close(): void
}

/** A completely read form. */
export interface Form {
  readonly fields: ReadonlyMap<string, string>
  readonly file: (NamedFile & { readonly content: StoredContent }) | undefined
}

/** Streams bytes into the storage and then runs `record`; if recording fails, the content is deleted. */
export type StoreUpload = <Result>(
  bytes: Readable,
  record: (content: StoredContent) => Promise<Result>,
) => Promise<Result>

/** Reads the whole form, with its parts in any order, stores its file with `keep`, and runs `work` with it. */
export async function withForm<Result>(
  request: FastifyRequest,
  { fileField, keep }: { readonly fileField: string; readonly keep: StoreUpload },
  work: (form: Form) => Promise<Result>,
): Promise<Result> {
  const form = await openForm(request, fileField)
  const { file, fields } = form
  if (!file) return work({ fields, file })
  try {
    return await keep(file.bytes, async (content) => {
      await form.rest()
      return work({ fields, file: { fileName: file.fileName, contentType: file.contentType, content } })
    })
  } finally {
    form.close()
  }
}

// total length of all fields, the same as the limit for other bodies
const maxCharacters = 1024 * 1024

/** Reads a form up to its file, expected as `fileField`; the caller reads the rest and closes the form. */
export async function openForm(request: FastifyRequest, fileField: string): Promise<OpenForm> {
  const parts = partsOf(request, fileField)
  const fields = new Map<string, string>()
  let characters = 0
  const nextFile = async (): Promise<FilePart | undefined> => {
    for (;;) {
      const next = await parts.next().catch((error: unknown) => {
        drainRequest(request)
        throw refusalOf(error, fileField)
      })
      if (next.done) return undefined
      const part = next.value
      if (part.type === 'file') return part
      const text = textOf(part)
      characters += text.length
      if (characters > maxCharacters) {
        drainRequest(request)
        throw new AppError(
          'too_large',
          `The fields of the form may have at most ${maxCharacters} characters in total.`,
        )
      }
      fields.set(part.fieldname.toLowerCase(), text)
    }
  }
  const part = await nextFile()
  const bytes = part && (await bytesOf(part))
  return {
    fields,
    file: bytes && {
      fileName: part.filename && decodeWords(part.filename),
      contentType: part.mimetype,
      bytes,
    },
    async rest() {
      if (await nextFile()) throw onlyOne(fileField)
    },
    close() {
      part?.file.destroy()
      drainRequest(request)
    },
  }
}

interface FieldPart {
  readonly type: 'field'
  readonly fieldname: string
  readonly value: unknown
  readonly valueTruncated?: boolean
}
interface FilePart {
  readonly type: 'file'
  readonly filename: string | undefined
  readonly mimetype: string | undefined
  readonly file: Readable
}
type Parts = AsyncGenerator<FieldPart | FilePart, void>

async function* partsOf(request: FastifyRequest, fileField: string): Parts {
  if (!request.isMultipart()) {
    yield* partsOfJson(request, fileField)
    return
  }
  const parts = request.parts({
    // the storage enforces and reports the limit
    limits: { fileSize: Number.MAX_SAFE_INTEGER },
    isPartAFile: (name, contentType, fileName) =>
      fileName !== undefined ||
      contentType === 'application/octet-stream' ||
      name?.toLowerCase() === fileField.toLowerCase(),
  })
  for await (const part of parts) {
    // parts without a name are ignored
    if (part.type === 'file' || typeof part.fieldname === 'string') yield part
  }
}

/** The content of the file; undefined if none was chosen: browsers then send an empty file without a name. */
async function bytesOf({ filename, file }: FilePart): Promise<Readable | undefined> {
  if (filename !== '') return file
  // only reading shows this; a form that ends here is rejected like one that ends later
  const chunks = chunksOf(file)
  const first = await chunks.next()
  return first.done ? undefined : Readable.from(following(first.value, chunks))
}

async function* following(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

function textOf({ fieldname, value, valueTruncated }: FieldPart): string {
  if (valueTruncated) throw badInput(fieldname, 'is longer than this server accepts.')
  const text = typeof value === 'string' ? value : jsonOf(value)
  if (fieldname.includes('\0') || text.includes('\0')) throw nulError(fieldname)
  return text
}

/** The text of a part of type application/json, which the form parser has already parsed. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep()
    throw error
  }
}

const onlyOne = (fileField: string) =>
  badInput(fileField, sentence(`Send one file, as ${fileField}; there was a second one.`))

// The parser reports problems as errors of many kinds, some without a status.
function refusalOf(error: unknown, fileField: string): AppError {
  if (error instanceof AppError) return error
  const { code } = error as { code?: string }
  if (code === 'FST_FILES_LIMIT') return onlyOne(fileField)
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT') {
    return new AppError('bad_request', 'The form has more parts than this server accepts.')
  }
  return new AppError('bad_request', 'The form is incomplete, or not well-formed multipart/form-data.', {
    cause: error,
  })
}

function* partsOfJson(request: FastifyRequest, fileField: string): Generator<FieldPart | FilePart> {
  const { body } = request
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('unsupported_media_type', 'Send the body as multipart/form-data, or as a JSON object.')
  }
  const properties: [string, unknown][] = Object.entries(body)
  const fileName = properties.find(([name]) => name.toLowerCase() === 'filename')?.[1]
  for (const [name, value] of properties) {
    if (value === null) continue
    if (name.toLowerCase() !== fileField.toLowerCase()) {
      yield { type: 'field', fieldname: name, value }
      continue
    }
    const bytes = typeof value === 'string' ? bytesOfBase64(request, value) : undefined
    if (!bytes) {
      throw badInput(fileField, 'must be the file in base64.')
    }
    yield {
      type: 'file',
      filename: typeof fileName === 'string' ? fileName : undefined,
      mimetype: undefined,
      file: Readable.from(bytes),
    }
  }
}
