// Resumable uploads: a file that arrives in pieces, each stored before it is recorded. An upload belongs to its
// creator; for others it does not exist. It ends after a day, or when it has become a file.
import { createHash, randomUUID } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { AppError, conflict, notFound } from '../../platform/errors.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { type StoredContent, tooLarge } from '../../platform/storage/storage.ts'
import { deleteBlob } from '../contents/stored-blobs.ts'

export interface ResumableUpload {
  readonly organisationId: number
  readonly id: string
  readonly size: number
  /** How much has arrived and is stored. */
  readonly received: number
  readonly name: string | null
  readonly contentType: string | null
  readonly metadata: string | null
  readonly expiresAt: Date
}

const lifetimeMs = 24 * 60 * 60_000
const pieceBytes = 8 * 1024 * 1024

/** What the sender says of the file. */
export type NewUpload = Pick<ResumableUpload, 'size' | 'name' | 'contentType' | 'metadata'>

/** Begins an upload. Throws too_large beyond the limit of files, and conflict for too many unfinished ones. */
export async function createUpload(app: App, actor: Actor, wanted: NewUpload): Promise<ResumableUpload> {
  if (wanted.size > app.config.maxUploadBytes) throw tooLarge(app.config.maxUploadBytes)
  const { organisationId, userId } = actor
  const id = randomUUID()
  await internalTransaction(app, async (tx, now) => {
    await checkRoom(tx, 'unfinishedUploads', actor)
    const { size, name, contentType: content_type, metadata } = wanted
    const about = { size, name, content_type, metadata }
    await tx
      .insertInto('resumable_uploads')
      .values({ organisation_id: organisationId, id, created_by: userId, ...about, created_at: now })
      .execute()
  })
  return getUploadOf(app, actor, id)
}

/** The actor's upload; not_found for others' and those that have ended. */
export async function getUploadOf(app: App, actor: Actor, id: string): Promise<ResumableUpload> {
  const row = await uploadsOf(app.db, actor, app.clock.now())
    .where('id', '=', id)
    .where('file_id', 'is', null)
    .select(['organisation_id', 'id', 'size', 'received', 'name', 'content_type', 'metadata', 'created_at'])
    .executeTakeFirst()
  if (!row) throw notFound()
  return {
    organisationId: row.organisation_id,
    id: row.id,
    size: row.size,
    received: row.received,
    name: row.name,
    contentType: row.content_type,
    metadata: row.metadata,
    expiresAt: new Date(row.created_at.getTime() + lifetimeMs),
  }
}

/** The uploads of the actor that have not ended, those that have become a file among them. */
export const uploadsOf = (db: Reader, { organisationId, userId }: Actor, now: Date) =>
  db
    .selectFrom('resumable_uploads')
    .where('organisation_id', '=', organisationId)
    .where('created_by', '=', userId)
    .where('created_at', '>', new Date(now.getTime() - lifetimeMs))

/** What somebody sends of an upload. */
export interface Arrival {
  /** Where it begins: what has arrived until now. */
  readonly offset: number
  readonly source: Readable
  /** What it must be; without it, whatever arrives before a break is kept. */
  readonly checksum?: { readonly algorithm: 'sha1' | 'md5' | 'sha256'; readonly value: Buffer } | undefined
}

// a status of the tus protocol's own
const wrongChecksum = () =>
  new AppError(
    'checksum_mismatch',
    'The bytes that arrived do not have this Upload-Checksum. Send them again.',
  )

/**
 * Appends what arrives, in pieces, and returns the new offset. Throws conflict if the offset is not the current one,
 * also when somebody else appended meanwhile; too_large beyond the announced size; checksum_mismatch, after which
 * nothing of it is kept.
 */
export async function appendToUpload(
  app: App,
  actor: Actor,
  id: string,
  { offset, source, checksum }: Arrival,
): Promise<number> {
  const upload = await getUploadOf(app, actor, id)
  if (offset !== upload.received) throw wrongOffset(upload.received)
  const hash = checksum && createHash(checksum.algorithm)
  const waiting: StoredContent[] = []
  let at = offset
  const arriving = piecesOf(source, upload.size - offset, (chunk) => hash?.update(chunk))
  try {
    for await (const piece of arriving) {
      const stored = await app.storage.put(upload.organisationId, piece, pieceBytes)
      waiting.push(stored)
      if (!checksum) at = await record(app, upload, { at, pieces: waiting.splice(0) })
    }
    if (checksum && !hash?.digest().equals(checksum.value)) throw wrongChecksum()
    return await record(app, upload, { at, pieces: waiting.splice(0) })
  } finally {
    for (const { key } of waiting) await deleteBlob(app, key)
  }
}

const wrongOffset = (received: number) =>
  conflict(`Upload-Offset must be ${received}: so much of the upload has arrived. Continue there.`)

/** Records the pieces at this place; conflict if another one was recorded there meanwhile, and they are removed. */
async function record(
  app: App,
  { organisationId, id }: ResumableUpload,
  { at, pieces }: { readonly at: number; readonly pieces: readonly StoredContent[] },
): Promise<number> {
  if (pieces.length === 0) return at
  const end = pieces.reduce((sum, { size }) => sum + size, at)
  const recorded = await internalTransaction(app, async (tx) => {
    const moved = await tx
      .updateTable('resumable_uploads')
      .set({ received: end })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .where('received', '=', at)
      .returning('id')
      .executeTakeFirst()
    if (!moved) return false
    let start = at
    for (const { key, size, sha256 } of pieces) {
      await tx
        .insertInto('resumable_upload_pieces')
        .values({ organisation_id: organisationId, upload_id: id, start, storage_key: key, size, sha256 })
        .execute()
      start += size
    }
    return true
  })
  if (recorded) return end
  for (const { key } of pieces) await deleteBlob(app, key)
  throw conflict('Somebody else continued this upload at the same time, or it has ended. Ask for its offset.')
}

/**
 * Divides a stream into pieces; each must be read to its end before the next one comes. A stream that breaks ends its
 * last piece: what has arrived is kept. Throws too_large for more than `limit` bytes.
 */
async function* piecesOf(
  source: Readable,
  limit: number,
  see: (chunk: Buffer) => void,
): AsyncGenerator<Readable> {
  let rest: Buffer | undefined
  const state = { left: limit, ended: false }
  const chunks = (source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)[
    Symbol.asyncIterator
  ]()
  const next = async (): Promise<Buffer | undefined> => {
    if (rest) return rest
    const read = await chunks.next().catch(() => ({ done: true as const, value: undefined }))
    if (read.done) return undefined
    if (read.value.length > state.left)
      throw new AppError('too_large', 'More bytes arrived than Upload-Length announced.')
    state.left -= read.value.length
    see(read.value)
    return read.value
  }
  while (!state.ended) {
    rest = await next()
    if (!rest || rest.length === 0) return
    const piece = new PassThrough()
    const fill = async () => {
      let room = pieceBytes
      while (room > 0) {
        const chunk = await next()
        rest = undefined
        if (!chunk) {
          state.ended = true
          break
        }
        const part = chunk.subarray(0, room)
        if (part.length < chunk.length) rest = chunk.subarray(part.length)
        room -= part.length
        if (!piece.write(part)) await new Promise((resolve) => piece.once('drain', resolve))
      }
      piece.end()
    }
    fill().catch((error: unknown) => piece.destroy(error instanceof Error ? error : undefined))
    yield piece
  }
}

/** Ends an upload, whose pieces are removed. One that has become a file is remembered for the rest of the day. */
export async function deleteUpload(
  app: App,
  upload: Pick<ResumableUpload, 'organisationId' | 'id'>,
): Promise<void> {
  await removePieces(app, upload, async (tx) => {
    await tx
      .deleteFrom('resumable_uploads')
      .where('organisation_id', '=', upload.organisationId)
      .where('id', '=', upload.id)
      .execute()
  })
}

/** Removes what has arrived of an upload, and in the same transaction what `andThen` does. */
export async function removePieces(
  app: App,
  { organisationId, id }: Pick<ResumableUpload, 'organisationId' | 'id'>,
  andThen: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> {
  const pieces = await internalTransaction(app, async (tx) => {
    const rows = await tx
      .deleteFrom('resumable_upload_pieces')
      .where('organisation_id', '=', organisationId)
      .where('upload_id', '=', id)
      .returning('storage_key')
      .execute()
    await andThen(tx)
    return rows
  })
  for (const { storage_key: key } of pieces) await deleteBlob(app, key)
}
