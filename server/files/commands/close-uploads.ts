// Uploads that nobody finalised: after a day they count as succeeded, and the content they replaced is deleted.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { deleteBlob } from '../contents/stored-blobs.ts'

const openHours = 24
const batchSize = 500

/** Closes uploads that are more than a day old, and returns how many. */
export async function closeUploads(app: App): Promise<{ readonly closed: number }> {
  const before = new Date(app.clock.now().getTime() - openHours * 3_600_000)
  const waiting = await app.db
    .selectFrom('file_uploads')
    .modifyFront(sql`/* every organisation: work is found here and done within one */`)
    .where('outcome', 'is', null)
    .where('created_at', '<=', before)
    .select('organisation_id')
    .distinct()
    .execute()
  let closed = 0
  for (const { organisation_id: organisationId } of waiting) {
    for (let some = batchSize; some === batchSize && !app.stopping(); ) {
      some = await closeBatch(app, organisationId, before)
      closed += some
    }
  }
  return { closed }
}

async function closeBatch(app: App, organisationId: number, before: Date): Promise<number> {
  const uploads = await internalTransaction(app, async (tx, now) => {
    const rows = await tx
      .selectFrom('file_uploads')
      .where('organisation_id', '=', organisationId)
      .where('outcome', 'is', null)
      .where('created_at', '<=', before)
      .limit(batchSize)
      .select(['id', 'replaced_storage_key as key'])
      .forUpdate()
      .execute()
    if (rows.length === 0) return rows
    await tx
      .updateTable('file_uploads')
      .set({ outcome: 'Succeeded', finalised_at: now, replaced: null, replaced_storage_key: null })
      .where('organisation_id', '=', organisationId)
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
    return rows
  })
  for (const { key } of uploads) if (key !== null) await deleteBlob(app, key)
  return uploads.length
}
