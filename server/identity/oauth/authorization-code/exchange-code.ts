// The authorization code grant: exchanges a code for a pair of tokens.
import type { App } from '../../../platform/app.ts'
import { internalTransaction, systemActor } from '../../../platform/events/change.ts'
import { hashOfSecret } from '../../../platform/secrets/crypto.ts'
import { fullName } from '../../users/user.ts'
import { clientServesUser } from '../client.ts'
import type { AuthenticatedClient } from '../client-authentication.ts'
import { beginGrant, endGrant, type TokenPair } from '../grants.ts'
import { verifierMistake } from './pkce.ts'
import { codeNotValid, redirectUriDiffers, verifierNotCorrect } from '../refusal.ts'

export interface CodeExchange {
  readonly code: string
  readonly redirectUri: string | undefined
  readonly codeVerifier: string | undefined
  readonly requestId: string
}

/**
 * Exchanges a code for a pair of tokens, once. A second use is rejected and ends the grant of the first one, because
 * one of the two users of the code must have stolen it (RFC 6749 section 4.1.2).
 */
export async function exchangeCode(
  app: App,
  { client, withSecret }: AuthenticatedClient,
  exchange: CodeExchange,
): Promise<TokenPair> {
  const hash = hashOfSecret(exchange.code)
  const code = await findCode(app, hash)
  if (code?.client_id !== client.id) throw codeNotValid()
  if (code.used_at !== null) return refuseSecondUse(app, hash, exchange.requestId)
  if (code.expires_at <= app.clock.now()) throw codeNotValid()
  if (!code.user_may_use_client) throw codeNotValid()
  if (code.redirect_uri !== exchange.redirectUri) throw redirectUriDiffers(code.redirect_uri)
  const mistake = verifierMistake(exchange.codeVerifier, code.code_challenge)
  if (mistake !== undefined) throw verifierNotCorrect(mistake)

  const pair = await internalTransaction(app, async (tx, now) => {
    // the row lock decides between concurrent uses
    const { numUpdatedRows } = await tx
      .updateTable('authorization_codes')
      .set({ used_at: now })
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return undefined
    const begun = await beginGrant(app, tx, {
      userId: code.user_id,
      userName: fullName(code),
      email: code.email,
      organisationId: code.organisation_id,
      clientId: client.id,
      clientPublicId: client.publicId,
      withSecret,
      unproven: code.unproven,
    })
    await tx
      .updateTable('authorization_codes')
      .set({ grant_id: begun.grantId })
      .where('hash', '=', hash)
      .execute()
    return begun
  })
  return pair ?? refuseSecondUse(app, hash, exchange.requestId)
}

function findCode(app: App, hash: Buffer) {
  return app.db
    .selectFrom('authorization_codes')
    .innerJoin('users', 'users.id', 'authorization_codes.user_id')
    .innerJoin('oauth_clients', 'oauth_clients.id', 'authorization_codes.client_id')
    .where('authorization_codes.hash', '=', hash)
    .select([
      'authorization_codes.client_id',
      'authorization_codes.user_id',
      'authorization_codes.redirect_uri',
      'authorization_codes.code_challenge',
      'authorization_codes.expires_at',
      'authorization_codes.used_at',
      'authorization_codes.unproven',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.organisation_id',
    ])
    .select((eb) => eb.and([eb('users.status', '=', 'Active'), clientServesUser]).as('user_may_use_client'))
    .executeTakeFirst()
}

async function refuseSecondUse(app: App, hash: Buffer, requestId: string): Promise<never> {
  const used = await app.db
    .selectFrom('authorization_codes')
    .where('hash', '=', hash)
    .select('grant_id')
    .executeTakeFirst()
  if (used?.grant_id) {
    app.log.warn(
      { grantId: used.grant_id, requestId },
      'an authorization code was used twice; its grant ends',
    )
    await endGrant(
      app,
      { ...systemActor('token endpoint'), requestId },
      used.grant_id,
      'its code was used twice',
    )
  }
  throw codeNotValid()
}
