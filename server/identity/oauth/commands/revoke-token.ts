// Revocation (RFC 7009) of tokens by their client.
import type { App } from '../../../platform/app.ts'
import { hashOfSecret } from '../../../platform/secrets/crypto.ts'
import type { AuthenticatedClient } from '../client-authentication.ts'
import { endGrant } from '../grants.ts'
import { secretNotCorrect } from '../refusal.ts'

/**
 * Ends the grant of a refresh or access token, with all its tokens. A token that is unknown, invalid or of another
 * client changes nothing and gets the same response. Throws invalid_client if the grant was started with a secret and
 * none is sent now.
 */
export async function revokeToken(
  app: App,
  { client, withSecret }: AuthenticatedClient,
  { token, requestId }: { readonly token: string; readonly requestId: string },
): Promise<void> {
  const grant = await findGrantOf(app, token)
  if (grant?.client_id !== client.id) return
  if (grant.with_secret && !withSecret) throw secretNotCorrect()
  const via = { kind: 'token', clientId: client.id, grantId: grant.id } as const
  await endGrant(app, { userId: grant.user_id, via, requestId }, grant.id, 'revoked by its client')
}

async function findGrantOf(app: App, token: string) {
  const grantId = (await grantIdOfRefreshToken(app, token)) ?? (await grantIdOfAccessToken(app, token))
  if (grantId === undefined) return undefined
  return app.db
    .selectFrom('oauth_grants')
    .where('id', '=', grantId)
    .where('ended_at', 'is', null)
    .select(['id', 'client_id', 'user_id', 'with_secret'])
    .executeTakeFirst()
}

async function grantIdOfRefreshToken({ db }: App, token: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('refresh_tokens')
    .where('hash', '=', hashOfSecret(token))
    .select('grant_id')
    .executeTakeFirst()
  return row?.grant_id
}

/** An expired access token identifies its grant too: its refresh token may be live. */
async function grantIdOfAccessToken({ keys }: App, token: string): Promise<number | undefined> {
  const verified = await keys.verify(token)
  const gid = verified?.claims['gid']
  return typeof gid === 'number' ? gid : undefined
}
