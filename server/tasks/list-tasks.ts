// Lists of tasks across matters, and of the organisation's templates.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { conditionOf } from '../platform/lists/filter-sql.ts'
import { type ListQuery, orderOf } from '../platform/lists/list-query.ts'
import { tasksVisibleTo } from './access.ts'
import { taskCatalogue } from './list-columns.ts'
import { type Task, taskColumns, taskOf } from './task.ts'

/** A page of the tasks of all matters that the actor may see. */
export async function listTasks(
  { db }: App,
  actor: Actor,
  { filter, sort, skip, take }: ListQuery,
): Promise<readonly Task[]> {
  let tasks = tasksVisibleTo(db, actor)
  if (filter) tasks = tasks.where(conditionOf(filter, taskCatalogue))
  const rows = await tasks
    .select([...taskColumns])
    .orderBy(orderOf(sort, taskCatalogue, sql.ref('tasks.id')))
    .limit(take)
    .offset(skip)
    .execute()
  return rows.map(taskOf)
}

export interface TaskTemplate {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly createdAt: Date
}

/** The task templates of the actor's organisation, by name: the ones that the actor may add to matters. */
export async function listTaskTemplates({ db }: App, actor: Actor): Promise<readonly TaskTemplate[]> {
  const rows = await db
    .selectFrom('task_templates')
    .where('organisation_id', '=', actor.organisationId)
    .where('deleted_at', 'is', null)
    .select(['id', 'name', 'description', 'created_at'])
    .orderBy(sql`lower(name) collate "C"`)
    .orderBy('id')
    .execute()
  return rows.map(({ created_at: createdAt, ...row }) => ({ ...row, createdAt }))
}
