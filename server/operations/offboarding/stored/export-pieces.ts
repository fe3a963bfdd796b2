// The bytes of a stored export: cut into pieces as they come, and read again, whole or in part. Pieces, because one
// content of that size would be beyond what a bucket takes at once, and would have to be written within a day.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { App } from '../../../platform/app.ts'
import { notFound } from '../../../platform/errors.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { openContent } from '../../../platform/storage/recorded-content.ts'
import type { ByteRange, RecordedContent } from '../../../platform/storage/storage.ts'
import { deleteBlob } from '../../../files/contents/stored-blobs.ts'
import { type HeldExport, noteExport } from './export-lease.ts'
import type { ExportKey } from './stored-export.ts'

export const usualPieceBytes = 64 * 1024 * 1024

interface Cutting {
  readonly pieceBytes: number
  /** Called with the number of bytes so far, for each chunk; what it throws ends the writing. */
  readonly onBytes: (size: number) => Promise<void>
}

/** Stores all of the stream in pieces, each recorded as soon as it is stored. Throws NotOurs as `noteExport` does. */
export async function writePieces(
  app: App,
  held: HeldExport,
  stream: Readable,
  { pieceBytes, onBytes }: Cutting,
): Promise<{ readonly size: number; readonly sha256: Buffer }> {
  const hash = createHash('sha256')
  let size = 0
  const chunks = cutAt(stream, pieceBytes)
  for (let number = 1; ; number++) {
    const first = await chunks.next()
    if (first.done === true) break
    const piece = async function* () {
      for (let chunk = first.value; ; ) {
        hash.update(chunk.bytes)
        size += chunk.bytes.length
        yield chunk.bytes
        await onBytes(size)
        if (chunk.isLast) return
        const next = await chunks.next()
        if (next.done === true) return
        chunk = next.value
      }
    }
    await storePiece(app, held, { number, source: Readable.from(piece(), { objectMode: false }), pieceBytes })
  }
  return { size, sha256: hash.digest() }
}

interface Chunk {
  readonly bytes: Buffer
  /** Of its piece. */
  readonly isLast: boolean
}

async function* cutAt(stream: Readable, pieceBytes: number): AsyncGenerator<Chunk, undefined> {
  let left = pieceBytes
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; ) {
      const bytes = chunk.subarray(at, at + left)
      at += bytes.length
      left -= bytes.length
      yield { bytes, isLast: left === 0 }
      if (left === 0) left = pieceBytes
    }
  }
  return undefined
}

interface Piece {
  readonly number: number
  readonly source: Readable
  readonly pieceBytes: number
}

async function storePiece(app: App, held: HeldExport, { number, source, pieceBytes }: Piece): Promise<void> {
  const { organisationId, id } = held
  const { key, size, sha256 } = await app.storage.put(organisationId, source, pieceBytes)
  try {
    await internalTransaction(app, async (tx) => {
      // locks the export, so that none is recorded of one that is removed
      await noteExport(tx, held)
      await tx
        .insertInto('organisation_export_pieces')
        .values({ organisation_id: organisationId, export_id: id, number, storage_key: key, size, sha256 })
        .execute()
    })
  } catch (error) {
    await deleteBlob(app, key)
    throw error
  }
}

/**
 * The bytes of an export, whole or in part; the stream fails if a piece is lost, damaged, or removed meanwhile. Throws
 * not_found if it was removed already.
 */
export async function openPieces(
  app: App,
  { organisationId, id }: ExportKey,
  { range, onEnd }: { readonly range: ByteRange; readonly onEnd: () => Promise<void> },
): Promise<Readable> {
  const pieces = await app.db
    .selectFrom('organisation_export_pieces')
    .where('organisation_id', '=', organisationId)
    .where('export_id', '=', id)
    .orderBy('number')
    .select(['storage_key as key', 'size', 'sha256'])
    .execute()
  const parts = partsOf(
    pieces.map((piece) => ({ organisationId, ...piece })),
    range,
  )
  const found = parts.reduce((sum, part) => sum + part.range.end - part.range.start + 1, 0)
  // removed since it was found: nothing of it may count as sent
  if (found !== range.end - range.start + 1) throw notFound()
  // before the first byte is sent, so that a storage that is away is an answer of its own
  const [first, ...others] = parts
  const opened = first && (await openContent(app, first.content, first.range))
  const bytes = async function* () {
    if (opened) yield* opened
    for (const { content, range: part } of others) yield* await openContent(app, content, part)
    // all bytes have been passed on: they are whole, whatever comes of this
    await onEnd().catch((error: unknown) => app.log.warn({ err: error }, 'a download could not be noted'))
  }
  const stream = Readable.from(bytes(), { objectMode: false })
  stream.once('close', () => opened?.destroy())
  return stream
}

interface Part {
  readonly content: RecordedContent
  readonly range: ByteRange
}

/** What of each piece is within the range. */
function partsOf(pieces: readonly RecordedContent[], { start, end }: ByteRange): readonly Part[] {
  const parts: Part[] = []
  let before = 0
  for (const content of pieces) {
    const range = { start: Math.max(0, start - before), end: Math.min(content.size - 1, end - before) }
    if (range.start <= range.end) parts.push({ content, range })
    before += content.size
  }
  return parts
}
