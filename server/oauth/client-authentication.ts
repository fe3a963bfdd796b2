// Which client calls, and whether it has proved that with a secret.
import type { App } from '../platform/app.ts'
import { hashOfSecret, sameHash } from '../platform/crypto.ts'
import { countGuess, type GuessLimit, refuseGuesser } from '../platform/guesses.ts'
import { type Client, findClient } from './client.ts'
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

const wrongSecrets: GuessLimit = { name: 'client secret', most: 30, minutes: 5 }

/**
 * The client, when it is on and its secret, if one is given, is right. Refuses with invalid_client otherwise, and with
 * too_many_requests after too many wrong secrets for this client from this address.
 */
export async function authenticateClient(
  app: App,
  { clientId, secret, ip }: ClientCredentials,
): Promise<AuthenticatedClient> {
  const client = await findClient(app.db, clientId)
  if (client?.status !== 'Active') throw clientNotValid(clientId)
  if (secret === undefined) return { client, withSecret: false }
  const guesser = { subject: `${client.id}`, ip }
  const [hashes] = await Promise.all([hashesOf(app, client), refuseGuesser(app, wrongSecrets, guesser)])
  const given = hashOfSecret(secret)
  // every hash is compared, so that the time does not tell which one was near
  const right = hashes.map((hash) => sameHash(hash, given)).includes(true)
  if (!right) {
    await countGuess(app, wrongSecrets, guesser)
    throw secretNotCorrect()
  }
  return { client, withSecret: true }
}

async function hashesOf(app: App, client: Client): Promise<readonly Buffer[]> {
  const rows = await app.db
    .selectFrom('oauth_client_secrets')
    .where('client_id', '=', client.id)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', app.clock.now())]))
    .select('hash')
    .execute()
  return rows.map(({ hash }) => hash)
}
