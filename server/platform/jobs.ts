// Background work: stored with the change that asks for it, done by whichever process is free (graphile-worker).
import { sql } from 'kysely'
import type { Static, TSchema } from 'typebox'
import type { App } from './app.ts'
import type { Tx } from './postgres/database.ts'

/** A piece of background work: its name, the shape of what it needs to know, and what it does. */
export interface Job<Schema extends TSchema = TSchema> {
  readonly name: string
  readonly payload: Schema
  run(app: App, payload: Static<Schema>): Promise<void>
}

/** Work that comes round by itself: `at` in the form of crontab, UTC. */
export interface Recurring {
  readonly at: string
  readonly job: string
}

/** Types the payload of a job from its schema. */
export const defineJob = <Schema extends TSchema>(job: Job<Schema>): Job<Schema> => job

/** Stores a job that runs when `tx` commits; retried with growing pauses when it fails. */
export async function addJob(tx: Tx, name: string, payload: object): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json)`.execute(tx)
}
