// Having a report mailed, and changing, pausing and ending that.
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { timeZoneOf } from '../../platform/time/time-zone.ts'
import { reportsPage } from '../../platform/web-addresses.ts'
import { nameOfSource } from '../source.ts'
import { checkSubscribing, getMailingToChange } from './access.ts'
import { removeMailing } from './end-mailings.ts'
import { mailingEvent, mailingUpdated } from './events.ts'
import { type Mailing, type MailingContent, mailingOf, rowOf } from './mailing.ts'
import { addressOf, endOf, reportMailingCreated } from './report-mails.ts'
import { nextDue, scheduleText } from './schedule.ts'

export type NewMailing = MailingContent & Pick<Mailing, 'source' | 'recipientId'>

/** Has a report mailed to the caller, or to a colleague, who is told. Answers its id. */
export function createMailing(app: App, actor: Actor, content: NewMailing): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const { name } = await checkSubscribing(tx, actor, content)
    await checkRoom(tx, 'ownReportMailings', actor)
    const { source, recipientId } = content
    const row = await tx
      .insertInto('report_mailings')
      .values({
        organisation_id: actor.organisationId,
        report_id: 'reportId' in source ? source.reportId : null,
        ready: 'ready' in source ? source.ready : null,
        recipient_id: recipientId,
        created_by: actor.userId,
        ...rowOf(content),
        next_at: await dueAfter(tx, actor.organisationId, content, now),
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const mailing = mailingOf(row)
    if (recipientId !== actor.userId) await tell(app, tx, { mailing, name, by: actor.name, now })
    const facts = { name, schedule: scheduleText(mailing), format: mailing.format }
    return { result: mailing.id, events: [mailingEvent('report.mailing.created', mailing, facts)] }
  })
}

/** When it is due next; null while paused. */
async function dueAfter(
  tx: Tx,
  organisationId: number,
  content: MailingContent,
  now: Date,
): Promise<Date | null> {
  return content.paused ? null : nextDue(content, now, await timeZoneOf(tx, organisationId))
}

interface Told {
  readonly mailing: Mailing
  readonly name: string
  readonly by: string
  readonly now: Date
}

async function tell(app: App, tx: Tx, { mailing, name, by, now }: Told): Promise<void> {
  const address = await addressOf(tx, mailing.recipientId)
  if (!address) return
  const { to, firstName } = address
  const values = {
    firstName,
    report: name,
    by,
    schedule: scheduleText(mailing),
    link: reportsPage(app.config),
  }
  const mail = { organisationId: mailing.organisationId, to, values, ...(await endOf(app, mailing)) }
  await app.mail.write(tx, reportMailingCreated, mail, now)
}

/** Changes it to what `next` makes of it, which has been checked; answers its new version. */
export function updateMailing(
  app: App,
  actor: Actor,
  id: number,
  next: (mailing: Mailing) => MailingContent,
): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const mailing = await getMailingToChange(tx, actor, id)
    const { organisationId } = mailing
    const content = next(mailing)
    const version = mailing.version + 1
    await tx
      .updateTable('report_mailings')
      .set({
        ...rowOf(content),
        next_at: await dueAfter(tx, organisationId, content, now),
        version,
        updated_at: now,
      })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
    const name = await nameOfSource(tx, organisationId, mailing.source)
    return { result: version, events: mailingUpdated(name, mailing, { ...mailing, ...content }) }
  })
}

/** Ends it; `check` may refuse its version. */
export function deleteMailing(
  app: App,
  actor: Actor,
  id: number,
  check: (mailing: Mailing) => void,
): Promise<void> {
  return change(app, actor, async (tx) => {
    const mailing = await getMailingToChange(tx, actor, id)
    check(mailing)
    const name = await nameOfSource(tx, mailing.organisationId, mailing.source)
    await removeMailing(tx, mailing)
    return { result: undefined, events: [mailingEvent('report.mailing.deleted', mailing, { name })] }
  })
}
