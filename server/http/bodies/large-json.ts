// JSON bodies of many megabytes that contain files in base64. The files are extracted while the body arrives, so that
// no single turn of the event loop has to validate, decode or parse the whole body; the remainder is an ordinary JSON
// text.
import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { createYielder } from '../../platform/workers/yield-event-loop.ts'
import { base64Decoder } from './base64.ts'
import { checkJsonLimits, jsonLimits, tooManyValues } from './json-limits.ts'
import { jsonTypes } from '../json-types.ts'
import { drainRequest } from './drain-request.ts'
import type { Server } from '../route.ts'

/** The maximum size of a body without its files. */
const maxTextBytes = 8 * 1024 * 1024
/** Bytes processed before yielding to the event loop: few, because they may be full of empty strings. */
const stepBytes = 8 * 1024
/** How much text before a string is searched for its property name. */
const nameWindow = 48

const quote = 0x22
const backslash = 0x5c

/** By the token that replaces them in the body. */
type Files = Map<string, readonly Buffer[]>

const filesOf = new WeakMap<FastifyRequest, Files>()

/**
 * Parses every JSON body of this scope incrementally: the properties with these names are files, available through
 * `bytesOfBase64`.
 */
export function parseLargeJsonBodies(server: Server, fileNames: readonly string[]): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser(jsonTypes)
  server.addContentTypeParser(jsonTypes, (request, payload, done) => {
    readLargeJson(payload as AsyncIterable<Buffer>, fileNames, request.routeOptions.bodyLimit)
      .then(({ text, files }) => {
        if (text.length === 0) return done(null, undefined)
        filesOf.set(request, files)
        checkJsonLimits(text, jsonLimits)
        return parse(request, text.toString(), done)
      })
      .catch((error: Error) => {
        drainRequest(request)
        done(error)
      })
  })
}

/** The bytes of a base64 text in the body of the request; undefined if it is not base64. */
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

/**
 * The value of a JSON text that has been read completely, its file available through `bytesOfBase64`; throws a
 * SyntaxError for invalid JSON.
 */
export async function parseLargeJson(
  request: FastifyRequest,
  chunks: readonly Buffer[],
  fileName: string,
): Promise<unknown> {
  const { text, files } = await readLargeJson(chunks, [fileName])
  checkJsonLimits(text, jsonLimits)
  filesOf.set(request, files)
  return JSON.parse(text.toString())
}

// Throws too_large if the body exceeds the limit, and bad_request if it is truncated or not UTF-8.
async function readLargeJson(
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  fileNames: readonly string[],
  limit = Number.POSITIVE_INFINITY,
): Promise<LargeJson> {
  const reader = largeJsonReader(new Set(fileNames.map((name) => name.toLowerCase())))
  const turn = createYielder()
  let size = 0
  try {
    for await (const chunk of source) {
      size += chunk.length
      if (size > limit) throw new AppError('too_large', 'The body is larger than this server accepts.')
      for (let at = 0; at < chunk.length; at += stepBytes) {
        reader.add(chunk.subarray(at, at + stepBytes))
        await turn()
      }
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('bad_request', 'The body ended prematurely. Send it again.', { cause: error })
  }
  return reader.end()
}

function largeJsonReader(fileNames: ReadonlySet<string>) {
  const files: Files = new Map()
  const kept: Buffer[] = []
  let keptBytes = 0
  let strings = 0
  let string: StringReader | undefined
  /** The end of the retained text: contains the property name and the colon after it. */
  let before = ''
  const keep = (bytes: Buffer) => {
    keptBytes += bytes.length
    if (keptBytes > maxTextBytes) {
      throw new AppError(
        'too_large',
        'The body may have 8 MiB in addition to files in base64. Send several requests.',
      )
    }
    kept.push(bytes)
    before = (before + bytes.toString('latin1', Math.max(0, bytes.length - nameWindow))).slice(-nameWindow)
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
          // including the closing quote
          keep(chunk.subarray(at, ++at))
          continue
        }
        const begin = chunk.indexOf(quote, at)
        const end = begin < 0 ? chunk.length : begin + 1
        keep(chunk.subarray(at, end))
        at = end
        if (begin < 0) continue
        // at most one name and one string per value
        if (++strings > 2 * jsonLimits.values) throw tooManyValues(jsonLimits.values)
        string = isFile() ? fileReader() : textReader()
      }
    },
    end(): LargeJson {
      // an unterminated string is invalid JSON, as the parser will report
      if (string) string.end().raw.forEach(keep)
      const text = Buffer.concat(kept)
      if (!isUtf8(text)) throw new AppError('bad_request', 'The body must be JSON in UTF-8.')
      return { text, files }
    },
  }
}

interface EndedString {
  /** As in the body, without its quotes. */
  readonly raw: readonly Buffer[]
  /** The decoded base64, if it is a file. */
  readonly file?: readonly Buffer[]
}

interface StringReader {
  /**
   * Reads up to the end of the string or of the bytes: returns how many, and whether the string has ended. The quote is
   * not consumed.
   */
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

/** Reads a string and decodes it at the same time: if it is not base64 it stays a string, which its route rejects. */
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

/** The position of the first unescaped quote; -1 if the string continues. */
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

/** Whether the bytes end with a backslash that escapes the next character. */
function escapesNext(bytes: Buffer, escaped: boolean): boolean {
  let first = bytes.length
  while (first > 0 && bytes[first - 1] === backslash) first--
  const count = bytes.length - first + (first === 0 && escaped ? 1 : 0)
  return count % 2 === 1
}
