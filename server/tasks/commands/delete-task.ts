// Deleting a task.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import { detachTask } from '../../files/detach-task.ts'
import { getMatterToContribute, noteMatterActivity } from '../../matters/access.ts'
import { matterKind } from '../../matters/matter-kind.ts'
import { checkNoLegalHold } from '../../records/legal-hold.ts'
import { getTaskToChange, mayChangeTasksOn } from '../access.ts'
import { taskDeleted } from '../events.ts'

/**
 * Deletes the task; files that were added for it stay on the matter. For the person who created it and those who may
 * change the matter. Throws conflict while it has subtasks, and under a legal hold.
 */
export function deleteTask(app: App, actor: Actor, id: number): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const task = await getTaskToChange(tx, actor, id)
    const { organisationId, matterId } = task
    if (task.createdBy !== actor.userId && !(await mayChangeTasksOn(tx, actor, matterId))) {
      throw forbidden(
        'Only the person who created this task and those who may change its matter may delete it.',
      )
    }
    await checkNoLegalHold(matterKind, tx, { organisationId, id: matterId })
    // not through access.ts: subtasks are as visible as their parent
    const below = await tx
      .selectFrom('tasks')
      .where('organisation_id', '=', organisationId)
      .where('parent_id', '=', id)
      .select('id')
      .executeTakeFirst()
    if (below) throw conflict('This task has subtasks; delete or complete those first.')
    await detachTask(tx, { organisationId, taskId: id })
    await tx.deleteFrom('tasks').where('organisation_id', '=', organisationId).where('id', '=', id).execute()
    await noteMatterActivity(tx, await getMatterToContribute(tx, actor, matterId), now)
    return { result: undefined, events: [taskDeleted(task)] }
  })
}
