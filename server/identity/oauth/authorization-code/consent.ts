// The user's side of an authorization request: what is shown, and the decision.
import type { Actor } from '../../../platform/actor.ts'
import { hasRight } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { internalTransaction, change, type DomainEvent } from '../../../platform/events/change.ts'
import type { Reader, Tx } from '../../../platform/postgres/database.ts'
import { forbidden, notFound } from '../../../platform/errors.ts'
import { clientServesUser } from '../client.ts'
import { answerAddress, mayRedirectTo } from '../redirect-uri.ts'
import { notListed } from './authorization-request.ts'
import { issueCode } from './code.ts'

export type Decision = 'allow' | 'deny'

/** An open request; undefined if it is unknown, expired or decided. */
export async function findOpenRequest(app: Pick<App, 'db' | 'clock'>, id: string) {
  return app.db
    .selectFrom('authorization_requests')
    .innerJoin('oauth_clients', 'oauth_clients.id', 'authorization_requests.client_id')
    .innerJoin('organisations', 'organisations.id', 'oauth_clients.organisation_id')
    .where('authorization_requests.id', '=', id)
    .where('authorization_requests.decided_at', 'is', null)
    .where('authorization_requests.expires_at', '>', app.clock.now())
    .select([
      'authorization_requests.client_id',
      'authorization_requests.redirect_uri',
      'authorization_requests.state_as_sent',
      'authorization_requests.code_challenge',
      'authorization_requests.expires_at',
      'oauth_clients.name as client_name',
      'oauth_clients.contact_email',
      'oauth_clients.redirect_uris',
      'organisations.name as organisation_name',
    ])
    .executeTakeFirst()
}

type OpenRequest = NonNullable<Awaited<ReturnType<typeof findOpenRequest>>>

/** Whether the user can use the client at all, and whether they have already consented. */
export async function consentState(
  db: Reader,
  userId: string,
  clientId: number,
): Promise<{ readonly permitted: boolean; readonly consentGiven: boolean }> {
  const row = await db
    .selectFrom('users')
    .innerJoin('oauth_clients', (join) => join.on('oauth_clients.id', '=', clientId))
    .leftJoin('oauth_consents', (join) =>
      join
        .onRef('oauth_consents.user_id', '=', 'users.id')
        .onRef('oauth_consents.client_id', '=', 'oauth_clients.id'),
    )
    .where('users.id', '=', userId)
    .where('users.status', '=', 'Active')
    .where(clientServesUser)
    .select('oauth_consents.given_at')
    .executeTakeFirst()
  return { permitted: row !== undefined, consentGiven: (row?.given_at ?? null) !== null }
}

/** What a client will be able to do on behalf of this user, as sentences for the consent page. */
export function rightsOf(actor: Actor | undefined): readonly string[] {
  const rights = [
    'See the matters, contracts and files that you can see, and download them',
    'Create and change them wherever you can',
    'See the people, teams, organisations and invoices that you can see',
    'Be notified when something you have access to changes',
  ]
  if (actor && hasRight(actor, 'manage-integrations')) {
    rights.push('Manage the integration clients of your organisation')
  }
  if (actor && hasRight(actor, 'administer')) rights.push('Administer your organisation as you can')
  return rights
}

/** Decides an open request, once, and returns the address at which the client gets the answer. */
export async function decideRequest(app: App, actor: Actor, id: string, decision: Decision): Promise<string> {
  const request = await findOpenRequest(app, id)
  if (!request) throw notFound()
  // the redirect addresses of the client may have changed since the request was checked
  if (!mayRedirectTo(app.config, { redirectUris: request.redirect_uris }, request.redirect_uri)) {
    throw notListed()
  }
  // users whom the client does not serve can still send it a denial
  const { permitted } = await consentState(app.db, actor.userId, request.client_id)
  if (decision === 'allow' && !permitted) {
    throw forbidden(`${request.client_name} is not available to people of your organisation`)
  }
  const parameters: Record<string, string> =
    decision === 'allow' ? { code: await allow(app, actor, id, request) } : await deny(app, id)
  return answerAddress({
    redirectUri: request.redirect_uri,
    stateAsSent: request.state_as_sent,
    parameters: { ...parameters, iss: app.config.publicUrl },
  })
}

const deny = (app: App, id: string) =>
  internalTransaction(app, async (tx, now) => {
    await markDecided(tx, id, now)
    return { error: 'access_denied', error_description: 'The user has denied the request' }
  })

const allow = (app: App, actor: Actor, id: string, request: OpenRequest) =>
  change(app, actor, async (tx, now) => {
    await markDecided(tx, id, now)
    const given = await tx
      .insertInto('oauth_consents')
      .values({ user_id: actor.userId, client_id: request.client_id, given_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('client_id')
      .executeTakeFirst()
    const code = await issueCode(
      tx,
      {
        clientId: request.client_id,
        userId: actor.userId,
        redirectUri: request.redirect_uri,
        codeChallenge: request.code_challenge,
      },
      now,
    )
    return { result: code, events: given ? [consentGiven(actor, request)] : [] }
  })

async function markDecided(tx: Tx, id: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('authorization_requests')
    .set({ decided_at: now })
    .where('id', '=', id)
    .where('decided_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
}

const consentGiven = (actor: Actor, request: OpenRequest): DomainEvent => ({
  name: 'consent.given',
  organisationId: actor.organisationId,
  resource: { kind: 'client', id: request.client_id },
  subject: null,
  facts: { userId: actor.userId, client: request.client_name },
})
