// Identifies the calling client, and verifies its secret.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { hashOfSecret, sameHash } from '../../platform/secrets/crypto.ts'
import {
  countFailedAttempt,
  attemptKey,
  type AttemptLimit,
  checkAttemptLimit,
} from '../../platform/secrets/attempt-limit.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { statement } from '../../platform/postgres/statement.ts'
import { type Client, clientOf, type ClientRow, clients, longestClientId } from './client.ts'
import { clientNotValid, secretNotCorrect } from './refusal.ts'

/** The credentials sent by a caller. */
export interface ClientCredentials {
  readonly clientId: string
  readonly secret: string | undefined
  readonly ip: string
}

/** An active client. */
export interface AuthenticatedClient {
  readonly client: Client
  /** Whether a secret was sent; if so, it was correct. */
  readonly withSecret: boolean
}

const wrongSecrets: AttemptLimit = { name: 'client secret', most: 30, minutes: 5 }

/** The values of a query for a client with its secrets. */
export interface SecretsInput {
  readonly clientId: string
  /** Of the count of wrong secrets. */
  readonly guesses: Buffer
  readonly now: Date
}

/** A query for the client with all that authentication needs of it, to be extended; see `secretsInput`. */
export const clientsWithSecrets = (db: Reader, { clientId, guesses, now }: SecretsInput) =>
  clients(db, clientId)
    .leftJoin('guesses', (join) => join.on('guesses.key', '=', guesses))
    .select(['guesses.count', 'guesses.ends_at'])
    .select(
      sql<Buffer[]>`array(
        select hash from oauth_client_secrets s
        where s.client_id = oauth_clients.id and (s.expires_at is null or s.expires_at > ${now}))`.as(
        'hashes',
      ),
    )

/** What `clientsWithSecrets` needs to find a client; undefined if there can be none with this id. */
export const secretsInput = (app: App, { clientId, ip }: ClientCredentials): SecretsInput | undefined =>
  clientId.length > longestClientId
    ? undefined
    : {
        clientId,
        guesses: attemptKey(wrongSecrets, { subject: clientId, ip }),
        now: app.clock.now(),
      }

const findClient = statement((input: SecretsInput, db) => clientsWithSecrets(db, input))

/** A row of `clientsWithSecrets`. */
export interface FoundClient extends ClientRow {
  readonly hashes: readonly Buffer[]
  readonly count: number | null
  readonly ends_at: Date | null
}

/**
 * The client, if it is active and authenticated as its registration requires: a secret that is sent must be correct,
 * and may be omitted only if it is optional. Throws invalid_client otherwise, and too_many_requests after too many
 * wrong secrets for this client from this address.
 */
export async function authenticateClient(
  app: App,
  credentials: ClientCredentials,
): Promise<AuthenticatedClient> {
  const input = secretsInput(app, credentials)
  const [found] = input ? await findClient.run(app.db, input) : []
  return checkClient(app, credentials, found)
}

/** The same for a client that has been looked up, or not found. */
export async function checkClient(
  app: App,
  { clientId, secret, ip }: ClientCredentials,
  found: FoundClient | undefined,
): Promise<AuthenticatedClient> {
  if (found?.status !== 'Active') throw clientNotValid(clientId)
  const client = clientOf(found)
  if (secret === undefined) {
    if (client.secretRequired) throw secretNotCorrect()
    return { client, withSecret: false }
  }
  const { count, ends_at } = found
  const counted = count === null || ends_at === null ? undefined : { count, ends_at }
  checkAttemptLimit(wrongSecrets, counted, app.clock.now())
  const given = hashOfSecret(secret)
  // every hash is compared, so that the timing does not reveal a near match
  const right = found.hashes.map((hash) => sameHash(hash, given)).includes(true)
  if (!right) {
    await countFailedAttempt(app, wrongSecrets, { subject: clientId, ip })
    throw secretNotCorrect()
  }
  return { client, withSecret: true }
}
