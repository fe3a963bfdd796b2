// Giving the open tasks of a person to somebody else, who becomes a member of their matters.
import { sql } from 'kysely'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { matterKind } from '../../matters/matter-kind.ts'
import { matterMemberAdded } from '../../matters/events.ts'
import { insertMembers } from '../../records/new-members.ts'
import { eventsOfChange } from '../events.ts'
import { taskColumns, taskOf } from '../task.ts'

interface Over {
  readonly organisationId: number
  readonly from: string
  readonly to: string
  readonly by: string
  readonly now: Date
}

/** Gives those of the tasks that are still assigned to the former person. The caller has the right to. */
export async function handOverTasks(
  tx: Tx,
  ids: readonly number[],
  { organisationId, from, to, by, now }: Over,
): Promise<readonly DomainEvent[]> {
  // not through access.ts: who hands over may not see the matters
  const rows = await tx
    .selectFrom('tasks')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where('assigned_to', '=', from)
    .select([...taskColumns])
    .orderBy('id')
    .forUpdate()
    .execute()
  const events: DomainEvent[] = []
  for (const task of rows.map(taskOf)) {
    const matter = { organisationId, id: task.matterId }
    const joined = await insertMembers(tx, matterKind, matter, { userIds: [to], addedBy: by, now })
    await tx
      .updateTable('tasks')
      .set({ assigned_to: to, updated_at: now })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', task.id)
      .execute()
    events.push(
      ...joined.map((userId) =>
        matterMemberAdded({ ...matter, ownerId: to }, userId, { by: { organisationId } }),
      ),
      ...eventsOfChange(task, { ...task, assigneeId: to }),
    )
  }
  return events
}
