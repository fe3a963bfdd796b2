// Background work on imports.
import { sql } from 'kysely'
import Type from 'typebox'
import { internalTransaction } from '../platform/events/change.ts'
import { defineJob, defineRecurring, everyMinute, type Job } from '../platform/jobs.ts'
import type { ImportKey } from './import.ts'
import type { ImportKind } from './import-kind.ts'
import { carryOn } from './work/carry-on.ts'
import { addTurn } from './work/lease.ts'

const keptDays = 30

const resume = defineRecurring({
  name: 'resume-imports',
  at: everyMinute,
  async run(app) {
    await internalTransaction(app, async (tx) => {
      // real time: as leases are set
      const free = sql`(i.leased_until is null or i.leased_until < ${new Date(Date.now())})`
      const { rows } =
        await sql<ImportKey>`/* every organisation: whatever a process left behind when it died */
        select i.organisation_id as "organisationId", i.id from imports i
        where i.state in ('Checking', 'Running', 'Undoing') and ${free}
        union
        select i.organisation_id, i.id from import_archives a
        join imports i on i.organisation_id = a.organisation_id and i.id = a.import_id
        where a.finished_at is null and ${free}
        union
        select i.organisation_id, i.id from import_buckets b
        join imports i on i.organisation_id = b.organisation_id and i.id = b.import_id
        where b.finished_at is null and ${free} limit 100`.execute(tx)
      for (const key of rows) await addTurn(tx, key)
    })
  },
})

const remove = defineRecurring({
  name: 'remove-imports',
  at: '47 3 * * *',
  message: 'imports that nothing has happened to for a month were removed',
  run: (app) =>
    internalTransaction(app, async (tx, now) => {
      const before = new Date(now.getTime() - keptDays * 24 * 60 * 60_000)
      const { numAffectedRows } =
        await sql`/* every organisation: what they sent is in their records by now, or not wanted */
        delete from imports where updated_at < ${before} and state not in ('Checking', 'Running', 'Undoing')`.execute(
          tx,
        )
      return Number(numAffectedRows ?? 0n)
    }),
})

/** The jobs, with the kinds that rows can become. */
export const importJobs = (kinds: readonly ImportKind[]): readonly Job[] => [
  defineJob({
    name: 'carry-on-import',
    payload: Type.Object({ organisationId: Type.Integer(), id: Type.Integer() }),
    lane: 'long',
    run: (app, key) => carryOn(app, key, kinds),
  }),
  resume,
  remove,
]
