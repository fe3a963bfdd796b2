// Refusals of the OAuth endpoints: the error codes of RFC 6749 with the messages of the specification, to the letter.
import { AppError } from '../platform/errors.ts'

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

export const missingFromBody = (name: string) =>
  new OAuthRefusal('invalid_request', `Required parameter missing from request body: ${name}`)

export const clientNotValid = (clientId: string) =>
  new OAuthRefusal('invalid_client', clientNotValidText(clientId))

export const clientNotValidText = (clientId: string): string => `Client is not valid: "${clientId}"`

export const secretNotCorrect = () =>
  new OAuthRefusal('invalid_client', 'Supplied parameter is not correct: client_secret')

export const codeNotValid = () =>
  new OAuthRefusal('invalid_grant', 'Supplied authorization_code is not valid or has expired')

export const redirectUriDiffers = (authorized: string) =>
  new OAuthRefusal(
    'invalid_grant',
    `Supplied redirect URI doesn't match the one used for authorize endpoint (${authorized})`,
  )

export const verifierNotCorrect = (why: string) =>
  new OAuthRefusal('invalid_grant', `Supplied parameter is not correct: code_verifier (${why})`)

export const refreshTokenNotValid = () => new OAuthRefusal('invalid_grant', 'Refresh token is not valid')

export const refreshTokenExpired = (at: Date) =>
  new OAuthRefusal('invalid_grant', `Supplied refresh_token expired at '${at.toISOString()}'`)
