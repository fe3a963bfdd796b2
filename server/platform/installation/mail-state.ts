// Whether mail leaves the installation.
import { sql } from 'kysely'
import type { App } from '../app.ts'
import type { Reader } from '../postgres/database.ts'
import type { Concern } from './concern.ts'
import type { QueuedJobs } from './queue-state.ts'

/** Delivers: to a mail server. Outbox: to a page of the sandbox. None: nothing is sent. */
export const mailWays = ['Delivers', 'Outbox', 'None'] as const

export interface MailState {
  readonly way: (typeof mailWays)[number]
  readonly lastSent: Date | null
  /** Mails that wait, have failed and are tried again, and have failed for good. */
  readonly waiting: number
  readonly retrying: number
  readonly failed: number
}

type Installation = Pick<App, 'config'>

/** The way that the settings come to. */
export const mailWayOf = ({ smtpUrl, offline, environment }: App['config']): MailState['way'] => {
  if (offline) return 'None'
  if (smtpUrl !== undefined) return 'Delivers'
  return environment === 'sandbox' ? 'Outbox' : 'None'
}

const mailJobNames = new Set(['send-sealed-mail', 'send-mail'])

/** SQL over a row `m` of the outbox: sending it was tried and failed, for now or for good. */
export const mailHasFailed = sql<boolean>`exists (select 1 from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = any(${[...mailJobNames]}) and j.attempts > 0 and j.locked_at is null
    and j.payload ->> 'organisationId' = m.organisation_id::text and j.payload ->> 'id' = m.id::text)`

/** How mail goes, from what is kept of sent mails and the jobs that send them. */
export async function readMailState(
  db: Reader,
  queue: readonly QueuedJobs[],
  { config }: Installation,
): Promise<MailState> {
  const { rows } = await sql<{
    sentAt: Date
  }>`/* every organisation: whether mail leaves concerns all of them */
    select sent_at as "sentAt" from outbox_mails where sent_at is not null
    order by created_at desc limit 1`.execute(db)
  return { way: mailWayOf(config), lastSent: rows[0]?.sentAt ?? null, ...countsOf(queue) }
}

function countsOf(queue: readonly QueuedJobs[]): Pick<MailState, 'waiting' | 'retrying' | 'failed'> {
  const jobs = queue.filter(({ job }) => mailJobNames.has(job))
  const sum = (key: 'waiting' | 'retrying' | 'failed') => jobs.reduce((total, each) => total + each[key], 0)
  return { waiting: sum('waiting'), retrying: sum('retrying'), failed: sum('failed') }
}

/** What is wrong with it. */
export function mailConcerns(queue: readonly QueuedJobs[], { config }: Installation): readonly Concern[] {
  const { retrying, failed } = countsOf(queue)
  const area = 'Mail'
  if (mailWayOf(config) === 'None' && !config.offline)
    return [
      {
        area,
        severity: 'Failing',
        problem: 'No mail is sent: there is no mail server in the settings.',
        remedy: 'Set CHANCERY_SMTP_URL and CHANCERY_MAIL_FROM, and restart.',
      },
    ]
  if (retrying + failed === 0) return []
  return [
    {
      area,
      severity: 'Failing',
      problem: `${retrying + failed === 1 ? 'A mail' : `${retrying + failed} mails`} could not be sent.`,
      remedy:
        'Check that the mail server of CHANCERY_SMTP_URL can be reached and accepts the sender of CHANCERY_MAIL_FROM. Failed mails are retried automatically for some days.',
    },
  ]
}
