// Whether what is counted beside the records is what they are.
import { sql } from 'kysely'
import type { App } from '../../server/platform/app.ts'
import type { RunningApp } from '../../server/operations/process/app.ts'
import { recordKinds } from '../../server/operations/process/record-kinds.ts'
import { recount } from '../../server/records/lists/record-counts.ts'
import { recountAll as recountKinds } from '../../server/records/jobs.ts'

/** How many counts of organisations that have records were wrong; they are right afterwards. */
export async function countedWrongly(app: RunningApp): Promise<number> {
  const { rows } = await sql<{ id: number }>`select organisation_id as id from contracts union
    select organisation_id from matters union select organisation_id from record_counts`.execute(
    app.database.kysely,
  )
  let wrong = 0
  for (const { id } of rows) wrong += await recount(app, recordKinds, id)
  return wrong
}

/** Corrects the counts after a test has written records without them; returns how many were wrong. */
export const recountAll = (app: App): Promise<number> => recountKinds(app, recordKinds)
