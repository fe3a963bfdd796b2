// The sandbox's outbox: mail that was stored instead of being sent.
import { type SqlBool, sql } from 'kysely'
import { foundersOfFirms, hasPeople } from '../identity/users/access.ts'
import { type Actor, hasRight } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { openContent } from '../platform/mail/mail.ts'
import { refuseProduction } from './clock.ts'

const withoutContent = 'What this mail said is not kept: it was sent, or comes from a backup.\n'

export interface OutboxMail {
  readonly id: number
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly at: Date
  /** The names of the files that come with it. */
  readonly attachments: readonly string[]
}

/** The law firms that the actor's organisation added and where nobody has joined. */
async function firmsWithoutPeople({ db }: App, actor: Actor): Promise<readonly number[]> {
  const rows = await foundersOfFirms(db, actor)
    .where(sql<SqlBool>`not ${hasPeople('users.organisation_id')}`)
    .select('organisations.id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * A page of the mail of the actor's organisation, newest first: all of it for administrators, for everybody else their
 * own mail, because mail contains links that sign in. Administrators of a customer also have that of law firms which it
 * added and where nobody has joined yet: the invitation is in no other outbox that somebody can open. Throws not_found
 * in production.
 */
export async function listOutbox(
  app: App,
  actor: Actor,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly OutboxMail[]> {
  refuseProduction(app)
  const firms = hasRight(actor, 'administer') ? await firmsWithoutPeople(app, actor) : []
  const rows = await app.db
    .selectFrom('outbox_mails')
    .where('organisation_id', 'in', [actor.organisationId, ...firms])
    .$if(!hasRight(actor, 'administer'), (query) =>
      query.where((eb) =>
        eb(
          'recipient',
          '=',
          eb.selectFrom('users').where('users.id', '=', actor.userId).select('users.email'),
        ),
      ),
    )
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return Promise.all(
    rows.map(async (row) => {
      const content = await openContent(app.vault, row)
      return {
        id: row.id,
        to: row.recipient,
        subject: row.subject,
        text: content?.text ?? withoutContent,
        at: row.created_at,
        attachments: (content?.attachments ?? []).map(({ filename }) => filename),
      }
    }),
  )
}
