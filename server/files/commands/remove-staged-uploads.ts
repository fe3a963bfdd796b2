// Removes staged uploads that are more than a day old, because nobody created their contract.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { deleteBlob } from '../contents/stored-blobs.ts'
import { stagedUploadsExpireBefore } from '../uploads/staged-uploads.ts'

const batchSize = 500

/** Removes their rows, then their content, and returns how many there were. */
export async function removeStagedUploads(app: App): Promise<{ readonly removed: number }> {
  const before = stagedUploadsExpireBefore(app.clock.now())
  const organisations = await app.db
    .selectFrom('waiting_files')
    .modifyFront(sql`/* every organisation: work is found here and done within one */`)
    .where('created_at', '<=', before)
    .select('organisation_id')
    .distinct()
    .execute()
  let removed = 0
  for (const { organisation_id: organisationId } of organisations) {
    for (let some = batchSize; some === batchSize && !app.stopping(); ) {
      some = await removeBatch(app, organisationId, before)
      removed += some
    }
  }
  return { removed }
}

async function removeBatch(app: App, organisationId: number, before: Date): Promise<number> {
  const gone = await internalTransaction(app, (tx) =>
    tx
      .deleteFrom('waiting_files')
      .where('organisation_id', '=', organisationId)
      .where('file_id', 'in', (eb) =>
        eb
          .selectFrom('waiting_files')
          .where('organisation_id', '=', organisationId)
          .where('created_at', '<=', before)
          .orderBy('created_at')
          .limit(batchSize)
          .select('file_id'),
      )
      .returning('storage_key')
      .execute(),
  )
  for (const { storage_key: key } of gone) await deleteBlob(app, key)
  return gone.length
}
