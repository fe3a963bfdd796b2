// Bodies that are a file themselves: streamed, whatever their declared type. A JSON object with the file in base64
// under a certain name is distinguished from a file that happens to be JSON.
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { fileNameOf } from '../responses/content-disposition.ts'
import { jsonTypes } from '../json-types.ts'
import { parseLargeJson } from './large-json.ts'
import type { Server } from '../route.ts'

/** Lets every route of this scope read its body itself, except forms, which `openForm` reads. */
export function acceptRawBodies(server: Server): void {
  server.removeContentTypeParser(jsonTypes)
  server.addContentTypeParser('*', (_request, _payload, done) => done(null))
}

/** A body that is a file. */
interface RawFile {
  readonly bytes: Readable
  readonly fileName: string | undefined
  readonly contentType: string | undefined
}

/** A body: the file itself, or the properties of a JSON object that contains it. */
export type RawBody =
  | { readonly kind: 'file'; readonly file: RawFile }
  | { readonly kind: 'object'; readonly properties: Readonly<Record<string, unknown>> }

// how much of a JSON text is searched for the name
const sniffBytes = 64 * 1024

/**
 * Reads the body. It is an object if it is declared as JSON, is an object, and has a string under the name (in any
 * case) at its top level; such an object may have at most `limit` bytes.
 */
export async function openRawBody(
  request: FastifyRequest,
  { name, limit }: { readonly name: string; readonly limit: number },
): Promise<RawBody> {
  const { raw, headers } = request
  const contentType = headers['content-type']
  const file = (bytes: Readable): RawBody => ({
    kind: 'file',
    file: { bytes, fileName: fileNameOf(headers['content-disposition']), contentType },
  })
  if (!jsonTypes.test(contentType ?? '')) return file(raw)
  const chunks = raw.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  const head = await readUpTo(chunks, sniffBytes)
  const again = () => file(Readable.from(following(head, chunks)))
  if (!/^\s*\{/.test(head.text()) || !new RegExp(`"${name}"\\s*:`, 'i').test(head.text())) return again()
  const whole = await readUpTo(chunks, limit, head)
  const properties = await objectIn(request, whole.chunks, name)
  const hasFile = Object.entries(properties ?? {}).some(
    ([each, value]) => each.toLowerCase() === name.toLowerCase() && typeof value === 'string',
  )
  if (!whole.ended) {
    throw new AppError(
      'too_large',
      `JSON with a file in it may have at most ${limit} bytes; send the file itself.`,
    )
  }
  if (!properties || !hasFile) return file(Readable.from(whole.chunks))
  return { kind: 'object', properties }
}

interface ReadSoFar {
  readonly chunks: readonly Buffer[]
  readonly size: number
  readonly ended: boolean
  text(): string
}

async function readUpTo(
  source: AsyncIterator<Buffer>,
  limit: number,
  before?: ReadSoFar,
): Promise<ReadSoFar> {
  const chunks = [...(before?.chunks ?? [])]
  let size = before?.size ?? 0
  let ended = before?.ended ?? false
  while (!ended && size <= limit) {
    const next = await source.next().catch((error: unknown) => {
      throw new AppError('bad_request', 'The file ended prematurely. Send it again.', { cause: error })
    })
    if (next.done) ended = true
    else {
      chunks.push(next.value)
      size += next.value.length
    }
  }
  return { chunks, size, ended, text: () => Buffer.concat(chunks).toString('utf8') }
}

async function* following({ chunks, ended }: ReadSoFar, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* chunks
  if (ended) return
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

async function objectIn(
  request: FastifyRequest,
  chunks: readonly Buffer[],
  name: string,
): Promise<Record<string, unknown> | undefined> {
  try {
    const value = await parseLargeJson(request, chunks, name)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
