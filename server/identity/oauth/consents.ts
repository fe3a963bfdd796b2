// The consents a user has given to integrations: listing and withdrawing them.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { notFound } from '../../platform/errors.ts'

export interface Consent {
  /** The numeric id of the client. */
  readonly clientId: number
  readonly name: string
  readonly contactEmail: string
  readonly organisationName: string
  readonly givenAt: Date
  /** When the client last got tokens; null if none of its tokens is usable any more. */
  readonly lastUsedAt: Date | null
}

/** The actor's consents, newest first. */
export async function listConsents(app: App, actor: Actor): Promise<readonly Consent[]> {
  return app.db
    .selectFrom('oauth_consents')
    .innerJoin('oauth_clients', 'oauth_clients.id', 'oauth_consents.client_id')
    .innerJoin('organisations', 'organisations.id', 'oauth_clients.organisation_id')
    .where('oauth_consents.user_id', '=', actor.userId)
    .select([
      'oauth_clients.id as clientId',
      'oauth_clients.name',
      'oauth_clients.contact_email as contactEmail',
      'organisations.name as organisationName',
      'oauth_consents.given_at as givenAt',
    ])
    .select((eb) =>
      eb
        .selectFrom('oauth_grants')
        .whereRef('oauth_grants.user_id', '=', 'oauth_consents.user_id')
        .whereRef('oauth_grants.client_id', '=', 'oauth_consents.client_id')
        .where('oauth_grants.ended_at', 'is', null)
        .where('oauth_grants.refresh_expires_at', '>', app.clock.now())
        .select((inner) => inner.fn.max('oauth_grants.rotated_at').as('at'))
        .as('lastUsedAt'),
    )
    .orderBy('oauth_consents.given_at', 'desc')
    .orderBy('oauth_clients.id')
    .execute()
}

/**
 * Withdraws the actor's consent to a client: all its tokens for them end at once, unused codes become invalid,
 * and it has to ask for consent again. Throws not_found if there is no such consent.
 */
export function endConsent(app: App, actor: Actor, clientId: number): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const removed = await tx
      .deleteFrom('oauth_consents')
      .where('user_id', '=', actor.userId)
      .where('client_id', '=', clientId)
      .returning('client_id')
      .executeTakeFirst()
    if (!removed) throw notFound()
    await tx
      .deleteFrom('authorization_codes')
      .where('user_id', '=', actor.userId)
      .where('client_id', '=', clientId)
      .where('used_at', 'is', null)
      .execute()
    const { numUpdatedRows } = await tx
      .updateTable('oauth_grants')
      .set({ ended_at: now, ended_because: 'ended by its user' })
      .where('user_id', '=', actor.userId)
      .where('client_id', '=', clientId)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    return {
      result: undefined,
      events: [
        {
          name: 'consent.ended',
          organisationId: actor.organisationId,
          resource: { kind: 'client', id: clientId },
          subject: null,
          facts: { userId: actor.userId, grants: Number(numUpdatedRows) },
        },
      ],
    }
  })
}
