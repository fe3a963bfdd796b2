// Storing background jobs. Separate from their definition (jobs.ts), which needs the whole App.
import { sql } from 'kysely'
import type { Tx } from './postgres/database.ts'

/** Stores a job that runs when `tx` commits; retried with exponential backoff if it fails. */
export async function addJob(tx: Tx, name: string, payload: object): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json)`.execute(tx)
}
