// Lists of task templates, and the items of one.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { notFound } from '../platform/errors.ts'
import { type Page, type PageAsked, readPage, readRow } from '../platform/lists/list-page.ts'
import type { Catalogue } from '../platform/lists/list-query.ts'
import type { ListedRow, Listing } from '../platform/lists/list-rows.ts'
import type { TaskType } from './task.ts'
import type { TaskTemplateItem } from './task-template.ts'

/** The columns that can be returned, filtered by and sorted by. */
export const taskTemplateListing = {
  catalogue: {
    id: { kind: 'integer', nullable: false, sql: sql.ref('task_templates.id') },
    name: { kind: 'text', nullable: false, sql: sql.ref('task_templates.name') },
    description: { kind: 'text', nullable: true, sql: sql.ref('task_templates.description') },
    createdAt: { kind: 'moment', nullable: false, sql: sql.ref('task_templates.created_at') },
    updatedAt: { kind: 'moment', nullable: false, sql: sql.ref('task_templates.updated_at') },
  } satisfies Catalogue,
  id: { kind: 'integer', sql: sql.ref('task_templates.id') },
} as const satisfies Listing

const templatesOf = (db: Reader, { organisationId }: Actor) =>
  db
    .selectFrom('task_templates')
    .where('task_templates.organisation_id', '=', organisationId)
    .where('task_templates.deleted_at', 'is', null)

/** A page of the templates of the actor's organisation, which they may add to matters. */
export const listTaskTemplateRows = ({ db }: App, actor: Actor, asked: PageAsked): Promise<Page> =>
  readPage(templatesOf(db, actor), taskTemplateListing, asked)

/** One of them with its items; not_found for any other. */
export async function getTaskTemplate(
  { db }: App,
  actor: Actor,
  id: number,
  columns: readonly string[],
): Promise<{ readonly row: ListedRow; readonly items: readonly TaskTemplateItem[] }> {
  const base = templatesOf(db, actor).where('task_templates.id', '=', id)
  const row = await readRow(base, taskTemplateListing, columns)
  if (!row) throw notFound()
  return { row, items: await listItems(db, actor, id) }
}

/** The items of a template of the organisation, in order; empty if there is no such template. */
export async function listItems(
  db: Reader,
  { organisationId }: Pick<Actor, 'organisationId'>,
  templateId: number,
): Promise<readonly TaskTemplateItem[]> {
  const rows = await db
    .selectFrom('task_templates as t')
    .innerJoin('task_template_items as i', (join) =>
      join.onRef('i.organisation_id', '=', 't.organisation_id').onRef('i.template_id', '=', 't.id'),
    )
    .where('t.organisation_id', '=', organisationId)
    .where('t.id', '=', templateId)
    .where('t.deleted_at', 'is', null)
    .selectAll('i')
    .orderBy('i.number')
    .execute()
  return rows.map((row) => ({
    number: row.number,
    parent: row.parent_number,
    name: row.name,
    description: row.description,
    type: row.type as TaskType,
    duration: Number(row.duration),
    due:
      row.due_offset === null
        ? null
        : {
            offset: row.due_offset,
            unit: row.due_unit === 'WorkingDays' ? 'WorkingDays' : 'Days',
            after: row.due_after_number,
          },
    assignTo: row.assign_to as TaskTemplateItem['assignTo'],
  }))
}
