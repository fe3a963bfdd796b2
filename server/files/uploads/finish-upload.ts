// Making a file of a finished resumable upload: once, even if several requests try at the same time.
import { Readable } from 'node:stream'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { openContent } from '../../platform/storage/recorded-content.ts'
import {
  deleteUpload,
  getUploadOf,
  removePieces,
  type ResumableUpload,
  uploadsOf,
} from './resumable-upload.ts'

/**
 * The upload, to make a file of it. Throws not_found as getUploadOf does, and conflict for one that has become a file.
 */
export async function getUploadToUse(app: App, actor: Actor, id: string): Promise<ResumableUpload> {
  return getUploadOf(app, actor, id).catch(async (error: unknown) => {
    // asked afterwards: it can become a file between two statements
    await refuseUsed(app, actor, id)
    throw error
  })
}

async function refuseUsed(app: App, actor: Actor, id: string): Promise<void> {
  const used = await uploadsOf(app.db, actor, app.clock.now())
    .where('id', '=', id)
    .where('file_id', 'is not', null)
    .select('file_id')
    .executeTakeFirst()
  if (used) throw conflict(`This upload has become file ${used.file_id} already. Begin another upload.`)
}

/**
 * What makes the file of an upload: reads its content, and claims the upload in the transaction that records the file.
 */
export interface Finisher<Result> {
  (content: Readable, claim: (tx: Tx, fileId: number) => Promise<void>): Promise<Result>
}

/**
 * Makes a file of a complete upload, once: of several that try at the same time one wins, and the others get a
 * conflict. The pieces are removed after it. `record` returns undefined if nothing was to be stored. Throws conflict
 * for an upload that is not complete.
 */
export async function finishUpload<Result>(
  app: App,
  actor: Actor,
  upload: ResumableUpload,
  record: Finisher<Result>,
): Promise<Result> {
  const content = await openUpload(app, upload)
  try {
    const made = await record(content, (tx, fileId) => claimUpload(tx, upload, fileId))
    if (made === undefined) await deleteUpload(app, upload)
    else await removePieces(app, upload)
    return made
  } catch (error) {
    // its pieces are removed as soon as another one has made a file of it, which can be while they are read here
    await refuseUsed(app, actor, upload.id)
    throw error
  } finally {
    content.destroy()
  }
}

/** The row lock makes others wait until the transaction has ended; then they find it used. */
async function claimUpload(tx: Tx, { organisationId, id }: ResumableUpload, fileId: number): Promise<void> {
  const claimed = await tx
    .updateTable('resumable_uploads')
    .set({ file_id: fileId })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('file_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!claimed)
    throw conflict('This upload has become a file already, or was given up. Begin another upload.')
}

/** The whole content of a complete upload, piece by piece. Throws conflict for one that is not complete. */
async function openUpload(app: App, upload: ResumableUpload): Promise<Readable> {
  const { organisationId, id, size, received } = upload
  if (received < size)
    throw conflict(`The upload is not complete: ${received} of ${size} bytes have arrived.`)
  const pieces = await app.db
    .selectFrom('resumable_upload_pieces')
    .where('organisation_id', '=', organisationId)
    .where('upload_id', '=', id)
    .orderBy('start')
    .select(['storage_key as key', 'size', 'sha256'])
    .execute()
  return Readable.from(
    (async function* () {
      for (const piece of pieces) yield* await openContent(app, { organisationId, ...piece })
    })(),
    { objectMode: false },
  )
}
