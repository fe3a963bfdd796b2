// Ending mailed reports: by hand, by the link in a mail, and with the report itself.
import type { App } from '../../platform/app.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { SavedReport } from '../saved-report.ts'
import { mailingEvent } from './events.ts'
import { type Mailing, mailingOf } from './mailing.ts'
import { writeEnd } from './report-mails.ts'

/** Removes it, without a mail. */
export const removeMailing = (tx: Tx, { organisationId, id }: Pick<Mailing, 'organisationId' | 'id'>) =>
  tx
    .deleteFrom('report_mailings')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()

interface Ended {
  readonly mailing: Mailing
  /** How the report is called. */
  readonly name: string
  readonly because: string
}

/** Removes it, and tells its recipient why. */
export async function endMailing(
  app: App,
  tx: Tx,
  { mailing, name, because }: Ended,
): Promise<readonly DomainEvent[]> {
  await writeEnd(app, tx, mailing, { report: name, because })
  await removeMailing(tx, mailing)
  return [mailingEvent('report.mailing.ended', mailing, { name, because })]
}

/** Ends the mails of a report that is about to be deleted; the person who deletes it knows. */
export async function endMailingsOf(
  app: App,
  tx: Tx,
  { organisationId, id, name }: Pick<SavedReport, 'organisationId' | 'id' | 'name'>,
  byUserId: string,
): Promise<readonly DomainEvent[]> {
  const rows = await tx
    .selectFrom('report_mailings')
    .where('organisation_id', '=', organisationId)
    .where('report_id', '=', id)
    .selectAll()
    .forUpdate()
    .execute()
  const because = 'the report was deleted.'
  const events: DomainEvent[] = []
  for (const mailing of rows.map(mailingOf)) {
    if (mailing.recipientId !== byUserId) {
      events.push(...(await endMailing(app, tx, { mailing, name, because })))
      continue
    }
    await removeMailing(tx, mailing)
    events.push(mailingEvent('report.mailing.ended', mailing, { name, because }))
  }
  return events
}
