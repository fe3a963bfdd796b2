// Deleting a task.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import { detachTask } from '../../files/detach-task.ts'
import { getMatterToContribute, noteMatterActivity } from '../../matters/access.ts'
import { getTaskToChange, mayChangeMatter } from '../access.ts'
import { taskDeleted } from '../events.ts'

/**
 * Deletes the task; files that came for it stay on the matter. Whoever made it may, and whoever may change the matter; it is
 * conflict while other tasks stand below it.
 */
export function deleteTask(app: App, actor: Actor, id: number): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const task = await getTaskToChange(tx, actor, id)
    const { organisationId, matterId } = task
    if (task.createdBy !== actor.userId && !(await mayChangeMatter(tx, actor, matterId))) {
      throw forbidden('Only whoever made this task and those who may change its matter may delete it.')
    }
    // not through access.ts: the tasks below one are as visible as it is
    const below = await tx
      .selectFrom('tasks')
      .where('organisation_id', '=', organisationId)
      .where('parent_id', '=', id)
      .select('id')
      .executeTakeFirst()
    if (below) throw conflict('Other tasks stand below this one; delete or complete those first.')
    await detachTask(tx, { organisationId, taskId: id })
    await tx.deleteFrom('tasks').where('organisation_id', '=', organisationId).where('id', '=', id).execute()
    await noteMatterActivity(tx, await getMatterToContribute(tx, actor, matterId), now)
    return { result: undefined, events: [taskDeleted(task)] }
  })
}
