// Whether what is counted beside the records is what they are.
import { sql } from 'kysely'
import type { RunningApp } from '../server/process/app.ts'
import { recount } from '../server/platform/record-counts.ts'

/** How many counts of organisations that have records were wrong; they are right afterwards. */
export async function countedWrongly(app: RunningApp): Promise<number> {
  const { rows } = await sql<{ id: number }>`select organisation_id as id from contracts union
    select organisation_id from matters union select organisation_id from record_counts`.execute(
    app.database.kysely,
  )
  let wrong = 0
  for (const { id } of rows) wrong += await recount(app, id)
  return wrong
}
