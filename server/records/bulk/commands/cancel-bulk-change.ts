// Ending a bulk change before its end.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { conflict } from '../../../platform/errors.ts'
import { getBulkChange } from '../bulk-change.ts'

/**
 * Cancels one of the actor's own: from now on no further record is changed; those that were stay changed. Cancelling
 * again changes nothing. Throws not_found for those of others, conflict for one that has come to its end.
 */
export async function cancelBulkChange(app: App, actor: Actor, id: number): Promise<void> {
  await internalTransaction(app, async (tx, now) => {
    const cancelled = await tx
      .updateTable('bulk_changes')
      .set({ state: 'Cancelled', finished_at: now })
      .where('organisation_id', '=', actor.organisationId)
      .where('created_by', '=', actor.userId)
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (cancelled) return
    const { state } = await getBulkChange(tx, actor, id)
    if (state !== 'Cancelled')
      throw conflict('This job has come to its end: there is nothing left to cancel.')
  })
}
