// Access to what administrators of the installation see.
import { internalTransaction } from '../../../../server/platform/events/change.ts'
import type { AccessCase } from '../case.ts'
import type { World } from '../world.ts'

/** The owner administers the installation; their colleagues and other organisations do not. */
async function administered({ app, people }: World) {
  await internalTransaction(app, (tx, now) =>
    tx
      .insertInto('installation_administrators')
      .values({ user_id: people.owner.id, added_at: now })
      .onConflict((existing) => existing.column('user_id').doNothing())
      .execute(),
  )
  return {}
}

/** A job that failed for good. */
async function failedJob(world: World) {
  await administered(world)
  const { pool } = world.app.database
  const { rows } = await pool.query<{ id: string }>(
    `select id::text as id from graphile_worker.add_job('tidy-mails', '{}')`,
  )
  const jobId = rows[0]?.id ?? ''
  await pool.query('update graphile_worker._private_jobs set attempts = max_attempts where id = $1', [jobId])
  return { params: { jobId } }
}

const refused = { outsider: 403, colleague: 403, viewer: 403 } as const
const ofJob = { ...refused, ofInstallation: ['jobId'] }

export const installationCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/installation/failedJobs',
    make: async (world) => ({ mark: `"id":"${(await failedJob(world)).params.jobId}"` }),
    ...refused,
  },
  { route: 'POST /v2/installation/failedJobs/:jobId/retry', make: failedJob, ...ofJob },
  { route: 'POST /v2/installation/failedJobs/:jobId/discard', make: failedJob, ...ofJob },
  { route: 'GET /v2/installation/health', make: administered, ...refused },
]
