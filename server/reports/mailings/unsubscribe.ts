// Ending a mailed report by the link in its mail.
import { readUnsubscribeToken } from '../../notifications/mails/unsubscribe-token.ts'
import type { App } from '../../platform/app.ts'
import { change, systemActor } from '../../platform/events/change.ts'
import { nameOfSource } from '../source.ts'
import { removeMailing } from './end-mailings.ts'
import { mailingEvent } from './events.ts'
import { type Mailing, mailingOf } from './mailing.ts'

interface Named {
  readonly mailing: Mailing
  /** How the report is called. */
  readonly name: string
}

/** What the token ends; undefined if it is not one of ours, or has ended. Changes nothing: scanners follow links. */
export async function findMailingOf(app: App, token: string): Promise<Named | undefined> {
  const found = await readUnsubscribeToken(app, token)
  const id = /^report-(\d{1,10})$/.exec(found?.from ?? '')?.[1]
  if (!found || id === undefined) return undefined
  const row = await app.db
    .selectFrom('users')
    .innerJoin('report_mailings', (join) =>
      join
        .onRef('report_mailings.organisation_id', '=', 'users.organisation_id')
        .onRef('report_mailings.recipient_id', '=', 'users.id'),
    )
    .where('users.id', '=', found.userId)
    .where('report_mailings.id', '=', Number(id))
    .selectAll('report_mailings')
    .executeTakeFirst()
  if (!row) return undefined
  const mailing = mailingOf(row)
  return { mailing, name: await nameOfSource(app.db, mailing.organisationId, mailing.source) }
}

/** Ends it, and answers the name of the report; undefined if the token is not one of ours, or it has ended. */
export async function unsubscribeFrom(app: App, token: string): Promise<string | undefined> {
  const found = await findMailingOf(app, token)
  if (!found) return undefined
  const { mailing, name } = found
  return change(app, systemActor('unsubscribe-link'), async (tx) => {
    await removeMailing(tx, mailing)
    return { result: name, events: [mailingEvent('report.mailing.deleted', mailing, { name })] }
  })
}
