// Active matters become overdue, and on time again, as time passes and tasks are done. This stores the events of it.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { change, systemActor } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { stateSeen } from '../events.ts'
import { seenStateSql } from '../lateness.ts'
import type { MatterState } from '../state.ts'

const batch = 100

/**
 * Stores events for every matter whose visible state differs from the one last published, and returns how many there
 * were.
 */
export async function notifyOverdue(app: App): Promise<number> {
  const organisations = await app.db.selectFrom('organisations').select(['id', 'time_zone']).execute()
  let notified = 0
  for (const { id, time_zone: timeZone } of organisations) {
    for (let some = batch; some === batch; notified += some) some = await notifySome(app, id, timeZone)
  }
  return notified
}

function notifySome(app: App, organisationId: number, timeZone: string): Promise<number> {
  return change(app, systemActor('tell-lateness'), async (tx, now) => {
    const seen = seenStateSql(now)
    // all that are overdue now, or were when last published: both by an index
    // not through access.ts: time decides, regardless of who may see the matter
    const candidates = sql<number>`(
      select t.matter_id from tasks t where t.organisation_id = ${organisationId}
        and t.late_from <= ${now}::timestamptz at time zone ${timeZone} and t.status not in ('Complete', 'NotRequired')
      union select m.id from matters m where m.organisation_id = ${organisationId} and m.told_state is not null)`
    // not through access.ts: matters become overdue whether or not anybody sees them
    const rows = await tx
      .selectFrom('matters')
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', candidates)
      .where('deleted_at', 'is', null)
      .where(sql<boolean>`told_state is distinct from nullif(${seen}, status)`)
      .orderBy('id')
      .limit(batch)
      .select(['organisation_id as organisationId', 'id', 'status', 'told_state'])
      .select(seen.as('seen'))
      .forNoKeyUpdate()
      .skipLocked()
      .execute()
    for (const { id, status, seen: state } of rows) {
      await tx
        .updateTable('matters')
        .set({ told_state: state === status ? null : state })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .execute()
    }
    const events = rows
      // the command that moved it out of Active has stored that event
      .filter(({ status }) => status === 'Active')
      .flatMap(({ told_state, seen: to, ...matter }) =>
        stateSeen(matter, { from: (told_state ?? 'Active') as MatterState, to }),
      )
    return { result: rows.length, events }
  })
}

/** Has nobody notified that a matter is late, as it is by what was imported: that is no news. */
export async function settleLateness(
  tx: Tx,
  { organisationId, id }: { readonly organisationId: number; readonly id: number },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('matters')
    .set({ told_state: sql<string | null>`nullif(${seenStateSql(now)}, status)` })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}
