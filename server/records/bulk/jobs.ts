// Background work on bulk changes.
import { sql } from 'kysely'
import Type from 'typebox'
import { addJob } from '../../platform/add-job.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { defineJob, defineRecurring, everyMinute, type Job } from '../../platform/jobs.ts'
import type { ChangeOne } from './bulk-change.ts'
import type { BulkChangeKey } from './made.ts'
import { takeTurn } from './take-turn.ts'

const keptDays = 30

const resume = defineRecurring({
  name: 'resume-bulk-changes',
  at: everyMinute,
  async run(app) {
    await internalTransaction(app, async (tx) => {
      // real time: as leases are set
      const { rows } =
        await sql<BulkChangeKey>`/* every organisation: whatever a process left behind when it died */
        select organisation_id as "organisationId", id from bulk_changes
        where finished_at is null and (leased_until is null or leased_until < ${new Date(Date.now())})
        order by id limit 100`.execute(tx)
      for (const { organisationId, id } of rows)
        await addJob(tx, 'change-many', { organisationId, id }, `change-many ${organisationId} ${id}`)
    })
  },
})

const remove = defineRecurring({
  name: 'remove-bulk-changes',
  at: '41 3 * * *',
  async run(app) {
    await internalTransaction(app, async (tx, now) => {
      const before = new Date(now.getTime() - keptDays * 24 * 60 * 60_000)
      await sql`/* every organisation: none of them needs what ended a month ago */
        delete from bulk_changes where finished_at < ${before}`.execute(tx)
    })
  },
})

/** The jobs, with what changes one record of each list, by its name. */
export const bulkChangeJobs = (changes: ReadonlyMap<string, ChangeOne>): readonly Job[] => [
  defineJob({
    name: 'change-many',
    payload: Type.Object({ organisationId: Type.Integer(), id: Type.Integer() }),
    lane: 'long',
    run: (app, ticket) => takeTurn(app, ticket, changes),
  }),
  resume,
  remove,
]
