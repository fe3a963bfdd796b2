// Marking notifications as read: up to one, or some of them. What was read is not mailed any more.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { isOneOf } from '../../platform/postgres/statement.ts'

/** Everything up to and including one notification, or those with these ids; other people's are passed over. */
export type Read = { readonly upTo: number } | { readonly ids: readonly number[] }

/** Marks the actor's own as read and returns how many were unread. */
export function markRead(app: App, { userId, organisationIds }: Actor, read: Read): Promise<number> {
  return internalTransaction(app, async (tx, now) => {
    const { numUpdatedRows } = await tx
      .updateTable('notifications')
      .set({ read_at: now, mail_due_at: null, in_digest: false })
      .where(sql<boolean>`${isOneOf(sql.ref('organisation_id'), organisationIds)}`)
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
      .$if('upTo' in read, (query) => query.where('id', '<=', 'upTo' in read ? read.upTo : 0))
      .$if('ids' in read, (query) =>
        query.where('id', '=', sql<number>`any(${'ids' in read ? [...read.ids] : []}::bigint[])`),
      )
      .executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  })
}
