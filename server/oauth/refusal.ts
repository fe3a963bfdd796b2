// Refusals of the OAuth endpoints: the error codes of RFC 6749 with the messages of the specification, to the letter.
import { AppError, clipped } from '../platform/errors.ts'

export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable'

/** A refusal that is answered as `{error, error_description}` (RFC 6749 section 5.2). */
export class OAuthRefusal extends AppError {
  readonly error: OAuthErrorCode

  constructor(error: OAuthErrorCode, message: string) {
    super(error === 'invalid_client' ? 'unauthorized' : 'bad_request', message)
    this.error = error
  }
}

/** A parameter that the request needs and does not have. */
export const missingFromBody = (name: string) =>
  new OAuthRefusal('invalid_request', `Required parameter missing from request body: ${name}`)

/** The client is unknown or disabled. */
export const clientNotValid = (clientId: string) =>
  new OAuthRefusal('invalid_client', clientNotValidText(clientId))

/** What is told of an unknown or disabled client, here and on the page of the authorize address. */
export const clientNotValidText = (clientId: string): string =>
  `Client is not valid: "${clipped(clientId, 200)}"`

/** The secret is wrong, or missing where the client must send it or the code was exchanged with it. */
export const secretNotCorrect = () =>
  new OAuthRefusal('invalid_client', 'Supplied parameter is not correct: client_secret')

/** The code is unknown, used, too old, or of another client; which of these is not told. */
export const codeNotValid = () =>
  new OAuthRefusal('invalid_grant', 'Supplied authorization_code is not valid or has expired')

/** The redirect address is not the very one that the code was given for. */
export const redirectUriDiffers = (authorized: string) =>
  new OAuthRefusal(
    'invalid_grant',
    `Supplied redirect URI doesn't match the one used for authorize endpoint (${authorized})`,
  )

/** The proof of PKCE (RFC 7636) fails; `why` says how. */
export const verifierNotCorrect = (why: string) =>
  new OAuthRefusal('invalid_grant', `Supplied parameter is not correct: code_verifier (${why})`)

/** The refresh token is unknown, spent, or of another client; which of these is not told. */
export const refreshTokenNotValid = () => new OAuthRefusal('invalid_grant', 'Refresh token is not valid')

/** The refresh token was good until `at`. */
export const refreshTokenExpired = (at: Date) =>
  new OAuthRefusal('invalid_grant', `Supplied refresh_token expired at '${at.toISOString()}'`)
