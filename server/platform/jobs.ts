// Background jobs: stored with the change that causes them, run by any free process (graphile-worker).
import Type, { type Static, type TSchema } from 'typebox'
import type { App } from './app.ts'

/**
 * Where a job runs. Each lane has slots of its own in every process, so that none waits for the jobs of another:
 *
 * prompt   what somebody waits for, and what is done in a moment
 * texts    reading documents; an organisation never takes the last slot
 * long     what may take minutes; jobs with the flag of an organisation never take the last slot
 */
export type JobLane = 'prompt' | 'texts' | 'long'

/** A background job: its name, the schema of its payload, and what it does. */
export interface Job<Schema extends TSchema = TSchema> {
  readonly name: string
  readonly payload: Schema
  /** `prompt` if not given. */
  readonly lane?: JobLane
  run(app: App, payload: Static<Schema>): Promise<void>
}

/** A job that runs by itself: `at` in crontab format, UTC. */
export interface Recurring extends Job {
  readonly at: string
}

/** Types the payload of a job from its schema. */
export const defineJob = <Schema extends TSchema>(job: Job<Schema>): Job<Schema> => job

interface RecurringWork {
  readonly name: string
  readonly at: string
  readonly lane?: JobLane
  /** A number is how many things were affected. */
  run(app: App): Promise<unknown>
  /** Logged with the number, unless it is zero. */
  readonly message?: string
}

/** `at` of what is due every minute. */
export const everyMinute = '* * * * *'

/** Defines a job that runs by itself and needs no payload. */
export const defineRecurring = ({ name, at, lane = 'prompt', run, message }: RecurringWork): Recurring => ({
  name,
  at,
  lane,
  payload: Type.Unknown(),
  async run(app) {
    const count = await run(app)
    if (message !== undefined && count !== 0) app.log.info({ count }, message)
  },
})
