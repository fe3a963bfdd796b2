// Ends everything that acts on behalf of a user: browser sessions and, if requested, integrations and calendar
// addresses.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type DomainEvent } from '../../../platform/events/change.ts'
import { forbidden } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { alertAccessEnded } from '../../sessions/second-factor/alerts.ts'
import { sessionOf } from '../../sessions/my-sessions.ts'
import { endSessionsOf } from '../../sessions/session.ts'
import { getAccountToChange } from '../../users/access.ts'
import { personEvent } from '../../users/events.ts'
import { endGrantsOf, type GrantEnd } from '../grants.ts'

interface Person {
  readonly userId: string
  readonly organisationId: number
}

/**
 * Ends all access a user has given to integrations, within an enclosing change: consents, grants with their refresh and
 * access tokens, unused codes, the addresses given to calendar programs.
 */
export async function endIntegrationsOf(
  tx: Tx,
  { userId, organisationId }: Person,
  because: GrantEnd,
  now: Date,
): Promise<readonly DomainEvent[]> {
  await tx
    .deleteFrom('authorization_codes')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  const consents = await tx
    .deleteFrom('oauth_consents')
    .where('user_id', '=', userId)
    .returning('client_id')
    .execute()
  const ended = await endGrantsOf(tx, { userId, organisationId }, because, now)
  const withdrawn = consents.map(
    ({ client_id }): DomainEvent => ({
      name: 'consent.ended',
      organisationId,
      resource: { kind: 'client', id: client_id },
      subject: null,
      facts: { userId, because },
    }),
  )
  return [...withdrawn, ...ended, ...(await endCalendarFeedsOf(tx, { userId, organisationId }, because))]
}

/**
 * Ends the addresses at which calendar programs read without signing in, within an enclosing change: each is 404 from
 * then on.
 */
export async function endCalendarFeedsOf(
  tx: Tx,
  { userId, organisationId }: Person,
  because: GrantEnd,
): Promise<readonly DomainEvent[]> {
  const feeds = await tx
    .deleteFrom('calendar_feeds')
    .where('user_id', '=', userId)
    .returning(['id', 'scope'])
    .execute()
  return feeds.map(({ id, scope }) => ({
    name: 'calendarFeed.deleted',
    organisationId,
    resource: { kind: 'calendar-feed', id },
    subject: null,
    facts: { scope, because },
  }))
}

interface Extent {
  /** Whether the calling session continues. */
  readonly keepCurrent: boolean
  /** Whether the access of integrations ends too. */
  readonly integrations: boolean
}

/** Signs the actor out everywhere, or everywhere else. */
export function signOutEverywhere(
  app: App,
  actor: Actor,
  { keepCurrent, integrations }: Extent,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const sessions = await endSessionsOf(tx, actor.userId, keepCurrent ? sessionOf(actor) : undefined)
    const ended = integrations
      ? await endIntegrationsOf(tx, actor, 'its person signed out everywhere', now)
      : []
    const signedOut: DomainEvent = {
      name: 'user.signed-out',
      organisationId: actor.organisationId,
      resource: { kind: 'user', id: null },
      subject: null,
      facts: { userId: actor.userId, sessions, integrations },
    }
    return { result: undefined, events: sessions === 0 && !integrations ? [] : [signedOut, ...ended] }
  })
}

/**
 * Signs somebody out of every browser, for administrators of their organisation: for a lost computer, or when somebody
 * else may be acting as them. With `integrations`, what they have allowed integrations and calendar programs ends too.
 * They get a mail. Does nothing if nothing has to end. Throws forbidden for oneself, not_found for people whom the
 * actor may not find.
 */
export function endAccessOf(
  app: App,
  actor: Actor,
  userId: string,
  { integrations }: Pick<Extent, 'integrations'>,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const account = await getAccountToChange(tx, actor, userId)
    if (actor.userId === userId)
      throw forbidden('End your own sessions on the page “Your account” (POST /v2/my/sessions/end).')
    const sessions = await endSessionsOf(tx, userId)
    const because = 'an administrator ended the access of its person'
    const ended = integrations ? await endIntegrationsOf(tx, account, because, now) : []
    if (sessions === 0 && ended.length === 0) return { result: undefined, events: [] }
    await alertAccessEnded(app, tx, userId, { by: actor.name, integrations })
    const event = personEvent('user.access.ended', account, { sessions, integrations })
    return { result: undefined, events: [event, ...ended] }
  })
}
