// Views as rows of lists.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { type Page, type PageAsked, readPage, readRow } from '../../platform/lists/list-page.ts'
import type { Catalogue, Column } from '../../platform/lists/list-query.ts'
import type { ListedRow, Listing } from '../../platform/lists/list-rows.ts'
import { personColumns } from '../../identity/users/person-columns.ts'
import { notFound } from '../../platform/errors.ts'
import { viewsVisibleTo } from './access.ts'
import { layouts, sharings } from './view.ts'

const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`saved_views.${column}`),
})

export const viewListing = {
  catalogue: {
    id: own('integer', 'id'),
    list: own('text', 'list'),
    name: own('text', 'name'),
    filter: own('text', 'filter', true),
    orderBy: own('text', 'order_by', true),
    columns: own('text', 'columns'),
    groupBy: own('text', 'group_by', true),
    layout: { ...own('choice', 'layout'), choices: layouts },
    sharedWith: { ...own('choice', 'shared_with'), choices: sharings },
    teamId: own('integer', 'team_id', true),
    teamName: {
      kind: 'text',
      nullable: true,
      sql: sql`(select t.name from teams t where t.organisation_id = saved_views.organisation_id and t.id = saved_views.team_id)`,
    },
    ownerId: own('uuid', 'owner_id'),
    ...personColumns('owner', 'saved_views.owner_id'),
    version: own('integer', 'version'),
    createdAt: own('moment', 'created_at'),
    updatedAt: own('moment', 'updated_at'),
  } satisfies Catalogue,
  id: { kind: 'integer', sql: sql.ref('saved_views.id') },
} as const satisfies Listing

/** All columns that views show. */
const shownOfViews = Object.keys(viewListing.catalogue)

/** A page of the views that the caller sees. */
export const listViews = ({ db }: App, actor: Actor, asked: Omit<PageAsked, 'columns'>): Promise<Page> =>
  readPage(viewsVisibleTo(db, actor), viewListing, { ...asked, columns: shownOfViews })

/** One view; not_found for one that the caller does not see. */
export async function getViewRow({ db }: App, actor: Actor, id: number): Promise<ListedRow> {
  const row = await readRow(
    viewsVisibleTo(db, actor).where('saved_views.id', '=', id),
    viewListing,
    shownOfViews,
  )
  if (!row) throw notFound()
  return row
}
