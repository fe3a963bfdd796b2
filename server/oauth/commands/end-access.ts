// The end of everything through which somebody acts in a person's name: browser sessions and, if they ask for it, integrations.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { sessionOf } from '../../sessions/my-sessions.ts'
import { endSessionsOf } from '../../sessions/session.ts'
import { endGrantsOf, type GrantEnd } from '../grants.ts'

interface Person {
  readonly userId: string
  readonly organisationId: number
}

/**
 * Ends all that a person has let integrations do, inside a change of which it is a part: consents, grants with their refresh and
 * access tokens, codes under way. Within a second every process refuses the tokens.
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
  return [...withdrawn, ...ended]
}

interface Extent {
  /** Whether the session that asks goes on. */
  readonly keepCurrent: boolean
  /** Whether integrations lose their access too. */
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
