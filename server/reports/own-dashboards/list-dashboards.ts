// Dashboards as rows of lists.
import { sql } from 'kysely'
import { personColumns } from '../../identity/users/person-columns.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { type Page, type PageAsked, readPage } from '../../platform/lists/list-page.ts'
import type { Catalogue, Column } from '../../platform/lists/list-query.ts'
import type { ListedRow, Listing } from '../../platform/lists/list-rows.ts'
import { rowSource } from '../../platform/postgres/row-source.ts'
import { dashboardsVisibleTo } from '../access.ts'
import { reportSharings } from '../saved-report.ts'

const own = (kind: Column['kind'], column: string): Column => ({
  kind,
  nullable: false,
  sql: sql.ref(`dashboards.${column}`),
})

export const dashboardListing = {
  catalogue: {
    id: own('integer', 'id'),
    name: own('text', 'name'),
    sharedWith: { ...own('choice', 'shared_with'), choices: reportSharings },
    tiles: {
      kind: 'text',
      nullable: false,
      sql: sql`(select coalesce(json_agg(json_build_object('reportId', t.report_id, 'ready', t.ready,
          'shows', t.shows, 'width', t.width) order by t.place), '[]')
        from dashboard_tiles t
        where t.organisation_id = dashboards.organisation_id and t.dashboard_id = dashboards.id)`,
    },
    ownerId: own('uuid', 'owner_id'),
    ...personColumns('owner', 'dashboards.owner_id'),
    version: own('integer', 'version'),
    createdAt: own('moment', 'created_at'),
    updatedAt: own('moment', 'updated_at'),
  } satisfies Catalogue,
  id: { kind: 'integer', sql: sql.ref('dashboards.id') },
} as const satisfies Listing

const shown = Object.keys(dashboardListing.catalogue)

/** A page of the dashboards that the caller sees. */
export const listDashboards = ({ db }: App, actor: Actor, asked: Omit<PageAsked, 'columns'>): Promise<Page> =>
  readPage(dashboardsVisibleTo(db, actor), dashboardListing, { ...asked, columns: shown })

/** One dashboard; not_found for one that the caller does not see. */
export const getDashboard = ({ db }: App, actor: Actor, id: number): Promise<ListedRow> =>
  rowSource(dashboardsVisibleTo(db, actor), dashboardListing).get(id, shown)
