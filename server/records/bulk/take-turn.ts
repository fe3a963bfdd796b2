// Whose bulk change goes on next. Organisations take turns, and in each of them its bulk changes do. The stored jobs
// only say how many turns are due: there is one for each bulk change that has not finished, and it carries out
// whichever is next.
import { sql } from 'kysely'
import { addJob } from '../../platform/add-job.ts'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import type { ChangeOne } from './bulk-change.ts'
import type { BulkChangeKey } from './made.ts'
import { runBulkChange } from './run-bulk-change.ts'

/**
 * Carries out some of the bulk change whose turn it is, and stores the job that was given again if its own has not
 * finished.
 */
export async function takeTurn(
  app: App,
  ticket: BulkChangeKey,
  changes: ReadonlyMap<string, ChangeOne>,
): Promise<void> {
  const next = await findNext(app)
  if (next) await runBulkChange(app, next, changes)
  await keepTicket(app, ticket)
}

// real time: as leases are set
const isFree = () =>
  sql`finished_at is null and (leased_until is null or leased_until < ${new Date(Date.now())})`

async function findNext({ db }: App): Promise<BulkChangeKey | undefined> {
  const { rows } =
    await sql<BulkChangeKey>`/* every organisation: they share the processes that carry it out */
    select organisation_id as "organisationId", id from bulk_changes b where ${isFree()}
    order by (select max(ran_at) from bulk_changes o where o.organisation_id = b.organisation_id) nulls first,
      ran_at nulls first, id
    limit 1`.execute(db)
  return rows[0]
}

/** One that is carried out at this moment gets its job from the process that carries it out. */
const keepTicket = (app: App, { organisationId, id }: BulkChangeKey): Promise<void> =>
  internalTransaction(app, async (tx) => {
    const { rows } = await sql`select id from bulk_changes
      where organisation_id = ${organisationId} and id = ${id} and ${isFree()}`.execute(tx)
    if (rows.length > 0)
      await addJob(tx, 'change-many', { organisationId, id }, `change-many ${organisationId} ${id}`)
  })
