// Background jobs that have failed, for those who administer the installation. What a job is about and the text of its
// error are not shown: they quote what belongs to organisations. The log has both under the number of the job.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'

export interface FailedJob {
  readonly id: string
  readonly job: string
  /** Failed: no attempts are left. Retrying: it will be tried again automatically. */
  readonly state: 'Failed' | 'Retrying'
  readonly attempts: number
  readonly mostAttempts: number
  /** What kind of error it was. */
  readonly reason: string
  readonly createdAt: Date
  readonly triedAt: Date
  /** When it will be tried again automatically. */
  readonly nextAt: Date | null
}

type Row = Omit<FailedJob, 'reason'> & { readonly error: string | null }

/** A page of those that are not running: those without attempts left first, then the latest first. */
export async function listFailedJobs(
  db: Reader,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly FailedJob[]> {
  const { rows } = await sql<Row>`select j.id::text as id, t.identifier as job,
      case when j.attempts >= j.max_attempts then 'Failed' else 'Retrying' end as state,
      j.attempts::int as attempts, j.max_attempts::int as "mostAttempts", j.last_error as error,
      j.created_at as "createdAt", j.updated_at as "triedAt",
      case when j.attempts < j.max_attempts then j.run_at end as "nextAt"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.attempts > 0 and j.locked_at is null
    order by state, j.updated_at desc, j.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ error, ...job }) => ({ ...job, reason: reasonOf(error ?? '') }))
}

// what may be said of an error without quoting it
const reasons: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/\b(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)\b/, 'The other server did not accept the connection.'],
  [/\b(ENOTFOUND|EAI_AGAIN|EDNS)\b/, 'The name of the other server was not found.'],
  [/\b(ETIMEDOUT|ESOCKETTIMEDOUT)\b|timed? ?out/i, 'The other server did not answer in time.'],
  [/\b(ECONNRESET|EPIPE|ECONNECTION)\b|closed unexpectedly/i, 'The connection was lost.'],
  [
    /\b(CERT_|UNABLE_TO_VERIFY|SELF_SIGNED|ERR_TLS)|certificate/i,
    'The certificate of the other server was not accepted.',
  ],
  [/\bEAUTH\b|Invalid login|\b535\b/, 'The mail server refused the name or the password.'],
  [/\b(ENOSPC|EDQUOT)\b|no space left/i, 'There was no space left on the disk.'],
  [/\b(EACCES|EPERM|AccessDenied)\b/, 'Access to a file or a bucket was denied.'],
  [/\bENOENT\b|NoSuchKey/, 'A file that it needs is missing.'],
  [/\b5\d\d[ -]\d\.\d\.\d/, 'The mail server rejected the mail.'],
  [/\b4\d\d[ -]\d\.\d\.\d/, 'The mail server rejected the mail temporarily.'],
  [/statement timeout|canceling statement/i, 'The database took too long.'],
  [/deadlock|could not serialize/i, 'It conflicted with another change in the database.'],
  [/violates .* constraint/i, 'The database rejected a row.'],
  [
    /stored with an invalid payload/,
    'It was stored by another version in a form that this version cannot read.',
  ],
]

/** Exported for its test. */
export const reasonOf = (error: string): string =>
  reasons.find(([pattern]) => pattern.test(error))?.[1] ?? 'Another error. The log has the details.'

/**
 * Runs a failed job again at once, with all its attempts. For administrators of the installation, as the route
 * demands; their history says so. Throws not_found for one that is gone, conflict for one that is running.
 */
export const retryJob = (app: App, actor: Actor, id: string): Promise<void> =>
  withFailed(app, actor, id, async (tx) => {
    await sql`select graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at => clock_timestamp(), attempts => 0)`.execute(
      tx,
    )
    return 'installation.job.retried'
  })

/** Removes a job that failed, finally or for now; its work will not be done. Otherwise as `retryJob`. */
export const discardJob = (app: App, actor: Actor, id: string): Promise<void> =>
  withFailed(app, actor, id, async (tx) => {
    await sql`select graphile_worker.complete_jobs(array[${id}]::bigint[])`.execute(tx)
    return 'installation.job.discarded'
  })

function withFailed(
  app: App,
  actor: Actor,
  id: string,
  work: (tx: Tx) => Promise<'installation.job.retried' | 'installation.job.discarded'>,
): Promise<void> {
  const { organisationId } = actor
  return change(app, actor, async (tx) => {
    const { rows } = await sql<{ job: string; locked: boolean; attempts: number }>`
      select t.identifier as job, j.locked_at is not null as locked, j.attempts::int as attempts
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where j.id = ${id}::bigint for update of j`.execute(tx)
    const [found] = rows
    if (!found || found.attempts === 0) throw notFound()
    if (found.locked) throw conflict('This job is running right now.')
    const name = await work(tx)
    return {
      result: undefined,
      events: [
        {
          name,
          organisationId,
          resource: { kind: 'installation', id: null },
          subject: null,
          facts: { job: found.job, number: id, attempts: found.attempts },
        },
      ],
    }
  })
}
