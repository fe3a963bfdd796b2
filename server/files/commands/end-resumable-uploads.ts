// Ending resumable uploads that nobody has finished within a day.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { deleteUpload } from '../uploads/resumable-upload.ts'

const lifetimeMs = 24 * 60 * 60_000
const batchSize = 100

/** Removes them with their pieces, and returns how many there were. */
export async function endResumableUploads(app: App): Promise<number> {
  let ended = 0
  while (!app.stopping()) {
    const before = new Date(app.clock.now().getTime() - lifetimeMs)
    const { rows } = await sql<{ organisation_id: number; id: string }>`
      /* every organisation: work is found here and done within one */
      select organisation_id, id from resumable_uploads where created_at <= ${before} order by created_at
      limit ${sql.lit(batchSize)}`.execute(app.db)
    for (const row of rows) await deleteUpload(app, { organisationId: row.organisation_id, id: row.id })
    ended += rows.length
    if (rows.length < batchSize) break
  }
  return ended
}
