// A form with one file: multipart/form-data, whose file is handed on while it arrives, or JSON with the file in base64.
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { AppError, badInput, sentence } from '../../platform/errors.ts'
import { chunksOf, type StoredContent } from '../../platform/storage/storage.ts'
import { decodeWords } from './encoded-words.ts'
import { bytesOfBase64 } from './large-json.ts'
import { letTheRestGo } from './rest-of-body.ts'
import { tooDeep } from './json-bounds.ts'
import { nulIn } from './nul.ts'

interface NamedFile {
  readonly fileName: string | undefined
  readonly contentType: string | undefined
}

/** A form that has been read as far as its file. */
export interface OpenForm {
  /** By names in lower case, as the wire takes them in any: those before the file and, after `rest`, all. */
  readonly fields: ReadonlyMap<string, string>
  /** The one file, whatever its part is called. */
  readonly file: (NamedFile & { readonly bytes: Readable }) | undefined
  /** Reads what follows the file, whose bytes must have been read to their end. */
  rest(): Promise<void>
  /** Ends the reading of what nobody wants any more. */
  close(): void
}

/** A form that has been read whole. */
export interface Form {
  readonly fields: ReadonlyMap<string, string>
  readonly file: (NamedFile & { readonly content: StoredContent }) | undefined
}

/** Stores bytes while they arrive, and has them recorded; what cannot be recorded is not kept. */
export type Keep = <Result>(
  bytes: Readable,
  record: (content: StoredContent) => Promise<Result>,
) => Promise<Result>

/** Reads the whole form, in any order of its parts, its file into `keep`, and runs `work` with it. */
export async function withForm<Result>(
  request: FastifyRequest,
  { fileField, keep }: { readonly fileField: string; readonly keep: Keep },
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

// of all fields together, as much as another body may have
const mostCharacters = 1024 * 1024

/** Reads a form up to its file, which is to come as `fileField`; the caller reads on, and closes the form. */
export async function openForm(request: FastifyRequest, fileField: string): Promise<OpenForm> {
  const parts = partsOf(request, fileField)
  const fields = new Map<string, string>()
  let characters = 0
  const nextFile = async (): Promise<FilePart | undefined> => {
    for (;;) {
      const next = await parts.next().catch((error: unknown) => {
        letTheRestGo(request)
        throw refusalOf(error, fileField)
      })
      if (next.done) return undefined
      const part = next.value
      if (part.type === 'file') return part
      const text = textOf(part)
      characters += text.length
      if (characters > mostCharacters) {
        letTheRestGo(request)
        throw new AppError(
          'too_large',
          `The fields of the form may have ${mostCharacters} characters in all.`,
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
      letTheRestGo(request)
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
    // the storage has the limit, and tells it
    limits: { fileSize: Number.MAX_SAFE_INTEGER },
    isPartAFile: (name, contentType, fileName) =>
      fileName !== undefined ||
      contentType === 'application/octet-stream' ||
      name?.toLowerCase() === fileField.toLowerCase(),
  })
  for await (const part of parts) {
    // a part without a name belongs to nothing
    if (part.type === 'file' || typeof part.fieldname === 'string') yield part
  }
}

/** The content of the file; undefined where none was chosen: a browser then sends an empty file without a name. */
async function bytesOf({ filename, file }: FilePart): Promise<Readable | undefined> {
  if (filename !== '') return file
  // reading is the only way to know, and a form that ends here is refused like one that ends later
  const chunks = chunksOf(file)
  const first = await chunks.next()
  return first.done ? undefined : Readable.from(following(first.value, chunks))
}

async function* following(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

function textOf({ fieldname, value, valueTruncated }: FieldPart): string {
  if (valueTruncated) throw badInput(fieldname, 'is longer than this server takes.')
  const text = typeof value === 'string' ? value : jsonOf(value)
  if (fieldname.includes('\0') || text.includes('\0')) throw nulIn(fieldname)
  return text
}

/** The text of a part of type application/json, which the parser of forms has already read. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep()
    throw error
  }
}

const onlyOne = (fileField: string) =>
  badInput(fileField, sentence(`Send one file, as ${fileField}; there was another one.`))

// What the parser finds wrong comes as errors of many kinds, some without a status.
function refusalOf(error: unknown, fileField: string): AppError {
  if (error instanceof AppError) return error
  const { code } = error as { code?: string }
  if (code === 'FST_FILES_LIMIT') return onlyOne(fileField)
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT') {
    return new AppError('bad_request', 'The form has more parts than this server takes.')
  }
  return new AppError('bad_request', 'The form is not whole, or not well-formed multipart/form-data.', {
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
