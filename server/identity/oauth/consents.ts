// The consents that people have given to integrations: listing and withdrawing one's own, and those of colleagues.
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

/** A consent of a colleague. */
export interface GivenConsent extends Consent {
  readonly user: {
    readonly id: string
    readonly email: string
    readonly firstName: string
    readonly lastName: string
    readonly organizationId: number
  }
}

const consents = (app: App) =>
  app.db
    .selectFrom('oauth_consents')
    .innerJoin('oauth_clients', 'oauth_clients.id', 'oauth_consents.client_id')
    .innerJoin('organisations', 'organisations.id', 'oauth_clients.organisation_id')
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

/** The actor's consents, newest first. */
export async function listConsents(app: App, actor: Actor): Promise<readonly Consent[]> {
  return consents(app).where('oauth_consents.user_id', '=', actor.userId).execute()
}

/** Which consents of colleagues are listed: those to a client, and those of a person, if given. */
export interface ConsentFilter {
  readonly clientId: number | undefined
  readonly userId: string | undefined
  readonly limit: number
  readonly offset: number
}

/** A page of what people of the actor's organisation have consented to, newest first. */
export async function listGivenConsents(
  app: App,
  actor: Actor,
  { clientId, userId, limit, offset }: ConsentFilter,
): Promise<readonly GivenConsent[]> {
  const rows = await consents(app)
    .innerJoin('users', 'users.id', 'oauth_consents.user_id')
    .where('users.organisation_id', '=', actor.organisationId)
    .$if(clientId !== undefined, (query) => query.where('oauth_consents.client_id', '=', clientId ?? 0))
    .$if(userId !== undefined, (query) => query.where('oauth_consents.user_id', '=', userId ?? ''))
    .select(['users.id as userId', 'users.email', 'users.first_name', 'users.last_name'])
    .orderBy('oauth_consents.user_id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ userId: id, email, first_name: firstName, last_name: lastName, ...consent }) => ({
    ...consent,
    user: { id, email, firstName, lastName, organizationId: actor.organisationId },
  }))
}

/**
 * Withdraws the actor's consent to a client: all its tokens for them end at once, unused codes become invalid,
 * and it has to ask for consent again. Throws not_found if there is no such consent.
 */
export function endConsent(app: App, actor: Actor, clientId: number): Promise<void> {
  return endGivenConsent(app, actor, { userId: actor.userId, clientId })
}

/** The same for a person of the actor's organisation, who is asked for consent again. Throws not_found. */
export function endGivenConsent(
  app: App,
  actor: Actor,
  { userId, clientId }: { readonly userId: string; readonly clientId: number },
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const removed = await tx
      .deleteFrom('oauth_consents')
      .where('user_id', '=', userId)
      .where('client_id', '=', clientId)
      .where('user_id', 'in', (eb) =>
        eb.selectFrom('users').where('organisation_id', '=', actor.organisationId).select('id'),
      )
      .returning('client_id')
      .executeTakeFirst()
    if (!removed) throw notFound()
    const own = userId === actor.userId
    await tx
      .deleteFrom('authorization_codes')
      .where('user_id', '=', userId)
      .where('client_id', '=', clientId)
      .where('used_at', 'is', null)
      .execute()
    const { numUpdatedRows } = await tx
      .updateTable('oauth_grants')
      .set({ ended_at: now, ended_because: own ? 'ended by its user' : 'ended by a colleague' })
      .where('user_id', '=', userId)
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
          facts: { userId, grants: Number(numUpdatedRows) },
        },
      ],
    }
  })
}
