// Who sees and changes saved reports and dashboards: their owner, and of those that are shared everybody and the
// administrators.
import { sql, type SqlBool } from 'kysely'
import { type Actor, administers } from '../platform/actor.ts'
import { forbidden, notFound } from '../platform/errors.ts'
import type { MayChange } from '../platform/granted.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import { type Dashboard, dashboardOf } from './own-dashboards/dashboard.ts'
import { readTiles } from './own-dashboards/tiles.ts'
import { type SavedReport, savedReportOf } from './saved-report.ts'

/** The caller's own reports, and those of their organisation. */
export const reportsVisibleTo = (db: Reader, actor: Actor) =>
  db
    .selectFrom('saved_reports')
    .where('saved_reports.organisation_id', '=', actor.organisationId)
    .where(isOwnOrShared('saved_reports', actor))

/** The caller's own dashboards, and those of their organisation. */
export const dashboardsVisibleTo = (db: Reader, actor: Actor) =>
  db
    .selectFrom('dashboards')
    .where('dashboards.organisation_id', '=', actor.organisationId)
    .where(isOwnOrShared('dashboards', actor))

const isOwnOrShared = (table: 'saved_reports' | 'dashboards', { userId }: Actor) =>
  sql<SqlBool>`(${sql.ref(`${table}.owner_id`)} = ${userId} and ${sql.ref(`${table}.shared_with`)} = 'Me'
    or ${sql.ref(`${table}.shared_with`)} = 'Organization')`

/** Whether somebody may change a report or a dashboard, or share one so. */
export const mayChangeReport = (
  actor: Pick<Actor, 'userId' | 'role' | 'awayAt'>,
  { sharedWith, ownerId }: Pick<SavedReport, 'sharedWith' | 'ownerId'>,
): boolean => (sharedWith === 'Me' ? ownerId === actor.userId : administers(actor))

/** Throws forbidden for somebody who may not share a report or a dashboard so. */
export function checkReportSharing(
  actor: Actor,
  report: Pick<SavedReport, 'sharedWith' | 'ownerId'>,
  what: 'reports' | 'dashboards' = 'reports',
): void {
  if (!mayChangeReport(actor, report)) {
    throw forbidden(`Only an administrator may share ${what} with the whole organisation.`)
  }
}

/** The report, locked to be changed; forbidden for those who may only read it. */
export async function getReportToChange(tx: Tx, actor: Actor, id: number): Promise<SavedReport & MayChange> {
  const row = await reportsVisibleTo(tx, actor)
    .where('saved_reports.id', '=', id)
    .selectAll('saved_reports')
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  const report = savedReportOf(row)
  if (!mayChangeReport(actor, report)) {
    throw forbidden('You can use this report but not change it. An administrator of the organisation can.')
  }
  return report as SavedReport & MayChange
}

/** The dashboard, locked to be changed; forbidden for those who may only see it. */
export async function getDashboardToChange(tx: Tx, actor: Actor, id: number): Promise<Dashboard & MayChange> {
  const row = await dashboardsVisibleTo(tx, actor)
    .where('dashboards.id', '=', id)
    .selectAll('dashboards')
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  const dashboard = dashboardOf(row, await readTiles(tx, actor.organisationId, id))
  if (!mayChangeReport(actor, dashboard)) {
    throw forbidden('You can use this dashboard but not change it. An administrator of the organisation can.')
  }
  return dashboard as Dashboard & MayChange
}
