// The background jobs of the installation, counted by what they do, and what is wrong with them.
import { sql } from 'kysely'
import type { App } from '../app.ts'
import type { Reader } from '../postgres/database.ts'
import { ageOf, type Concern } from './concern.ts'

/** The jobs of one name. */
export interface QueuedJobs {
  readonly job: string
  /** Due, and not begun. */
  readonly waiting: number
  readonly running: number
  /** Failed, to be tried again later. */
  readonly retrying: number
  /** Failed for good. */
  readonly failed: number
  /** Since when the oldest of those that wait has been due. */
  readonly oldestDue: Date | null
}

/** Every name of which there are jobs, in the order of names. */
export async function readQueue(db: Reader, now: Date): Promise<readonly QueuedJobs[]> {
  const { rows } = await sql<QueuedJobs>`select t.identifier as job,
      (count(*) filter (where j.is_available and j.run_at <= ${now}))::int as waiting,
      (count(*) filter (where j.locked_at is not null))::int as running,
      (count(*) filter (where j.is_available and j.attempts > 0 and j.run_at > ${now}))::int as retrying,
      (count(*) filter (where j.attempts >= j.max_attempts and j.locked_at is null))::int as failed,
      min(j.run_at) filter (where j.is_available and j.run_at <= ${now}) as "oldestDue"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    group by t.identifier order by t.identifier`.execute(db)
  return rows
}

/** Since when the oldest job has waited; null if none does. */
export const oldestOf = (queue: readonly QueuedJobs[]): Date | null =>
  queue.reduce<Date | null>(
    (oldest, { oldestDue }) => (oldestDue && (!oldest || oldestDue < oldest) ? oldestDue : oldest),
    null,
  )

const lateMs = 5 * 60_000
const stuckMs = 60 * 60_000

type Installation = Pick<App, 'clock'>

/** What is wrong with them. */
export function queueConcerns(queue: readonly QueuedJobs[], installation: Installation): readonly Concern[] {
  const failed = queue.filter((each) => each.failed > 0)
  const count = failed.reduce((sum, each) => sum + each.failed, 0)
  return [
    ...lateConcerns(queue, installation),
    ...(count > 0
      ? [
          {
            area: 'Queue',
            severity: 'Attention',
            problem: `${count === 1 ? 'A job has' : `${count} jobs have`} failed: ${failed.map(({ job }) => job).join(', ')}.`,
            remedy: 'Find the job in the log by its number, fix the cause, and try it again below.',
          } as const,
        ]
      : []),
  ]
}

/** That work waits for too long, if it does. */
export function lateConcerns(queue: readonly QueuedJobs[], { clock }: Installation): readonly Concern[] {
  const now = clock.databaseTime()
  const oldest = oldestOf(queue)
  if (oldest === null) return []
  const age = now.getTime() - oldest.getTime()
  if (age <= lateMs) return []
  return [
    {
      area: 'Queue',
      severity: age > stuckMs ? 'Failing' : 'Attention',
      problem: `Background work is late: the oldest job has waited for ${ageOf(oldest, now)}.`,
      remedy:
        'Check that a process does background work (CHANCERY_ROLE all or worker), and look for errors in its log. After an import or an upgrade, wait until the queue is empty.',
    },
  ]
}
