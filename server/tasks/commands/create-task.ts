// Creating tasks on a matter.
import { type Insertable, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { badInput, badInputs } from '../../platform/errors.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import type { MayContribute } from '../../platform/granted.ts'
import { readLocalTime } from '../../platform/time/local-time.ts'
import type { TasksTable } from '../../platform/postgres/tables.ts'
import { getMatterToContribute, noteMatterActivity } from '../../matters/access.ts'
import { settleLateness } from '../../matters/commands/notify-overdue.ts'
import type { Matter } from '../../matters/matter.ts'
import { taskCreated } from '../events.ts'
import {
  overdueFrom,
  type Task,
  taskColumns,
  taskOf,
  taskProblems,
  type TaskStatus,
  type TaskType,
} from '../task.ts'
import { checkAssignee } from './check-assignee.ts'

/** The content of a new task. It becomes the last of its matter by default. */
export interface NewTask {
  readonly name: string
  readonly description?: string | null
  readonly type?: TaskType
  readonly status?: TaskStatus
  /** The parent task, of the same matter. */
  readonly parentId?: number | null
  readonly position?: number
  readonly assigneeId?: string | null
  /** Local time of the organisation; a day without a time means the end of that day. */
  readonly due?: string | null
  readonly duration?: number
}

/** Creates the task and returns its id. Everyone who may contribute to the matter may do so. */
export async function createTask(app: App, actor: Actor, matterId: number, input: NewTask): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const { task, matter, events } = await createTaskWithin(tx, actor, matterId, { input, now })
    await noteMatterActivity(tx, matter, now)
    return { result: task.id, events }
  })
}

interface Creation {
  readonly input: NewTask
  /** Who created it in another system; the actor without one. */
  readonly createdBy?: string | undefined
  readonly now: Date
}

/** The same inside a larger change, which stores the returned events; the matter is not noted as active. */
export async function createTaskWithin(
  tx: Tx,
  actor: Actor,
  matterId: number,
  { input, createdBy, now }: Creation,
): Promise<{
  readonly task: Task
  readonly matter: Matter & MayContribute
  readonly events: readonly DomainEvent[]
}> {
  const errors = taskProblems(input)
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  const matter = await getMatterToContribute(tx, actor, matterId)
  await checkRoom(tx, 'tasks', { organisationId: matter.organisationId, parentId: matter.id })
  if (input.assigneeId) await checkAssignee(tx, input.assigneeId, matterId)
  if (input.parentId) await checkParent(tx, matter, input.parentId)
  const position = input.position ?? (await nextPosition(tx, matter))
  const task = await insertTask(tx, { userId: createdBy ?? actor.userId }, matter, {
    ...input,
    position,
    now,
  })
  return { task, matter, events: [taskCreated(task)] }
}

/**
 * Has nobody notified of a task of the past: neither that it is due, if its day has come, nor that its matter is late
 * because of it.
 */
export async function settleImportedTask(
  tx: Tx,
  { organisationId, id, matterId }: Task,
  now: Date,
): Promise<void> {
  await sql`update tasks set told_due = due_at where organisation_id = ${organisationId} and id = ${id}
    and due_at <= ${now}::timestamptz at time zone
      (select o.time_zone from organisations o where o.id = ${organisationId})`.execute(tx)
  await settleLateness(tx, { organisationId, id: matterId }, now)
}

async function checkParent(tx: Tx, matter: Matter, parentId: number): Promise<void> {
  // not through access.ts: the matter was fetched there, and its tasks are as visible
  const parent = await tx
    .selectFrom('tasks')
    .where('organisation_id', '=', matter.organisationId)
    .where('matter_id', '=', matter.id)
    .where('id', '=', parentId)
    .select('id')
    .executeTakeFirst()
  if (!parent) throw badInput('parentId', 'must be the id of a task of the same matter.')
}

/** The position after the last task of the matter. */
export async function nextPosition(tx: Tx, matter: Pick<Matter, 'organisationId' | 'id'>): Promise<number> {
  // not through access.ts: the matter was fetched there, and its tasks are as visible
  const { position } = await tx
    .selectFrom('tasks')
    .where('organisation_id', '=', matter.organisationId)
    .where('matter_id', '=', matter.id)
    .select(sql<number>`coalesce(max(position), 0) + 1`.as('position'))
    .executeTakeFirstOrThrow()
  return position
}

/** Inserts a task whose texts, assignee and parent have been validated. */
export async function insertTask(
  tx: Tx,
  author: Pick<Actor, 'userId'>,
  matter: Matter & MayContribute,
  { now, ...task }: NewTask & { readonly position: number; readonly now: Date },
): Promise<Task> {
  const due = readLocalTime(task.due) ?? null
  const values: Insertable<TasksTable> = {
    organisation_id: matter.organisationId,
    matter_id: matter.id,
    parent_id: task.parentId ?? null,
    position: task.position,
    name: task.name.trim(),
    description: task.description?.trim() || null,
    type: task.type ?? 'Standard',
    status: task.status ?? 'NotStarted',
    assigned_to: task.assigneeId ?? null,
    due_at: due,
    late_from: overdueFrom(due),
    duration: String(task.duration ?? 0),
    created_by: author.userId,
    created_at: now,
    updated_at: now,
  }
  const row = await tx
    .insertInto('tasks')
    .values(values)
    .returning([...taskColumns])
    .executeTakeFirstOrThrow()
  return taskOf(row)
}
