// Integration clients for those who manage them: the clients of their own organisation.
import { sql } from 'kysely'
import { type Actor, administers } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { DomainEvent, SystemActor } from '../../platform/events/change.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { badInput, badInputs, forbidden, notFound, type Reason, sentence } from '../../platform/errors.ts'
import type { Availability, ClientStatus } from './client.ts'
import { isRedirectUri } from './redirect-uri.ts'
import { bareObject } from '../../platform/bare-object.ts'

interface ClientSecret {
  readonly id: number
  readonly createdAt: Date
  /** Set once a newer secret has replaced it. */
  readonly expiresAt: Date | null
  readonly lastFour: string
}

export interface IntegrationClient {
  readonly id: number
  readonly publicId: string
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly contactEmail: string
  readonly confidential: boolean
  /**
   * Whether the secret must be sent with every call; otherwise it may be omitted, with shorter-lived refresh tokens.
   */
  readonly secretRequired: boolean
  readonly status: ClientStatus
  readonly availableTo: Availability
  /** Currently valid ones, newest first. */
  readonly secrets: readonly ClientSecret[]
  readonly createdAt: Date
  /** Who registered it; null for the operator. */
  readonly createdBy: string | null
  readonly updatedAt: Date
  /** Whether the reader may change it: only administrators may where one of them has allowed it. */
  readonly mayChange: boolean
}

const columns = [
  'id',
  'public_id',
  'name',
  'redirect_uris',
  'contact_email',
  'confidential',
  'secret_required',
  'status',
  'available_to',
  'created_at',
  'created_by',
  'updated_at',
] as const

/** The manager of an organisation's clients: a user with the permission, or the operator. */
export type ClientManager = Pick<Actor, 'organisationId'> &
  (Pick<Actor, 'userId' | 'role' | 'awayAt' | 'via' | 'requestId'> | SystemActor)

const ownClients = (db: Reader, actor: ClientManager) =>
  db
    .selectFrom('oauth_clients')
    .where('organisation_id', '=', actor.organisationId)
    .select([...columns])
    .select(isAllowedByAdministrator.as('administrators_only'))

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof ownClients>['executeTakeFirst']>>>

/** A page of the clients of the actor's organisation, by name. */
export async function listIntegrationClients(
  app: App,
  actor: Actor,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly IntegrationClient[]> {
  const rows = await ownClients(app.db, actor)
    .orderBy(sql`lower(name) collate "C"`)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return withSecrets(app, actor, rows)
}

/** One client of the actor's organisation; throws not_found for any other. */
export async function getIntegrationClient(app: App, actor: Actor, id: number): Promise<IntegrationClient> {
  const row = await ownClients(app.db, actor).where('id', '=', id).executeTakeFirst()
  const [client] = row ? await withSecrets(app, actor, [row]) : []
  if (!client) throw notFound()
  return client
}

/**
 * The client's row, locked until `tx` ends, so that concurrent changes to a client, and consents to it, are serialised;
 * throws not_found.
 */
export async function lockClient(tx: Tx, actor: ClientManager, id: number): Promise<Row> {
  const row = await ownClients(tx, actor).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Whether an administrator, of whichever organisation, has allowed the client. */
const isAllowedByAdministrator = sql<boolean>`exists (select from oauth_consents c join users u on u.id = c.user_id
  where c.client_id = oauth_clients.id and u.role = 'Administrator' and u.status = 'Active')`

/**
 * Rejects changes of what people have allowed of a client that an administrator has allowed, but by administrators: who
 * changes its addresses or knows its secret gets what administrators may do. Throws forbidden.
 */
export async function checkMayChangeAllowed(tx: Tx, actor: ClientManager, id: number): Promise<void> {
  if (!('role' in actor) || administers(actor)) return
  const allowed = await tx
    .selectFrom('oauth_clients')
    .where('id', '=', id)
    .where(isAllowedByAdministrator)
    .select('id')
    .executeTakeFirst()
  if (allowed)
    throw forbidden('An administrator has allowed this client, so only administrators may change it.')
}

/**
 * From now on everybody who has consented to the client is asked again. Answers the events of it, one for each of their
 * organisations, of which they are notified.
 */
export async function askConsentAgain(
  tx: Tx,
  { id, name }: Pick<Row, 'id' | 'name'>,
  because: 'address' | 'secret',
): Promise<readonly DomainEvent[]> {
  await tx
    .updateTable('oauth_clients')
    .set({ consent_version: sql`consent_version + 1` })
    .where('id', '=', id)
    .execute()
  const organisations = await tx
    .selectFrom('oauth_consents')
    .innerJoin('users', 'users.id', 'oauth_consents.user_id')
    .where('oauth_consents.client_id', '=', id)
    .select('users.organisation_id')
    .distinct()
    .execute()
  return organisations.map(({ organisation_id: organisationId }) => ({
    name: 'consent.outdated',
    organisationId,
    resource: { kind: 'client', id },
    subject: null,
    facts: { client: name, because },
  }))
}

async function withSecrets(
  { db, clock }: App,
  actor: Actor,
  rows: readonly Row[],
): Promise<readonly IntegrationClient[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const secrets = await db
    .selectFrom('oauth_client_secrets')
    .where('client_id', 'in', ids)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', clock.now())]))
    .select(['id', 'client_id', 'created_at', 'expires_at', 'last_four'])
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    publicId: row.public_id,
    name: row.name,
    redirectUris: row.redirect_uris,
    contactEmail: row.contact_email,
    confidential: row.confidential,
    secretRequired: row.secret_required,
    status: row.status as ClientStatus,
    availableTo: row.available_to as Availability,
    secrets: secrets
      .filter((secret) => secret.client_id === row.id)
      .map((secret) => ({
        id: secret.id,
        createdAt: secret.created_at,
        expiresAt: secret.expires_at,
        lastFour: secret.last_four,
      })),
    createdAt: row.created_at,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
    mayChange: administers(actor) || !row.administrators_only,
  }))
}

/** The properties that managers of a client can set. */
export interface ClientFields {
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly contactEmail: string
}

/** Throws bad_request if a client without a secret is to require one. */
export function checkSecretRequired(client: {
  readonly confidential: boolean
  readonly secretRequired: boolean
}): void {
  if (client.confidential || !client.secretRequired) return
  throw badInput('secretRequired', 'must be false: a client that is not confidential has no secret.')
}

const mostRedirectUris = 50

/** Throws bad_request naming each given field that is invalid. */
export function checkClientFields({ name, redirectUris, contactEmail }: Partial<ClientFields>): void {
  const errors = bareObject<Reason[]>()
  if (name !== undefined && (name.trim() === '' || name.length > 200)) {
    errors['name'] = ['must have 1 to 200 characters']
  }
  if (contactEmail !== undefined && !/^[^\s@]{1,64}@[^\s@]{1,255}$/.test(contactEmail)) {
    errors['contactEmail'] = ['must be an email address']
  }
  const mistakes = redirectUris === undefined ? [] : redirectUriMistakes(redirectUris)
  if (mistakes.length > 0) errors['redirectUris'] = mistakes
  if (Object.keys(errors).length > 0) throw badInputs(errors)
}

function redirectUriMistakes(uris: readonly string[]): Reason[] {
  if (uris.length > mostRedirectUris) return [`must be at most ${mostRedirectUris}`]
  if (new Set(uris).size < uris.length) return ['must not contain the same address twice']
  return uris
    .filter((uri) => !isRedirectUri(uri))
    .map((uri) =>
      sentence(`"${uri}" must be an absolute https address, or http on localhost, without fragment`),
    )
}
