// Introspection (RFC 7662): a client queries the current state of its own token.
import type { App } from '../../platform/app.ts'
import { hashOfSecret } from '../../platform/secrets/crypto.ts'
import type { AccessTokenClaims } from './access-token.ts'
import { type Client, clientServesUser } from './client.ts'

/** The response for a live token; for any other, only that it is inactive. */
export interface LiveToken {
  readonly kind: 'access' | 'refresh'
  readonly userId: string
  readonly email: string
  readonly issuedAt: Date
  readonly expiresAt: Date
  readonly tokenId?: string
}

/** The token, if it is live and was issued to this client; undefined otherwise. */
export async function introspect(app: App, client: Client, token: string): Promise<LiveToken | undefined> {
  return (await introspectRefresh(app, client, token)) ?? (await introspectAccess(app, client, token))
}

const liveGrants = ({ db }: App, client: Client) =>
  db
    .selectFrom('oauth_grants')
    .innerJoin('users', 'users.id', 'oauth_grants.user_id')
    .innerJoin('oauth_clients', 'oauth_clients.id', 'oauth_grants.client_id')
    .where('oauth_grants.client_id', '=', client.id)
    .where('oauth_grants.ended_at', 'is', null)
    .where('users.status', '=', 'Active')
    .where(clientServesUser)

async function introspectRefresh(app: App, client: Client, token: string): Promise<LiveToken | undefined> {
  const row = await liveGrants(app, client)
    .innerJoin('refresh_tokens', (join) =>
      join
        .onRef('refresh_tokens.grant_id', '=', 'oauth_grants.id')
        .onRef('refresh_tokens.generation', '=', 'oauth_grants.generation'),
    )
    .where('refresh_tokens.hash', '=', hashOfSecret(token))
    .where('refresh_tokens.expires_at', '>', app.clock.now())
    .select(['users.id', 'users.email', 'refresh_tokens.issued_at', 'refresh_tokens.expires_at'])
    .executeTakeFirst()
  return (
    row && {
      kind: 'refresh',
      userId: row.id,
      email: row.email,
      issuedAt: row.issued_at,
      expiresAt: row.expires_at,
    }
  )
}

async function introspectAccess(app: App, client: Client, token: string): Promise<LiveToken | undefined> {
  const claims = (await app.keys.verify(token))?.claims as AccessTokenClaims | undefined
  if (!claims || claims.exp * 1_000 <= app.clock.now().getTime()) return undefined
  const row = await liveGrants(app, client)
    .where('oauth_grants.id', '=', claims.gid)
    .select(['users.id', 'users.email'])
    .executeTakeFirst()
  return (
    row && {
      kind: 'access',
      userId: row.id,
      email: row.email,
      issuedAt: new Date(claims.iat * 1_000),
      expiresAt: new Date(claims.exp * 1_000),
      tokenId: claims.jti,
    }
  )
}
