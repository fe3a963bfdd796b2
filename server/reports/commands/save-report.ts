// Keeping a report under a name.
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { checkReportSharing } from '../access.ts'
import { reportCreated } from '../events.ts'
import { rowOf, type SavedContent, savedReportOf } from '../saved-report.ts'

/** Keeps a report, whose definition has been checked; forbidden when it is shared with others than the caller may. */
export function saveReport(app: App, actor: Actor, content: SavedContent): Promise<number> {
  return change(app, actor, async (tx, now) => {
    checkReportSharing(actor, { ...content, ownerId: actor.userId })
    await checkRoom(tx, 'ownReports', actor)
    const row = await tx
      .insertInto('saved_reports')
      .values({
        organisation_id: actor.organisationId,
        ...rowOf(content),
        owner_id: actor.userId,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const report = savedReportOf(row)
    return { result: report.id, events: reportCreated(report) }
  })
}
