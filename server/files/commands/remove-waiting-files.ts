// Removes files that waited a day for a contract that nobody made.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { bookkeeping } from '../../platform/change.ts'
import { forgetContent } from '../contents/content.ts'
import { waitedTooLong } from '../uploads/staged-uploads.ts'

const batchSize = 500

/** Removes their rows and then their bytes, and answers how many there were. */
export async function removeWaitingFiles(app: App): Promise<{ readonly removed: number }> {
  const before = waitedTooLong(app.clock.now())
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
      some = await removeSome(app, organisationId, before)
      removed += some
    }
  }
  return { removed }
}

async function removeSome(app: App, organisationId: number, before: Date): Promise<number> {
  const gone = await bookkeeping(app, (tx) =>
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
  for (const { storage_key: key } of gone) await forgetContent(app, key)
  return gone.length
}
