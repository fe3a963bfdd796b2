// Errors of the OAuth endpoints: the error codes of RFC 6749 with the exact messages of the specification.
import { AppError, clipped } from '../../platform/errors.ts'

export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable'

/** An error returned as `{error, error_description}` (RFC 6749 section 5.2). */
export class OAuthRefusal extends AppError {
  readonly error: OAuthErrorCode

  constructor(error: OAuthErrorCode, message: string) {
    super(error === 'invalid_client' ? 'unauthorized' : 'bad_request', message)
    this.error = error
  }
}

/** A required parameter is missing. */
export const missingFromBody = (name: string) =>
  new OAuthRefusal('invalid_request', `Required parameter missing from request body: ${name}`)

/** The client is unknown or disabled. */
export const clientNotValid = (clientId: string) =>
  new OAuthRefusal('invalid_client', clientNotValidText(clientId))

/** The message for an unknown or disabled client, here and on the page of the authorize address. */
export const clientNotValidText = (clientId: string): string =>
  `Client is not valid: "${clipped(clientId, 200)}"`

/** The secret is wrong, or missing although the client must send it or the code was exchanged with it. */
export const secretNotCorrect = () =>
  new OAuthRefusal('invalid_client', 'Supplied parameter is not correct: client_secret')

/** The code is unknown, used, expired, or of another client; the response does not say which. */
export const codeNotValid = () =>
  new OAuthRefusal('invalid_grant', 'Supplied authorization_code is not valid or has expired')

/** The redirect address differs from the one the code was issued for. */
export const redirectUriDiffers = (authorized: string) =>
  new OAuthRefusal(
    'invalid_grant',
    `Supplied redirect URI doesn't match the one used for authorize endpoint (${authorized})`,
  )

/** The PKCE verification (RFC 7636) failed; `why` is the reason. */
export const verifierNotCorrect = (why: string) =>
  new OAuthRefusal('invalid_grant', `Supplied parameter is not correct: code_verifier (${why})`)

/** The refresh token is unknown, spent, or of another client; the response does not say which. */
export const refreshTokenNotValid = () => new OAuthRefusal('invalid_grant', 'Refresh token is not valid')

/** The refresh token was valid until `at`. */
export const refreshTokenExpired = (at: Date) =>
  new OAuthRefusal('invalid_grant', `Supplied refresh_token expired at '${at.toISOString()}'`)
