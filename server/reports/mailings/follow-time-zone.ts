// Reports are mailed at an hour of the organisation's clocks, also after its time zone was changed.
import type { FollowUp } from '../../platform/events/change.ts'
import { timeZoneOf } from '../../platform/time/time-zone.ts'
import { mailingOf } from './mailing.ts'
import { nextDue } from './schedule.ts'

/** What follows from another time zone: what is due later is due at the same hour there. */
export const followTimeZone: FollowUp = async (tx, { now, events }) => {
  for (const { name, organisationId, facts } of events) {
    const changed = facts?.['changed']
    if (name !== 'organisation.updated' || typeof changed !== 'object' || changed === null) continue
    if (!('timeZone' in changed)) continue
    const timeZone = await timeZoneOf(tx, organisationId)
    const rows = await tx
      .selectFrom('report_mailings')
      .where('organisation_id', '=', organisationId)
      .where('next_at', '>', now)
      .selectAll()
      .forUpdate()
      .execute()
    for (const row of rows) {
      await tx
        .updateTable('report_mailings')
        .set({ next_at: nextDue(mailingOf(row), now, timeZone) })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', row.id)
        .execute()
    }
  }
  return []
}
