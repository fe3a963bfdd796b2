// Downloads: contents of files, which strangers may have written, in a way that no browser runs them; whole or in part.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { ContentLost } from '../../platform/storage/recorded-content.ts'
import type { ByteRange } from '../../platform/storage/storage.ts'
import { namesEtag, rangeOf } from './byte-ranges.ts'

/** Content to be sent. */
export interface Download {
  /** What the file is called where it is saved. */
  readonly name: string
  /** One of the types that no browser runs as a page. */
  readonly contentType: string
  readonly size: number
  readonly sha256: Buffer
  readonly open: (range?: ByteRange) => Promise<Readable>
}

/**
 * Answers 200 with the content, 206 with a range of it, 304 when the caller has it already, 412 or 416 where If-Match or
 * Range ask for what is not there. The ETag is the hash of the bytes, so it is the same wherever and whenever they are read.
 */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  content: Download,
): Promise<FastifyReply> {
  const etag = `"${content.sha256.toString('base64url')}"`
  reply.headers({ etag, 'cache-control': 'private, no-cache', 'accept-ranges': 'bytes' })
  checkIfMatch(request, etag)
  const known = request.headers['if-none-match']
  if (known !== undefined && namesEtag(known, etag, { weak: true })) return reply.code(304).send()

  const range = wantedRange(request, content.size, etag)
  if (range === 'unsatisfiable') {
    throw new AppError('range_not_satisfiable', `The file has ${content.size} bytes; ask for some of them.`, {
      headers: { 'content-range': `bytes */${content.size}` },
    })
  }
  const bytes = await content.open(range).catch((error: unknown) => {
    // they speak of the file, and what comes now is none
    for (const name of ['etag', 'cache-control', 'accept-ranges']) reply.removeHeader(name)
    throw error
  })
  // whoever asks for the head alone learns as well that there is nothing to come
  if (request.method === 'HEAD') bytes.destroy()
  if (range) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${content.size}`)
  }
  return reply
    .headers({
      'content-type': content.contentType,
      'content-length': range ? range.end - range.start + 1 : content.size,
      'content-disposition': attachmentNamed(content.name),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    .send(request.method === 'HEAD' ? Readable.from([]) : bytes)
}

/**
 * As `sendContent`, of what `find` finds: it is asked again when the content was not there, because it may have been replaced
 * since its row was read. Content that is still not there is lost, which is reported.
 */
export async function sendFound(
  request: FastifyRequest,
  reply: FastifyReply,
  find: () => Promise<Download>,
): Promise<FastifyReply> {
  const send = async () => sendContent(request, reply, await find())
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ContentLost)) throw error
  }
  try {
    return await send()
  } catch (error) {
    throw error instanceof ContentLost ? await error.report() : error
  }
}

function checkIfMatch({ headers }: FastifyRequest, etag: string): void {
  const wanted = headers['if-match']
  if (wanted === undefined || namesEtag(wanted, etag, { weak: false })) return
  throw new AppError('precondition_failed', 'The file has other content by now. Download it anew.')
}

/** If-Range that names anything but this very content takes the Range back; a date never does, for none is sent. */
function wantedRange(
  { method, headers }: FastifyRequest,
  size: number,
  etag: string,
): ByteRange | undefined | 'unsatisfiable' {
  const ifRange = headers['if-range']
  const asks = method === 'GET' && (ifRange === undefined || ifRange === etag)
  const range = rangeOf(asks ? headers.range : undefined, size)
  return range === 'whole' ? undefined : range
}

/**
 * `attachment` with the file's name (RFC 6266): in plain characters for old programs, and as it is in UTF-8 (RFC 8187) where
 * that is not the same.
 */
export function attachmentNamed(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_')
    .replace(/["\\%]/g, '_')
  if (plain === name) return `attachment; filename="${name}"`
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
