// Who may see and update tasks: a task is as visible as its matter. Members may update the tasks they created and those
// assigned to them; who updates all of them is in the table of rights of records.
import type { Actor } from '../platform/actor.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import { forbidden, notFound } from '../platform/errors.ts'
import type { MayChange } from '../platform/granted.ts'
import { mattersVisibleTo } from '../matters/access.ts'
import { matterKind } from '../matters/matter-kind.ts'
import { getInvolved } from '../records/access.ts'
import { may } from '../records/rights/involvement.ts'
import { type Task, taskColumns, taskOf } from './task.ts'

/** Tasks the actor may see, each joined with its matter. Every list and every look-up starts here. */
export function tasksVisibleTo(db: Reader, actor: Actor) {
  return mattersVisibleTo(db, actor).innerJoin('tasks', (join) =>
    join
      .onRef('tasks.organisation_id', '=', 'matters.organisation_id')
      .onRef('tasks.matter_id', '=', 'matters.id'),
  )
}

/**
 * The task if the actor may update it, locked until the transaction ends, so that concurrent updates run one after
 * another. Throws not_found if they may not see it, and forbidden if they may only see it.
 */
export async function getTaskToChange(tx: Tx, actor: Actor, id: number): Promise<Task & MayChange> {
  const row = await tasksVisibleTo(tx, actor)
    .where('tasks.id', '=', id)
    .select([...taskColumns])
    .forUpdate('tasks')
    .executeTakeFirst()
  if (!row) throw notFound()
  const task = taskOf(row)
  const isTheirs = [task.createdBy, task.assigneeId].includes(actor.userId)
  if (!isTheirs && !(await mayChangeTasksOn(tx, actor, task.matterId))) {
    throw forbidden(
      'Only the person who created this task, its assignee and those who may change its matter may update it.',
    )
  }
  return task as Task & MayChange
}

/** Whether the actor may change the tasks of others on a matter that they may see. */
export async function mayChangeTasksOn(db: Reader, actor: Actor, matterId: number): Promise<boolean> {
  return may((await getInvolved(matterKind, db, actor, matterId)).involvement, 'changeTasks')
}
