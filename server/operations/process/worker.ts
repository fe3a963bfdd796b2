// Every background job and every line of the timetable in one list, and the runner that works on them.
import type { WorkerEvents } from 'graphile-worker'
import { Counter } from 'prom-client'
import Value from 'typebox/value'
import { backupJobs, scheduledBackups } from '../backup/jobs.ts'
import { contractJobs } from '../../contracts/jobs.ts'
import { emailJobs } from '../../emails/jobs.ts'
import { bulkChangeJobs } from '../../records/bulk/jobs.ts'
import { fileJobs, sweepSoon } from '../../files/jobs.ts'
import { invoiceJobs } from '../../invoices/jobs.ts'
import { matterJobs } from '../../matters/jobs.ts'
import { makeEventPartitions, partitionJobs } from '../../platform/postgres/event-partitions.ts'
import { notificationJobs } from '../../notifications/jobs.ts'
import { oauthJobs } from '../../identity/oauth/jobs.ts'
import { offboardingJobs } from '../offboarding/jobs.ts'
import { handoverJobs } from '../../handover/jobs.ts'
import { importJobs } from '../../imports/jobs.ts'
import { importKinds } from './import-kinds.ts'
import { idempotencyJobs } from '../../platform/idempotency-keys.ts'
import { mailJobs } from '../../platform/mail/mail-jobs.ts'
import type { App } from '../../platform/app.ts'
import { recordJobs } from '../../records/jobs.ts'
import type { Job, JobLane, Recurring } from '../../platform/jobs.ts'
import { recentJobs } from '../../recents/jobs.ts'
import { sessionJobs } from '../../identity/sessions/jobs.ts'
import { taskJobs } from '../../tasks/jobs.ts'
import { bulkChanges } from './bulk-changes.ts'
import { createRunnerEvents, keepRunning } from './job-runner.ts'
import { organisationTurns } from './organisation-turns.ts'
import { purgedKinds, recordKinds } from './record-kinds.ts'
import { reportedLists } from './reported-lists.ts'
import { reportJobs } from '../../reports/jobs.ts'
import { computeForMail } from '../../reports/v2/mailed-figures.ts'
import { webhookJobs } from '../../webhooks/jobs.ts'

/** All background jobs. */
export const jobs: readonly Job[] = [
  ...mailJobs,
  ...idempotencyJobs,
  ...partitionJobs,
  ...recordJobs(recordKinds, purgedKinds),
  ...contractJobs,
  ...matterJobs,
  ...invoiceJobs,
  ...taskJobs,
  ...fileJobs,
  ...emailJobs,
  ...recentJobs,
  ...sessionJobs,
  ...oauthJobs,
  ...webhookJobs,
  ...notificationJobs,
  ...reportJobs(computeForMail(reportedLists)),
  ...handoverJobs,
  ...offboardingJobs,
  ...backupJobs,
  ...bulkChangeJobs(bulkChanges),
  ...importJobs(importKinds),
]

/** The jobs that run by themselves. */
export const recurringJobs: readonly Recurring[] = jobs.filter((job): job is Recurring => 'at' in job)

/** Starts working on jobs; `stop` waits for those in progress. */
export async function startWorker(app: App): Promise<{ stop(): Promise<void> }> {
  // an installation that was off for months must not wait for the nightly run
  await makeEventPartitions(app)
  await sweepSoon(app)
  const runners = await Promise.all((Object.keys(lanes) as JobLane[]).map((lane) => startLane(app, lane)))
  return {
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()))
    },
  }
}

interface LaneSlots {
  readonly concurrency: number
  /** Whether its jobs begin at once, or within a second. */
  readonly listens: boolean
}

const lanes: Readonly<Record<JobLane, LaneSlots>> = {
  prompt: { concurrency: 2, listens: true },
  texts: { concurrency: 2, listens: true },
  // the storage check takes up one most of the time while it is due, and a backup may take hours
  long: { concurrency: 3, listens: false },
}

function startLane(app: App, lane: JobLane): ReturnType<typeof keepRunning> {
  const events = createRunnerEvents()
  countJobs(events)
  const { concurrency, listens } = lanes[lane]
  const recurring = [...recurringJobs, ...scheduledBackups(app.config)]
  const work = {
    concurrency,
    listens,
    pollInterval: 1_000,
    taskList: Object.fromEntries(
      jobs
        .filter((job) => (job.lane ?? 'prompt') === lane)
        .map((job) => [job.name, (payload: unknown) => runJob(app, job, payload)]),
    ),
    // stores the jobs of every lane when they are due
    ...(lane === 'prompt' ? { crontab: recurring.map(({ at, name }) => `${at} ${name}`).join('\n') } : {}),
    ...(lane === 'prompt' ? {} : { forbiddenFlags: organisationTurns(events, concurrency - 1) }),
  }
  return keepRunning(app, work, events)
}

const jobsDone = new Counter({
  name: 'chancery_jobs_total',
  help: 'Finished jobs by outcome; a failed one is retried',
  labelNames: ['job', 'outcome'],
})

function countJobs(events: WorkerEvents): void {
  events.on('job:success', ({ job }) => jobsDone.inc({ job: job.task_identifier, outcome: 'done' }))
  events.on('job:error', ({ job }) => jobsDone.inc({ job: job.task_identifier, outcome: 'failed' }))
}

/** Runs one job directly, as the runner does. */
export async function runJob(app: App, job: Job, payload: unknown): Promise<void> {
  if (!Value.Check(job.payload, payload)) {
    throw new Error(`The job ${job.name} was stored with an invalid payload: ${JSON.stringify(payload)}`)
  }
  await job.run(app, payload)
}
