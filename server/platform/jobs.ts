// Background jobs: stored with the change that causes them, run by any free process (graphile-worker).
import { sql } from 'kysely'
import type { Static, TSchema } from 'typebox'
import type { App } from './app.ts'
import type { Tx } from './postgres/database.ts'

/** A background job: its name, the schema of its payload, and what it does. */
export interface Job<Schema extends TSchema = TSchema> {
  readonly name: string
  readonly payload: Schema
  run(app: App, payload: Static<Schema>): Promise<void>
}

/** A recurring job: `at` in crontab format, UTC. */
export interface Recurring {
  readonly at: string
  readonly job: string
}

/** Types the payload of a job from its schema. */
export const defineJob = <Schema extends TSchema>(job: Job<Schema>): Job<Schema> => job

/** Stores a job that runs when `tx` commits; retried with exponential backoff if it fails. */
export async function addJob(tx: Tx, name: string, payload: object): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json)`.execute(tx)
}
