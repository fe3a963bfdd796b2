// From an access token to its user, with current rights. Reasons and measurements:
// docs/decisions/0003-token-verification.md.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { copiesLiveMs } from '../../platform/postgres/announcements.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { createTtlCache } from '../../platform/ttl-cache.ts'
import { snapshotFromRow, selectSnapshot } from '../users/authorization-snapshot.ts'
import { type AccessTokenClaims, createTokenVerifier } from './access-token.ts'
import { clientServesUser } from './client.ts'

interface BearerOptions {
  /** How long an authorization snapshot is cached at most; changes are announced, so that they take effect at once. */
  readonly milliseconds?: number
  readonly monotonic?: () => number
}

const rememberedGrants = 20_000

/**
 * Returns the actor of an access token; undefined if it is not valid. One query per grant and 450 ms checks that the
 * user is active, the grant live and the client active; on every process an end takes effect before it is answered.
 */
export function createTokenAuthenticator(
  app: Pick<App, 'keys' | 'clock' | 'db' | 'database'>,
  { milliseconds = copiesLiveMs, ...options }: BearerOptions = {},
): (token: string) => Actor | undefined | Promise<Actor | undefined> {
  const verify = createTokenVerifier(app)
  const remembered = createTtlCache<Actor | undefined>({
    milliseconds,
    limit: rememberedGrants,
    announced: { by: app.database.announcements, topic: 'rights' },
    ...options,
  })
  const actorOf = (claims: AccessTokenClaims | undefined) =>
    claims &&
    remembered.get(`${claims.gid}`, () => findGrantActor(app.db, { userId: claims.sub, grantId: claims.gid }))
  return (token) => {
    const claims = verify(token)
    return claims instanceof Promise ? claims.then(actorOf) : actorOf(claims)
  }
}

/** The actor of a live grant as it is now; undefined if the grant, its user or its client has ended. */
export async function findGrantActor(
  db: Reader,
  { userId, grantId }: { readonly userId: string; readonly grantId: number },
): Promise<Actor | undefined> {
  const row = await selectSnapshot(db, userId)
    .innerJoin('oauth_grants', 'oauth_grants.user_id', 'users.id')
    .innerJoin('oauth_clients', 'oauth_clients.id', 'oauth_grants.client_id')
    .where('oauth_grants.id', '=', grantId)
    .where('oauth_grants.ended_at', 'is', null)
    .where(clientServesUser)
    .select(['oauth_grants.client_id', 'oauth_grants.unproven'])
    .executeTakeFirst()
  if (!row) return undefined
  return {
    ...snapshotFromRow(row),
    via: { kind: 'token', clientId: row.client_id, grantId, ...(row.unproven ? { unproven: true } : {}) },
    requestId: null,
  }
}
