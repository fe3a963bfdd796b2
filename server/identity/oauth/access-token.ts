// Access tokens: their claims, and how they are issued. They are not stored; ending their grant invalidates them.
import { randomUUID } from 'node:crypto'
import type { App } from '../../platform/app.ts'

/** The claims of a token issued by this installation, after its signature has been verified. */
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

/** The user and client that a token acts for. */
export interface TokenHolder {
  readonly userId: string
  /** First and last name. */
  readonly name: string
  readonly organisationId: number
  readonly clientPublicId: string
  readonly grantId: number
}

/** Issues a token that is valid from now. */
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

// at 600 characters per token this is at most about 20 MB
const rememberedTokens = 20_000

/**
 * Verifies a token's signature once and caches the result for the token's lifetime. Expiry, and whether its key is
 * still valid, are checked each time. The result does not say whether user, grant and client are still active: see
 * bearer.ts.
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
