// A file that is read completely, because it is checked before anything is stored: the body itself, or the file of a
// form.
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { AppError, badInput, sentence } from '../../platform/errors.ts'
import { chunksOf, tooLarge } from '../../platform/storage/storage.ts'
import { joinBytes } from '../../platform/workers/join-bytes.ts'
import { openForm } from './form.ts'
import { openRawBody } from './raw-body.ts'
import { drainRequest } from './drain-request.ts'

export interface SmallFile {
  readonly bytes: Buffer
  readonly fileName: string | undefined
}

/** The same as it came, for what puts it together elsewhere. */
export interface FileInPieces {
  readonly pieces: readonly Buffer[]
  readonly fileName: string | undefined
}

/**
 * The file of the request, at most `limit` bytes: the body, whatever its declared type, or the one file of a form. The
 * route's scope must accept raw bodies (`acceptRawBodies`). 400 if there is none, 413 if it is larger.
 */
export async function readSmallFile(request: FastifyRequest, limit: number): Promise<SmallFile> {
  const { pieces, fileName } = await readFile(request, limit)
  return { bytes: await joinBytes(pieces), fileName }
}

/** Called with the bytes of each piece that has come; the next one is read when it resolves. */
type TakeIn = (bytes: number) => Promise<void>

/** The same in pieces, whose memory nothing else uses. */
export async function readFileInPieces(
  request: FastifyRequest,
  limit: number,
  takeIn?: TakeIn,
): Promise<FileInPieces> {
  const { pieces, fileName } = await readFile(request, limit, takeIn)
  // a body that was injected is in one piece, and the memory of who did
  return { pieces: pieces.length === 1 ? pieces.map((piece) => Buffer.from(piece)) : pieces, fileName }
}

async function readFile(request: FastifyRequest, limit: number, takeIn?: TakeIn): Promise<FileInPieces> {
  if (!request.isMultipart()) {
    try {
      const body = await openRawBody(request, { name: '', limit })
      if (body.kind === 'object') throw new AppError('bad_request', 'Send the file itself.')
      return { pieces: await read(body.file.bytes, limit, takeIn), fileName: body.file.fileName }
    } finally {
      drainRequest(request)
    }
  }
  const form = await openForm(request, 'file')
  try {
    if (!form.file) throw badInput('file', 'is missing: send it as a part of multipart/form-data.')
    const pieces = await read(form.file.bytes, limit, takeIn)
    await form.rest()
    return { pieces, fileName: form.file.fileName }
  } finally {
    form.close()
  }
}

async function read(source: Readable, limit: number, takeIn?: TakeIn): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of chunksOf(source)) {
    size += chunk.length
    if (size > limit) throw tooLarge(limit)
    chunks.push(chunk)
    await takeIn?.(chunk.length)
  }
  if (size === 0) throw badInput('file', sentence('The file is empty.'))
  return chunks
}
