// The refresh grant: a live refresh token is exchanged for the next pair and is then spent. This file decides what
// happens if a spent one is reused (docs/decisions/0028).
import type { App } from '../../platform/app.ts'
import { internalTransaction, systemActor } from '../../platform/change.ts'
import { hashOfSecret } from '../../platform/secrets/crypto.ts'
import { fullName } from '../../users/user.ts'
import { clientServesUser } from '../client.ts'
import type { AuthenticatedClient } from '../client-authentication.ts'
import { endGrant, rotateGrant, type TokenPair } from '../grants.ts'
import { refreshTokenExpired, refreshTokenNotValid, secretNotCorrect } from '../refusal.ts'

export interface Refresh {
  readonly refreshToken: string
  readonly requestId: string
}

// a retry after a lost response, or two concurrent requests, must not sign out an honest client
const graceMilliseconds = 60_000

/**
 * Exchanges a live refresh token for the next pair: of any number of concurrent requests exactly one succeeds. A spent
 * token is rejected; if it is reused more than a minute after it was spent, or after its successor was used, someone
 * else has it, and the whole grant ends.
 */
export async function refreshTokens(
  app: App,
  { client, withSecret }: AuthenticatedClient,
  refresh: Refresh,
): Promise<TokenPair> {
  const token = await findRefreshToken(app, refresh.refreshToken)
  if (token?.client_id !== client.id) throw refreshTokenNotValid()
  if (token.ended_at !== null) throw refreshTokenNotValid()
  if (token.with_secret && !withSecret) throw secretNotCorrect()
  if (token.generation !== token.live_generation) return refuseSpent(app, token, refresh.requestId)
  if (token.expires_at <= app.clock.now()) throw refreshTokenExpired(token.expires_at)
  if (!token.user_may_use_client) throw refreshTokenNotValid()

  const pair = await internalTransaction(app, (tx) =>
    rotateGrant(app, tx, {
      grantId: token.grant_id,
      generation: token.generation,
      withSecret: token.with_secret,
      holder: {
        userId: token.user_id,
        userName: fullName(token),
        email: token.email,
        organisationId: token.organisation_id,
        clientId: client.id,
        clientPublicId: client.publicId,
      },
    }),
  )
  return pair ?? refuseSpent(app, token, refresh.requestId)
}

function findRefreshToken(app: App, refreshToken: string) {
  return app.db
    .selectFrom('refresh_tokens')
    .innerJoin('oauth_grants', 'oauth_grants.id', 'refresh_tokens.grant_id')
    .innerJoin('oauth_clients', 'oauth_clients.id', 'oauth_grants.client_id')
    .innerJoin('users', 'users.id', 'oauth_grants.user_id')
    .where('refresh_tokens.hash', '=', hashOfSecret(refreshToken))
    .select([
      'refresh_tokens.grant_id',
      'refresh_tokens.generation',
      'refresh_tokens.expires_at',
      'oauth_grants.client_id',
      'oauth_grants.user_id',
      'oauth_grants.with_secret',
      'oauth_grants.ended_at',
      'oauth_grants.generation as live_generation',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.organisation_id',
    ])
    .select((eb) => eb.and([eb('users.status', '=', 'Active'), clientServesUser]).as('user_may_use_client'))
    .executeTakeFirst()
}

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
