// Access tokens: what they say, and how one is made. They are not stored; what ends them is the end of their grant.
import { randomUUID } from 'node:crypto'
import type { App } from '../platform/app.ts'

/** The claims of a token of ours, after its signature was found right. */
export interface AccessTokenClaims {
  /** The user's id. */
  readonly sub: string
  readonly name: string
  readonly organisationId: number
  readonly client_id: string
  /** The grant that the token came from. */
  readonly gid: number
  readonly jti: string
  readonly iss: string
  readonly aud: string
  readonly iat: number
  readonly exp: number
}

/** Whom a token speaks for, and through what. */
export interface TokenHolder {
  readonly userId: string
  /** First and last name. */
  readonly name: string
  readonly organisationId: number
  readonly clientPublicId: string
  readonly grantId: number
}

/** Signs a token that starts now. */
export async function mintAccessToken(
  app: Pick<App, 'config' | 'keys'>,
  holder: TokenHolder,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const iat = Math.floor(now.getTime() / 1_000)
  const exp = iat + app.config.accessTokenSeconds
  const claims: AccessTokenClaims = {
    sub: holder.userId,
    name: holder.name,
    organisationId: holder.organisationId,
    client_id: holder.clientPublicId,
    gid: holder.grantId,
    jti: randomUUID(),
    iss: app.config.publicUrl,
    aud: app.config.publicUrl,
    iat,
    exp,
  }
  return { token: await app.keys.sign({ ...claims }), expiresAt: new Date(exp * 1_000) }
}

/** The claims of a token that this installation signed and that has not expired; undefined for anything else. */
export type TokenVerifier = (
  token: string,
) => AccessTokenClaims | undefined | Promise<AccessTokenClaims | undefined>

// at 600 characters a token this is at most some 20 MB
const rememberedTokens = 20_000

/**
 * Checks a token's signature once and remembers the result for the token's life. Expiry, and whether its key still counts, are
 * looked at each time. What the result does not say is whether user, grant and client are still allowed: see bearer.ts.
 */
export function createTokenVerifier(app: Pick<App, 'keys' | 'clock'>): TokenVerifier {
  const verified = new Map<string, { readonly claims: AccessTokenClaims; readonly kid: string }>()
  const isLive = ({ exp }: AccessTokenClaims) => exp * 1_000 > app.clock.now().getTime()
  const verify = async (token: string) => {
    const result = await app.keys.verify(token)
    if (!result) return undefined
    const claims = result.claims as unknown as AccessTokenClaims
    if (!isLive(claims)) return undefined
    verified.set(token, { claims, kid: result.kid })
    if (verified.size > rememberedTokens) verified.delete(verified.keys().next().value as string)
    return claims
  }
  return (token) => {
    const known = verified.get(token)
    if (!known) return verify(token)
    if (isLive(known.claims) && app.keys.knows(known.kid)) return known.claims
    verified.delete(token)
    return undefined
  }
}
