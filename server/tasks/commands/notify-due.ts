// Tasks that are due today: an event for each, once, in the morning of the organisation.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { change, systemActor } from '../../platform/events/change.ts'
import { taskDue } from '../events.ts'

const batch = 100
// nobody is notified at midnight
const fromHour = 7

/** Raises `task.due` for every task that is due today and still to be done, and returns how many there were. */
export async function notifyDueTasks(app: App): Promise<number> {
  const organisations = await sql<{ id: number; day: string }>`
    select id, to_char(${app.clock.now()}::timestamptz at time zone time_zone, 'YYYY-MM-DD') as day from organisations
    where extract(hour from ${app.clock.now()}::timestamptz at time zone time_zone) >= ${fromHour}`.execute(
    app.db,
  )
  let notified = 0
  for (const { id, day } of organisations.rows) {
    for (let some = batch; some === batch; notified += some) some = await notifySome(app, id, day)
  }
  return notified
}

function notifySome(app: App, organisationId: number, day: string): Promise<number> {
  return change(app, systemActor('notify-due-tasks'), async (tx) => {
    // by an index: what is due in this day becomes late in it, or when it ends
    // not through access.ts: tasks become due whether or not anybody sees them
    const rows = await tx
      .selectFrom('tasks')
      .where('organisation_id', '=', organisationId)
      .where('late_from', '>=', `${day}T00:00:00`)
      .where(sql<boolean>`late_from <= ${day}::date + 1`)
      .where(sql<boolean>`due_at::date = ${day}::date`)
      .where('status', 'not in', ['Complete', 'NotRequired'])
      .where(sql<boolean>`told_due is distinct from due_at`)
      .where(
        // not through access.ts: as above
        sql<boolean>`exists (select 1 from matters m where m.organisation_id = tasks.organisation_id
          and m.id = tasks.matter_id and m.status not in ('Complete', 'Archived'))`,
      )
      .orderBy('id')
      .limit(batch)
      .select(['id', 'matter_id as matterId', 'name', 'type', 'due_at as due', 'assigned_to as assigneeId'])
      .forUpdate()
      .skipLocked()
      .execute()
    if (rows.length === 0) return { result: 0, events: [] }
    await tx
      .updateTable('tasks')
      .set({ told_due: sql`due_at` })
      .where('organisation_id', '=', organisationId)
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
    return { result: rows.length, events: rows.map((row) => taskDue({ ...row, organisationId })) }
  })
}
