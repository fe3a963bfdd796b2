// Updating a task: its texts, status, assignee and dates.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { badInputs } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import { readLocalTime } from '../../platform/time/local-time.ts'
import { getMatterToContribute, noteMatterActivity } from '../../matters/access.ts'
import { getTaskToChange } from '../access.ts'
import { eventsOfChange } from '../events.ts'
import { overdueFrom, type Task, taskProblems, type TaskStatus, type TaskType } from '../task.ts'
import { checkAssignee } from './check-assignee.ts'

/** What to update: an absent property is kept, null clears it. */
export interface TaskChanges {
  readonly name?: string
  readonly description?: string | null
  readonly type?: TaskType
  readonly status?: TaskStatus
  readonly assigneeId?: string | null
  readonly due?: string | null
  readonly duration?: number
  readonly position?: number
}

/** Applies the changes, all or none. Every status may follow every other; completing a task keeps its dates. */
export async function updateTask(
  app: App,
  actor: Actor,
  id: number,
  asked: TaskChanges | ((task: Task) => TaskChanges),
): Promise<void> {
  if (typeof asked !== 'function') checkTask(asked)
  return change(app, actor, async (tx, now) => {
    const task = await getTaskToChange(tx, actor, id)
    const changes = typeof asked === 'function' ? asked(task) : asked
    checkTask(changes)
    if (changes.assigneeId && changes.assigneeId !== task.assigneeId) {
      await checkAssignee(tx, changes.assigneeId, task.matterId)
    }
    const next = { ...task, ...normal(changes) }
    const events = eventsOfChange(task, next)
    if (events.length === 0) return { result: undefined, events }
    await writeTask(tx, task, next, now)
    await noteMatterActivity(tx, await getMatterToContribute(tx, actor, task.matterId), now)
    return { result: undefined, events }
  })
}

function checkTask(changes: TaskChanges): void {
  const errors = taskProblems(changes)
  if (Object.keys(errors).length > 0) throw badInputs(errors)
}

function normal({ name, description, due, ...changes }: TaskChanges): TaskChanges {
  return {
    ...changes,
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(description === undefined ? {} : { description: description?.trim() || null }),
    ...(due === undefined ? {} : { due: readLocalTime(due) ?? null }),
  }
}

async function writeTask(tx: Tx, task: Task & MayChange, next: Task, now: Date): Promise<void> {
  await tx
    .updateTable('tasks')
    .set({
      name: next.name,
      description: next.description,
      type: next.type,
      status: next.status,
      assigned_to: next.assigneeId,
      due_at: next.due,
      late_from: overdueFrom(next.due),
      duration: String(next.duration),
      position: next.position,
      updated_at: now,
    })
    .where('organisation_id', '=', task.organisationId)
    .where('id', '=', task.id)
    .execute()
}
