// Background jobs: stored with the change that causes them, run by any free process (graphile-worker).
import type { Static, TSchema } from 'typebox'
import type { App } from './app.ts'

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
