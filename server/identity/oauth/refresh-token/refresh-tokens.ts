// The refresh grant: a live refresh token is exchanged for the next pair and is then spent. This file decides what
// happens if a spent one is reused (docs/decisions/0028).
import type { App } from '../../../platform/app.ts'
import { systemActor } from '../../../platform/events/change.ts'
import { coalesceWork } from '../../../platform/postgres/coalesced-work.ts'
import { statement } from '../../../platform/postgres/statement.ts'
import { hashOfSecret } from '../../../platform/secrets/crypto.ts'
import { fullName } from '../../users/user.ts'
import { type Client, clientServesUser } from '../client.ts'
import {
  checkClient,
  type ClientCredentials,
  clientsWithSecrets,
  type FoundClient,
  secretsInput,
  type SecretsInput,
} from '../client-authentication.ts'
import { createGrantRotation, endGrant, type Rotation, type TokenPair } from '../grants.ts'
import { missingFromBody, refreshTokenExpired, refreshTokenNotValid, secretNotCorrect } from '../refusal.ts'

interface Refresh {
  /** Undefined if none was sent, which is reported once the client is authenticated. */
  readonly refreshToken: string | undefined
  readonly requestId: string
  /** Called when the token is found to be live, before it is spent; what it throws refuses the refresh. */
  readonly proven?: (by: { readonly client: Client; readonly userId: string }) => void
}

// a retry after a lost response, or two concurrent requests, must not sign out an honest client
const graceMilliseconds = 60_000

/** Authenticates a client and exchanges its refresh token for the next pair. */
export type RefreshTokens = (credentials: ClientCredentials, refresh: Refresh) => Promise<TokenPair>

/**
 * Refreshes tokens for one process. Authenticates the client (see `authenticateClient`) and exchanges a live refresh
 * token for the next pair: of any number of concurrent requests exactly one succeeds. A spent token is rejected; if it
 * is reused more than a minute after it was spent, or after its successor was used, someone else has it, and the whole
 * grant ends.
 */
export function createTokenRefresh(app: App): RefreshTokens {
  const rotate = createGrantRotation(app)
  const find = coalesceWork((inputs: readonly TokenInput[]) => findClientAndToken.runForEach(app.db, inputs))
  return async (credentials, { refreshToken, requestId, proven }) => {
    const input = secretsInput(app, credentials)
    const hash = hashOfSecret(refreshToken ?? '')
    const [found] = input ? await find({ ...input, hash }) : []
    const { client, withSecret } = await checkClient(app, credentials, found)
    if (refreshToken === undefined) throw missingFromBody('refresh_token')
    const token = found && tokenIn(found)
    if (!token) throw refreshTokenNotValid()
    if (token.ended_at !== null) throw refreshTokenNotValid()
    if (token.with_secret && !withSecret) throw secretNotCorrect()
    if (token.generation !== token.live_generation) return refuseSpent(app, token, requestId)
    if (token.expires_at <= app.clock.now()) throw refreshTokenExpired(token.expires_at)
    if (!token.user_may_use_client) throw refreshTokenNotValid()
    proven?.({ client, userId: token.user_id })
    return (await rotate(rotationOf(token, client))) ?? refuseSpent(app, token, requestId)
  }
}

const rotationOf = (token: Token, client: Client): Rotation => ({
  grantId: token.grant_id,
  generation: token.generation,
  withSecret: token.with_secret,
  holder: {
    userId: token.user_id,
    userName: fullName(token),
    email: token.email,
    organisationId: token.user_organisation_id,
    clientId: client.id,
    clientPublicId: client.publicId,
  },
})

interface TokenInput extends SecretsInput {
  readonly hash: Buffer
}

/** One statement, because every refresh begins with it: the client, and the token if it is one of this client. */
export const findClientAndToken = statement((input: TokenInput, db) =>
  clientsWithSecrets(db, input)
    .leftJoin('refresh_tokens', (join) => join.on('refresh_tokens.hash', '=', input.hash))
    .leftJoin('oauth_grants', (join) =>
      join
        .onRef('oauth_grants.id', '=', 'refresh_tokens.grant_id')
        .onRef('oauth_grants.client_id', '=', 'oauth_clients.id'),
    )
    .leftJoin('users', 'users.id', 'oauth_grants.user_id')
    .select([
      'oauth_grants.id as grant_id',
      'refresh_tokens.generation',
      'refresh_tokens.expires_at',
      'oauth_grants.user_id',
      'oauth_grants.with_secret',
      'oauth_grants.ended_at',
      'oauth_grants.generation as live_generation',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.organisation_id as user_organisation_id',
    ])
    .select((eb) => eb.and([eb('users.status', '=', 'Active'), clientServesUser]).as('user_may_use_client')),
)

type Found = Awaited<ReturnType<typeof findClientAndToken.run>>[number]
type TokenColumn = Exclude<keyof Found, keyof FoundClient>
/** The columns of the token, which are all there if one of them is; only the end of the grant may be open. */
type Token = {
  readonly [Column in TokenColumn]: Column extends 'ended_at' ? Found[Column] : NonNullable<Found[Column]>
}

const tokenIn = (found: Found): Token | undefined => (found.grant_id === null ? undefined : (found as Token))

async function refuseSpent(
  app: App,
  token: { readonly grant_id: number; readonly generation: number },
  requestId: string,
): Promise<never> {
  const grant = await app.db
    .selectFrom('oauth_grants')
    .where('id', '=', token.grant_id)
    .where('ended_at', 'is', null)
    .select(['generation', 'rotated_at'])
    .executeTakeFirst()
  if (!grant) throw refreshTokenNotValid()
  const successorUnused = grant.generation === token.generation + 1
  const sinceSpent = app.clock.now().getTime() - grant.rotated_at.getTime()
  if (!successorUnused || sinceSpent > graceMilliseconds) {
    app.log.warn({ grantId: token.grant_id, requestId }, 'a spent refresh token was reused; its grant ends')
    await endGrant(
      app,
      { ...systemActor('token endpoint'), requestId },
      token.grant_id,
      'a refresh token was used twice',
    )
  }
  throw refreshTokenNotValid()
}
