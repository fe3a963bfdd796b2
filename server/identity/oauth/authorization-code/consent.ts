// The user's side of an authorization request: what is shown, and the decision.
import { sql } from 'kysely'
import { checkAct, isProven } from '../../../platform/acts.ts'
import { type Actor, hasRight } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { internalTransaction, change, type DomainEvent } from '../../../platform/events/change.ts'
import type { Reader, Tx } from '../../../platform/postgres/database.ts'
import { conflict, forbidden, notFound } from '../../../platform/errors.ts'
import { clientServesUser } from '../client.ts'
import { answerAddress, mayRedirectTo } from '../redirect-uri.ts'
import { notListed } from './authorization-request.ts'
import { issueCode } from './code.ts'

type Decision = 'allow' | 'deny'

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

/**
 * Whether the user can use the client at all, and whether they have already consented: to the client with this redirect
 * address, and since it was last given another one or another secret.
 */
export async function consentState(
  db: Reader,
  userId: string,
  { client_id: clientId, redirect_uri: redirectUri }: Pick<OpenRequest, 'client_id' | 'redirect_uri'>,
): Promise<{ readonly permitted: boolean; readonly consentGiven: boolean }> {
  const row = await db
    .selectFrom('users')
    .innerJoin('oauth_clients', (join) => join.on('oauth_clients.id', '=', clientId))
    .leftJoin('oauth_consents', (join) =>
      join
        .onRef('oauth_consents.user_id', '=', 'users.id')
        .onRef('oauth_consents.client_id', '=', 'oauth_clients.id')
        .onRef('oauth_consents.client_version', '=', 'oauth_clients.consent_version')
        .on('oauth_consents.redirect_uris', '@>', sql<string[]>`array[${redirectUri}]::text[]`),
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

/** What somebody decides, and whether they did: a page that goes on for them must have their consent already. */
export interface MadeDecision {
  readonly decision: Decision
  readonly asked: boolean
}

/**
 * Decides an open request, once, and returns the address at which the client gets the answer. Allowing asks for a fresh
 * proof where it is new, and whenever the tokens could do what asks for one by the person's role or permissions; the
 * tokens of others are marked where there is none. Throws conflict where nobody was asked and there is no consent.
 */
export async function decideRequest(
  app: App,
  actor: Actor,
  id: string,
  { decision, asked }: MadeDecision,
): Promise<string> {
  const request = await findOpenRequest(app, id)
  if (!request) throw notFound()
  // the redirect addresses of the client may have changed since the request was checked
  if (!mayRedirectTo(app.config, { redirectUris: request.redirect_uris }, request.redirect_uri)) {
    throw notListed()
  }
  // users whom the client does not serve can still send it a denial
  const { permitted } = await consentState(app.db, actor.userId, request)
  if (decision === 'allow' && !permitted) {
    throw forbidden(`${request.client_name} is not available to people of your organisation`)
  }
  const parameters: Record<string, string> =
    decision === 'allow' ? { code: await allow(app, actor, id, { ...request, asked }) } : await deny(app, id)
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

/** Whether the tokens can do what asks for a fresh proof beyond the person's own account. */
const isPowerful = (actor: Actor) => hasRight(actor, 'administer') || hasRight(actor, 'manage-integrations')

const allow = (app: App, actor: Actor, id: string, request: OpenRequest & Pick<MadeDecision, 'asked'>) =>
  change(app, actor, async (tx, now) => {
    await markDecided(tx, id, now)
    // so that the client is not changed before the consent to it is stored
    await tx
      .selectFrom('oauth_clients')
      .where('id', '=', request.client_id)
      .select('id')
      .forShare()
      .executeTakeFirst()
    const { consentGiven: isGiven } = await consentState(tx, actor.userId, request)
    if (!isGiven && !request.asked)
      throw conflict(`${request.client_name} was changed, or sends you to another address. Decide again.`)
    if (!isGiven || isPowerful(actor)) checkAct(actor, 'applications', now)
    if (!isGiven) await storeConsent(tx, actor.userId, request, now)
    const code = await issueCode(
      tx,
      {
        clientId: request.client_id,
        userId: actor.userId,
        redirectUri: request.redirect_uri,
        codeChallenge: request.code_challenge,
        unproven: !isProven(actor, now),
      },
      now,
    )
    return { result: code, events: isGiven ? [] : [consentGiven(actor, request)] }
  })

// what was consented to before the client was changed does not count any more
const storeConsent = (tx: Tx, userId: string, request: OpenRequest, now: Date) =>
  sql`insert into oauth_consents as old (user_id, client_id, given_at, client_version, redirect_uris)
      select ${userId}, id, ${now}, consent_version, array[${request.redirect_uri}]::text[]
      from oauth_clients where id = ${request.client_id}
      on conflict (user_id, client_id) do update set
        given_at = excluded.given_at, client_version = excluded.client_version,
        redirect_uris = case when old.client_version = excluded.client_version
          then old.redirect_uris || excluded.redirect_uris else excluded.redirect_uris end`.execute(tx)

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
