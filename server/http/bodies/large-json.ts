// JSON bodies of many megabytes, which hold files in base64. The files are taken out while the body arrives, so that no single turn
// of the event loop has to validate, decode or parse all of it; what is left is an ordinary JSON text.
import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { shortTurns } from '../../platform/workers/short-turns.ts'
import { base64Decoder } from './base64.ts'
import { checkJsonBounds, jsonBounds, tooManyValues } from './json-bounds.ts'
import { jsonTypes } from '../json-types.ts'
import { letTheRestGo } from './rest-of-body.ts'
import type { Server } from '../route.ts'

/** What a body may have beside its files. */
const largestText = 8 * 1024 * 1024
/** As much of a body as is read before others get a turn: little, because it may be full of empty texts. */
const stepBytes = 8 * 1024
/** As much of the text before a string as is looked at for the name of its property. */
const lookBack = 48

const quote = 0x22
const backslash = 0x5c

/** By the token that stands in the body in their place. */
type Files = Map<string, readonly Buffer[]>

const filesOf = new WeakMap<FastifyRequest, Files>()

/** Has every JSON body of this scope read so: its files are the properties of these names, for `bytesOfBase64`. */
export function takeLargeJson(server: Server, fileNames: readonly string[]): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser(jsonTypes)
  server.addContentTypeParser(jsonTypes, (request, payload, done) => {
    readLargeJson(payload as AsyncIterable<Buffer>, fileNames, request.routeOptions.bodyLimit)
      .then(({ text, files }) => {
        if (text.length === 0) return done(null, undefined)
        filesOf.set(request, files)
        checkJsonBounds(text, jsonBounds)
        return parse(request, text.toString(), done)
      })
      .catch((error: Error) => {
        letTheRestGo(request)
        done(error)
      })
  })
}

/** The bytes of a text in base64 in the body of the request; undefined where it is none. */
export function bytesOfBase64(request: FastifyRequest, text: string): readonly Buffer[] | undefined {
  const file = filesOf.get(request)?.get(text)
  if (file) return file
  const decoder = base64Decoder()
  decoder.add(Buffer.from(text))
  return decoder.end()
}

interface LargeJson {
  readonly text: Buffer
  readonly files: Files
}

/** The value of a JSON text that has been read whole, its file for `bytesOfBase64`; throws a SyntaxError for other texts. */
export async function parseLargeJson(
  request: FastifyRequest,
  chunks: readonly Buffer[],
  fileName: string,
): Promise<unknown> {
  const { text, files } = await readLargeJson(chunks, [fileName])
  checkJsonBounds(text, jsonBounds)
  filesOf.set(request, files)
  return JSON.parse(text.toString())
}

// Throws too_large for a body beyond the limit, and bad_request when it breaks off or is not in UTF-8.
async function readLargeJson(
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  fileNames: readonly string[],
  limit = Number.POSITIVE_INFINITY,
): Promise<LargeJson> {
  const reader = largeJsonReader(new Set(fileNames.map((name) => name.toLowerCase())))
  const turn = shortTurns()
  let size = 0
  try {
    for await (const chunk of source) {
      size += chunk.length
      if (size > limit) throw new AppError('too_large', 'The body is larger than this server takes.')
      for (let at = 0; at < chunk.length; at += stepBytes) {
        reader.add(chunk.subarray(at, at + stepBytes))
        await turn()
      }
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('bad_request', 'The body broke off before its end. Send it again.', { cause: error })
  }
  return reader.end()
}

function largeJsonReader(fileNames: ReadonlySet<string>) {
  const files: Files = new Map()
  const kept: Buffer[] = []
  let keptBytes = 0
  let strings = 0
  let string: StringReader | undefined
  /** The end of what was kept: the name of a property and the colon after it are there. */
  let before = ''
  const keep = (bytes: Buffer) => {
    keptBytes += bytes.length
    if (keptBytes > largestText) {
      throw new AppError(
        'too_large',
        'The body may have 8 MiB beside files in base64. Send several requests.',
      )
    }
    kept.push(bytes)
    before = (before + bytes.toString('latin1', Math.max(0, bytes.length - lookBack))).slice(-lookBack)
  }
  const isFile = () => fileNames.has(/"(\w{1,20})"\s{0,9}:\s{0,9}"$/.exec(before)?.[1]?.toLowerCase() ?? '')
  const endString = ({ raw, file }: EndedString) => {
    if (!file) return raw.forEach(keep)
    const token = `base64:${randomUUID()}`
    files.set(token, file)
    keep(Buffer.from(token))
  }
  return {
    add(chunk: Buffer): void {
      for (let at = 0; at < chunk.length; ) {
        if (string) {
          const { length, ended } = string.add(chunk.subarray(at))
          at += length
          if (!ended) continue
          endString(string.end())
          string = undefined
          // with the quote that ends it
          keep(chunk.subarray(at, ++at))
          continue
        }
        const begin = chunk.indexOf(quote, at)
        const end = begin < 0 ? chunk.length : begin + 1
        keep(chunk.subarray(at, end))
        at = end
        if (begin < 0) continue
        // a name and a text for each value at most
        if (++strings > 2 * jsonBounds.values) throw tooManyValues(jsonBounds.values)
        string = isFile() ? fileReader() : textReader()
      }
    },
    end(): LargeJson {
      // a string without an end is no JSON, as the parser will find
      if (string) string.end().raw.forEach(keep)
      const text = Buffer.concat(kept)
      if (!isUtf8(text)) throw new AppError('bad_request', 'The body must be JSON in UTF-8.')
      return { text, files }
    },
  }
}

interface EndedString {
  /** As it stands in the body, without its quotes. */
  readonly raw: readonly Buffer[]
  /** What it is in base64, where that is a file. */
  readonly file?: readonly Buffer[]
}

interface StringReader {
  /** Reads up to the end of the string or of the bytes: how many, and whether the string has ended. The quote is not read. */
  add(bytes: Buffer): { readonly length: number; readonly ended: boolean }
  end(): EndedString
}

function textReader(): StringReader {
  const raw: Buffer[] = []
  let escaped = false
  return {
    add(bytes) {
      const end = endOfString(bytes, escaped)
      const part = end < 0 ? bytes : bytes.subarray(0, end)
      raw.push(part)
      if (end < 0) escaped = escapesNext(bytes, escaped)
      return { length: part.length, ended: end >= 0 }
    },
    end: () => ({ raw }),
  }
}

/** Reads a text, and decodes it on the way: what is not base64 stays a text, which its route refuses. */
function fileReader(): StringReader {
  const text = textReader()
  const decoder = base64Decoder()
  return {
    add(bytes) {
      const read = text.add(bytes)
      decoder.add(bytes.subarray(0, read.length))
      return read
    },
    end() {
      const file = decoder.end()
      return file ? { ...text.end(), file } : text.end()
    },
  }
}

/** Where the first quote is that no backslash stands before; -1 when the string goes on. */
function endOfString(bytes: Buffer, escaped: boolean): number {
  for (let from = 0; ; ) {
    const at = bytes.indexOf(quote, from)
    if (at < 0) return -1
    let first = at
    while (first > from && bytes[first - 1] === backslash) first--
    const before = at - first + (first === 0 && escaped ? 1 : 0)
    if (before % 2 === 0) return at
    from = at + 1
  }
}

/** Whether the bytes end with a backslash that escapes what comes next. */
function escapesNext(bytes: Buffer, escaped: boolean): boolean {
  let first = bytes.length
  while (first > 0 && bytes[first - 1] === backslash) first--
  const count = bytes.length - first + (first === 0 && escaped ? 1 : 0)
  return count % 2 === 1
}
