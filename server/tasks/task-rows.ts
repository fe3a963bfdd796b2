// Tasks with the requested columns: every one that the caller may see.
import { sql } from 'kysely'
import { personColumns } from '../identity/users/person-columns.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { notFound } from '../platform/errors.ts'
import { groupRows, type GroupRow, type GroupsAsked } from '../platform/lists/group-rows.ts'
import { type Page, type PageAsked, readPage, readRow } from '../platform/lists/list-page.ts'
import type { Catalogue } from '../platform/lists/list-query.ts'
import type { ListedRow, Listing } from '../platform/lists/list-rows.ts'
import { tasksVisibleTo } from './access.ts'
import { taskCatalogue } from './list-columns.ts'

const { position: order, ...own } = taskCatalogue

const relatedColumns = {
  // in a list, a row's `position` is its position in that list
  order,
  description: { kind: 'text', nullable: true, sql: sql.ref('tasks.description') },
  matterName: { kind: 'text', nullable: false, sql: sql.ref('matters.name') },
  parentName: {
    kind: 'text',
    nullable: true,
    // not through access.ts: who sees a task sees the others of its matter
    sql: sql`(select p.name from tasks p
      where p.organisation_id = tasks.organisation_id and p.id = tasks.parent_id)`,
  },
  ...personColumns('assignee', 'tasks.assigned_to', true),
  createdById: { kind: 'uuid', nullable: false, sql: sql.ref('tasks.created_by') },
  ...personColumns('createdBy', 'tasks.created_by'),
} as const satisfies Catalogue

/** The columns that can be returned, filtered by and sorted by. */
export const taskListing = {
  catalogue: { ...own, ...relatedColumns },
  id: { kind: 'integer', sql: sql.ref('tasks.id') },
} as const satisfies Listing

/** A page of the tasks that the caller may see, of all matters. */
export const listVisibleTasks = ({ db }: App, actor: Actor, asked: PageAsked): Promise<Page> =>
  readPage(tasksVisibleTo(db, actor), taskListing, asked)

/** The tasks that the caller sees, counted by groups. */
export const groupVisibleTasks = (
  { db }: App,
  actor: Actor,
  asked: GroupsAsked,
): Promise<readonly GroupRow[]> => groupRows(tasksVisibleTo(db, actor), taskListing, asked)

/** One task with the requested columns; not_found if the caller may not see it. */
export async function getTaskRow(
  { db }: App,
  actor: Actor,
  id: number,
  columns: readonly string[],
): Promise<ListedRow> {
  const base = tasksVisibleTo(db, actor).where('tasks.id', '=', id)
  const row = await readRow(base, taskListing, columns)
  if (!row) throw notFound()
  return row
}
