// Tracking: what the people of a record may see of a thread, stored with the record.
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { recordColumns, type Thread } from '../thread.ts'

type State = Pick<Thread, 'client' | 'identifier' | 'track' | 'record'>

/**
 * Updates the tracking to match the thread: its record, and the ids of its messages. "Since" restarts when the record
 * changes.
 */
export async function saveTracking(
  tx: Tx,
  actor: Actor,
  {
    threadId,
    before,
    next,
    now,
  }: {
    readonly threadId: number
    readonly before: State | undefined
    readonly next: State
    readonly now: Date
  },
): Promise<void> {
  const from = before?.track ? before.record : null
  const to = next.track ? next.record : null
  const stays = from?.kind === to?.kind && from?.id === to?.id
  if (from && !stays) await deleteTracking(tx, actor, { ...next, organisationId: from.organisationId })
  if (!to) return
  const columns = recordColumns(to)
  const { id } = await tx
    .insertInto('email_trackings')
    .values({
      organisation_id: to.organisationId,
      user_id: actor.userId,
      client: next.client,
      thread_identifier: next.identifier,
      ...columns,
      tracked_at: now,
    })
    .onConflict((known) =>
      known.constraint('email_trackings_thread_unique').doUpdateSet({ file_id: columns.file_id }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await trackMessages(tx, actor, { threadId, trackingId: id, organisationId: to.organisationId, now })
}

async function deleteTracking(
  tx: Tx,
  actor: Actor,
  {
    organisationId,
    client,
    identifier,
  }: Pick<State, 'client' | 'identifier'> & { readonly organisationId: number },
): Promise<void> {
  await tx
    .deleteFrom('email_trackings')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', actor.userId)
    .where('client', '=', client)
    .where('thread_identifier', '=', identifier)
    .execute()
}

interface Tracked {
  readonly threadId: number
  readonly trackingId: number
  readonly organisationId: number
  readonly now: Date
}

async function trackMessages(
  tx: Tx,
  actor: Actor,
  { threadId, trackingId, organisationId, now }: Tracked,
): Promise<void> {
  const messages = await tx
    .selectFrom('email_messages')
    .where('organisation_id', '=', actor.organisationId)
    .where('thread_id', '=', threadId)
    .select('external_reference_id')
    .execute()
  if (messages.length === 0) return
  await tx
    .insertInto('email_tracked_messages')
    .values(
      messages.map(({ external_reference_id }) => ({
        organisation_id: organisationId,
        tracking_id: trackingId,
        external_reference_id,
        tracked_at: now,
      })),
    )
    .onConflict((known) => known.doNothing())
    .execute()
}
