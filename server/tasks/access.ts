// Who may see and change tasks: a task is as visible as its matter. Whoever may change the matter may change its tasks; the
// others on it may change those they made and those they are to do.
import type { Actor } from '../platform/actor.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import { AppError, forbidden, notFound } from '../platform/errors.ts'
import type { MayChange } from '../platform/granted.ts'
import { getMatterToChange, mattersVisibleTo } from '../matters/access.ts'
import { type Task, taskColumns, taskOf } from './task.ts'

/** Tasks the actor may see, each with its matter, to be narrowed and selected from. Every list and every look-up starts here. */
export function tasksVisibleTo(db: Reader, actor: Actor) {
  return mattersVisibleTo(db, actor).innerJoin('tasks', (join) =>
    join
      .onRef('tasks.organisation_id', '=', 'matters.organisation_id')
      .onRef('tasks.matter_id', '=', 'matters.id'),
  )
}

/**
 * The task, when the actor may change it, held until the transaction ends, so that changes made at the same time follow one
 * another; not_found when they do not see it, forbidden when they only do that.
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
  if (!isTheirs && !(await mayChangeMatter(tx, actor, task.matterId))) {
    throw forbidden(
      'Only whoever made this task, whoever is to do it and those who may change its matter may change it.',
    )
  }
  return task as Task & MayChange
}

/** Whether the actor may change the matter of a task that they see. */
export async function mayChangeMatter(db: Reader, actor: Actor, matterId: number): Promise<boolean> {
  try {
    await getMatterToChange(db, actor, matterId)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') return false
    throw error
  }
}
