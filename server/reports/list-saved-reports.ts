// Saved reports as rows of lists.
import { sql } from 'kysely'
import { personColumns } from '../identity/users/person-columns.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { type Page, type PageAsked, readPage } from '../platform/lists/list-page.ts'
import type { Catalogue, Column } from '../platform/lists/list-query.ts'
import type { ListedRow, Listing } from '../platform/lists/list-rows.ts'
import { rowSource } from '../platform/postgres/row-source.ts'
import { reportsVisibleTo } from './access.ts'
import { reportSharings } from './saved-report.ts'

const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`saved_reports.${column}`),
})

export const savedReportListing = {
  catalogue: {
    id: own('integer', 'id'),
    name: own('text', 'name'),
    list: own('text', 'list'),
    filter: own('text', 'filter', true),
    by: own('text', 'grouped_by'),
    measures: own('text', 'measures'),
    range: own('text', 'days', true),
    compare: own('text', 'compare', true),
    order: own('text', 'sorted_by'),
    top: own('integer', 'top'),
    chart: own('text', 'chart'),
    ownCurrency: own('boolean', 'own_currency'),
    sharedWith: { ...own('choice', 'shared_with'), choices: reportSharings },
    ownerId: own('uuid', 'owner_id'),
    ...personColumns('owner', 'saved_reports.owner_id'),
    version: own('integer', 'version'),
    createdAt: own('moment', 'created_at'),
    updatedAt: own('moment', 'updated_at'),
  } satisfies Catalogue,
  id: { kind: 'integer', sql: sql.ref('saved_reports.id') },
} as const satisfies Listing

const shown = Object.keys(savedReportListing.catalogue)

/** A page of the reports that the caller sees. */
export const listSavedReports = (
  { db }: App,
  actor: Actor,
  asked: Omit<PageAsked, 'columns'>,
): Promise<Page> => readPage(reportsVisibleTo(db, actor), savedReportListing, { ...asked, columns: shown })

/** One report; not_found for one that the caller does not see. */
export const getSavedReport = ({ db }: App, actor: Actor, id: number): Promise<ListedRow> =>
  rowSource(reportsVisibleTo(db, actor), savedReportListing).get(id, shown)
