// Which client calls, and whether it has proved that with a secret.
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

/** What a caller says of itself. */
export interface ClientCredentials {
  readonly clientId: string
  readonly secret: string | undefined
  readonly ip: string
}

/** A client that is on. */
export interface AuthenticatedClient {
  readonly client: Client
  /** Whether a secret was given; it was right then. */
  readonly withSecret: boolean
}

const wrongSecrets: AttemptLimit = { name: 'client secret', most: 30, minutes: 5 }

/**
 * The client, when it is on and has proved itself as its registration asks: a secret that is given must be right, and may be
 * left out only where the client may do without. Refuses with invalid_client otherwise, and with too_many_requests after too
 * many wrong secrets for this client from this address.
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
  // every hash is compared, so that the time does not tell which one was near
  const right = found.hashes.map((hash) => sameHash(hash, given)).includes(true)
  if (!right) {
    await countFailedAttempt(app, wrongSecrets, guesser)
    throw secretNotCorrect()
  }
  return { client: found.client, withSecret: true }
}

/** In one query, because each refresh of each integration comes through here. */
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
