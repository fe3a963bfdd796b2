// Who sees and changes saved reports: their owner, and of those that are shared everybody and the administrators.
import { sql, type SqlBool } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import { forbidden, notFound } from '../platform/errors.ts'
import type { MayChange } from '../platform/granted.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import { type SavedReport, savedReportOf } from './saved-report.ts'

/** The caller's own reports, and those of their organisation. */
export const reportsVisibleTo = (db: Reader, { organisationId, userId }: Actor) =>
  db
    .selectFrom('saved_reports')
    .where('saved_reports.organisation_id', '=', organisationId)
    .where(
      sql<SqlBool>`(saved_reports.owner_id = ${userId} and saved_reports.shared_with = 'Me'
        or saved_reports.shared_with = 'Organization')`,
    )

/** Whether somebody may change a report, or share one so. */
export const mayChangeReport = (
  { userId, role }: Pick<Actor, 'userId' | 'role'>,
  { sharedWith, ownerId }: Pick<SavedReport, 'sharedWith' | 'ownerId'>,
): boolean => (sharedWith === 'Me' ? ownerId === userId : role === 'Administrator')

/** Throws forbidden for somebody who may not share a report so. */
export function checkReportSharing(actor: Actor, report: Pick<SavedReport, 'sharedWith' | 'ownerId'>): void {
  if (!mayChangeReport(actor, report)) {
    throw forbidden('Only an administrator may share reports with the whole organisation.')
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
