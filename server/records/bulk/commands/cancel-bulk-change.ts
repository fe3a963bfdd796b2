// Ending a bulk change before its end.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, internalTransaction } from '../../../platform/events/change.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { getBulkChange } from '../bulk-change.ts'

/**
 * Cancels one of the actor's own: from now on no further record is changed; those that were stay changed. Cancelling
 * again changes nothing. Throws not_found for those of others, conflict for one that has come to its end.
 */
export async function cancelBulkChange(app: App, actor: Actor, id: number): Promise<void> {
  await internalTransaction(app, async (tx, now) => {
    if (await cancel(tx, { ...actor, by: actor.userId, id, now })) return
    const { state } = await getBulkChange(tx, actor, id)
    if (state !== 'Cancelled') throw over()
  })
}

/**
 * The same for one of anybody in the actor's organisation, for its administrators as the route demands; the history
 * says so. Throws not_found for those of other organisations, conflict for one that has come to its end.
 */
export function stopBulkChangeOf(app: App, actor: Actor, id: number): Promise<void> {
  const { organisationId } = actor
  return change(app, actor, async (tx, now) => {
    const cancelled = await cancel(tx, { organisationId, id, now })
    if (!cancelled) {
      const found = await tx
        .selectFrom('bulk_changes')
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .select('id')
        .executeTakeFirst()
      throw found ? over() : notFound()
    }
    const { list, created_by: userId, done, total } = cancelled
    return {
      result: undefined,
      events: [
        {
          name: 'bulkChange.stopped',
          organisationId,
          resource: { kind: 'bulkChange', id },
          subject: null,
          facts: { list, userId, done, total },
        },
      ],
    }
  })
}

const over = () => conflict('This job has come to its end: there is nothing left to cancel.')

interface Which {
  readonly organisationId: number
  readonly id: number
  readonly now: Date
  /** Whose it must be. */
  readonly by?: string
}

const cancel = (tx: Tx, { organisationId, id, now, by }: Which) =>
  tx
    .updateTable('bulk_changes')
    .set({ state: 'Cancelled', finished_at: now })
    .where('organisation_id', '=', organisationId)
    .$if(by !== undefined, (query) => query.where('created_by', '=', by ?? ''))
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returning(['list', 'created_by', 'done', 'total'])
    .executeTakeFirst()
