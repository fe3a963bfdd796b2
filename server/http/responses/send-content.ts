// Downloads of untrusted file contents, in a way that no browser runs them; whole or in part.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { ContentLost } from '../../platform/storage/recorded-content.ts'
import type { ByteRange } from '../../platform/storage/storage.ts'
import { namesEtag, rangeOf } from './byte-ranges.ts'

/** Content to be sent. */
export interface Download {
  /** The file name suggested for saving. */
  readonly name: string
  /** One of the types that no browser runs as a page. */
  readonly contentType: string
  readonly size: number
  readonly sha256: Buffer
  readonly open: (range?: ByteRange) => Promise<Readable>
}

/** How the documents describe the answers of `sendContent`: all of it, and a range. */
export function contentAnswers(what: string, types: readonly string[] = ['application/octet-stream']) {
  const content = Object.fromEntries(
    types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  )
  return {
    200: { description: what, content },
    206: { description: 'The requested range of it.', content },
  }
}

/**
 * Answers 200 with the content, 206 with a range of it, 304 if the caller already has it, 412 or 416 if If-Match or
 * Range cannot be satisfied. The ETag is the hash of the bytes, so it is the same wherever and whenever they are read.
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
    throw new AppError(
      'range_not_satisfiable',
      `The file has ${content.size} bytes; request a range within them.`,
      {
        headers: { 'content-range': `bytes */${content.size}` },
      },
    )
  }
  const bytes = await content.open(range).catch((error: unknown) => {
    // they describe the file, not the error response
    for (const name of ['etag', 'cache-control', 'accept-ranges']) reply.removeHeader(name)
    throw error
  })
  // nothing follows a HEAD response
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
 * Like `sendContent`, for what `find` returns: it is called again if the content was missing, because it may have been
 * replaced since its row was read. Content that is still missing is lost, which is reported.
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
  throw new AppError('precondition_failed', 'The content of the file has changed. Download it again.')
}

/** What is made while it is sent, or was made for this answer: it is not kept, and has no ranges. */
interface MadeDownload {
  readonly name: string
  readonly contentType: string
  readonly content: Readable | Buffer
}

/** Answers 200 with it, as a file to be saved. */
export function sendMade(reply: FastifyReply, { name, contentType, content }: MadeDownload) {
  // a reader that stops leaves nothing open
  if (content instanceof Readable) reply.raw.on('close', () => content.destroy())
  // otherwise all of it is made for nobody, and an export would count as one
  const isHead = reply.request.method === 'HEAD' && content instanceof Readable
  if (isHead) content.destroy()
  return reply
    .headers({
      'content-type': contentType,
      'content-disposition': attachmentNamed(name),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(isHead ? Readable.from([]) : content)
}

/** If-Range cancels the Range unless it names this exact content; a date never does, because none is sent. */
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

/** `attachment` with the file's name (RFC 6266): in ASCII for old programs, and in UTF-8 (RFC 8187) if different. */
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
