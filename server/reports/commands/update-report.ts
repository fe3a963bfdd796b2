// Changing and deleting a saved report.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { checkReportSharing, getReportToChange } from '../access.ts'
import { reportDeleted, reportUpdated } from '../events.ts'
import { emptyTilesOf } from '../own-dashboards/tiles.ts'
import { endMailingsOf } from '../mailings/end-mailings.ts'
import { rowOf, type SavedContent, type SavedReport } from '../saved-report.ts'

/**
 * Changes a report to what `next` makes of it, which has been checked; answers its new version. A report that is shared
 * no more is its changer's own from then on.
 */
export function updateReport(
  app: App,
  actor: Actor,
  id: number,
  next: (report: SavedReport, tx: Tx) => Promise<SavedContent>,
): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const report = await getReportToChange(tx, actor, id)
    const content = await next(report, tx)
    const ownerId = content.sharedWith === 'Me' ? actor.userId : report.ownerId
    checkReportSharing(actor, { ...content, ownerId })
    const version = report.version + 1
    await tx
      .updateTable('saved_reports')
      .set({ ...rowOf(content), owner_id: ownerId, version, updated_at: now })
      .where('organisation_id', '=', report.organisationId)
      .where('id', '=', report.id)
      .execute()
    return { result: version, events: reportUpdated(report, { ...report, ...content, ownerId }) }
  })
}

/** Deletes a report; `check` may refuse its version. */
export function deleteReport(
  app: App,
  actor: Actor,
  id: number,
  check: (report: SavedReport) => void,
): Promise<void> {
  return change(app, actor, async (tx) => {
    const report = await getReportToChange(tx, actor, id)
    check(report)
    const ended = await endMailingsOf(app, tx, report, actor.userId)
    await emptyTilesOf(tx, report)
    await tx
      .deleteFrom('saved_reports')
      .where('organisation_id', '=', report.organisationId)
      .where('id', '=', report.id)
      .execute()
    return { result: undefined, events: [...ended, ...reportDeleted(report)] }
  })
}
