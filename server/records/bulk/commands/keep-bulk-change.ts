// A bulk change that is carried out at once: it is kept as one that has ended, so that it can be taken back.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { changeEach, type EachOutcome } from '../../../platform/change-each.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { mostRecords, mostRefusals } from '../bulk-change.ts'
import { keepMade } from '../made.ts'
import { type NewBulkChange, rowOf, startBulkChange } from './start-bulk-change.ts'

type Work = (app: App, id: number) => Promise<unknown>

/** Changes each of the records now, and keeps what was changed; without an id if nothing was, and for a check. */
async function changeAtOnce(
  app: App,
  actor: Actor,
  asked: NewBulkChange,
  work: Work,
): Promise<EachOutcome & { readonly jobId?: number }> {
  const { ids, checkOnly } = asked
  if (checkOnly) return changeEach(app, ids, { checkOnly, work, keep: () => Promise.resolve() })
  const { organisationId } = actor
  const { id } = await internalTransaction(app, (tx, now) =>
    tx
      .insertInto('bulk_changes')
      .values({ ...rowOf(actor, asked, now), state: 'Done', started_at: now, finished_at: now })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const key = { organisationId, id }
  const outcome = await changeEach(app, ids, {
    checkOnly,
    work,
    keep: (tx, recordId, events) => keepMade(tx, key, recordId, events),
  })
  if (outcome.changed === 0) {
    // nothing to take back, so nothing to keep
    await internalTransaction(app, (tx) =>
      tx
        .deleteFrom('bulk_changes')
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .execute(),
    )
    return outcome
  }
  await internalTransaction(app, (tx, now) =>
    tx
      .updateTable('bulk_changes')
      .set({
        done: ids.length,
        changed: outcome.changed,
        unchanged: outcome.unchanged,
        differing: outcome.differing,
        skipped: outcome.skipped.length,
        refusals: JSON.stringify(outcome.skipped.slice(0, mostRefusals)),
        finished_at: now,
      })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute(),
  )
  return { ...outcome, jobId: id }
}

/** How records of any list are changed: a thousand at once, more in the background. */
export const bulkJobs = { most: mostRecords, atOnce: changeAtOnce, start: startBulkChange } as const
