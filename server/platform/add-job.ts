// Storing background jobs. Separate from their definition (jobs.ts), which needs the whole App.
import { sql } from 'kysely'
import type { Tx } from './postgres/database.ts'

/**
 * Stores a job that runs when `tx` commits; retried with exponential backoff if it fails. With a key, one that waits
 * under it is replaced.
 */
export async function addJob(tx: Tx, name: string, payload: object, key?: string): Promise<void> {
  const text = JSON.stringify(payload)
  if (key === undefined) await sql`select graphile_worker.add_job(${name}, ${text}::json)`.execute(tx)
  else await sql`select graphile_worker.add_job(${name}, ${text}::json, job_key => ${key})`.execute(tx)
}
