// Identifies the calling client, and verifies its secret.
import { sql } from 'kysely'
import type { App } from '../platform/app.ts'
import { hashOfSecret, sameHash } from '../platform/secrets/crypto.ts'
import {
  countFailedAttempt,
  type AttemptSource,
  attemptKey,
  type AttemptLimit,
  checkAttemptLimit,
} from '../platform/secrets/attempt-limit.ts'
import { type Client, clientOf, clients, findClient, longestClientId } from './client.ts'
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

/**
 * The client, if it is active and authenticated as its registration requires: a secret that is sent must be correct,
 * and may be omitted only if it is optional. Throws invalid_client otherwise, and too_many_requests after too many
 * wrong secrets for this client from this address.
 */
export async function authenticateClient(
  app: App,
  { clientId, secret, ip }: ClientCredentials,
): Promise<AuthenticatedClient> {
  if (secret === undefined) {
    const client = await findClient(app.db, clientId)
    if (client?.status !== 'Active') throw clientNotValid(clientId)
    if (client.secretRequired) throw secretNotCorrect()
    return { client, withSecret: false }
  }
  const guesser = { subject: clientId, ip }
  const found = await findClientWithSecrets(app, clientId, guesser)
  if (found?.client.status !== 'Active') throw clientNotValid(clientId)
  checkAttemptLimit(wrongSecrets, found.counted, app.clock.now())
  const given = hashOfSecret(secret)
  // every hash is compared, so that the timing does not reveal a near match
  const right = found.hashes.map((hash) => sameHash(hash, given)).includes(true)
  if (!right) {
    await countFailedAttempt(app, wrongSecrets, guesser)
    throw secretNotCorrect()
  }
  return { client: found.client, withSecret: true }
}

/** in one query, because every token refresh comes through here */
async function findClientWithSecrets({ db, clock }: App, clientId: string, guesser: AttemptSource) {
  if (clientId.length > longestClientId) return undefined
  const row = await clients(db, clientId)
    .leftJoin('guesses', (join) => join.on('guesses.key', '=', attemptKey(wrongSecrets, guesser)))
    .select(['guesses.count', 'guesses.ends_at'])
    .select(
      sql<Buffer[]>`array(
        select hash from oauth_client_secrets s
        where s.client_id = oauth_clients.id and (s.expires_at is null or s.expires_at > ${clock.now()}))`.as(
        'hashes',
      ),
    )
    .executeTakeFirst()
  if (!row) return undefined
  const { count, ends_at } = row
  const counted = count === null || ends_at === null ? undefined : { count, ends_at }
  return { client: clientOf(row), hashes: row.hashes, counted }
}
