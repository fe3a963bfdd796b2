// The events that wait to be passed on, to webhooks or to people.
import { sql } from 'kysely'
import type { Tx } from '../postgres/database.ts'

/** An event in one of the tables of what is to be passed on. */
export interface DispatchedEvent {
  readonly event_id: number
  readonly event_at: Date
}

/** Takes the first events of an organisation that no other process has taken, until the transaction ends. */
export const takeDispatched = (
  tx: Tx,
  table: 'event_dispatches' | 'notification_dispatches',
  organisationId: number,
  most: number,
): Promise<readonly DispatchedEvent[]> =>
  tx
    .selectFrom(table)
    .where('organisation_id', '=', organisationId)
    .orderBy('event_id')
    .limit(most)
    .select(['event_id', 'event_at'])
    .forUpdate()
    .skipLocked()
    .execute()

/** A query of these events, in order. */
export function selectDispatched(tx: Tx, organisationId: number, taken: readonly DispatchedEvent[]) {
  const times = taken.map(({ event_at }) => event_at.getTime())
  return (
    tx
      .selectFrom('events')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', sql<number>`any(${taken.map(({ event_id }) => event_id)}::bigint[])`)
      // limits the partitions that are read; one millisecond more, because the database stores microseconds
      .where('at', '>=', new Date(Math.min(...times) - 1))
      .where('at', '<=', new Date(Math.max(...times) + 1))
      .orderBy('id')
  )
}
