// Shapes of the token endpoint.
import Type, { type Static } from 'typebox'
import type { App } from '../../../platform/app.ts'
import type { TokenPair } from '../grants.ts'

const text = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

export const TokenRequest = Type.Object({
  grant_type: Type.String({ description: '`authorization_code` or `refresh_token`.' }),
  client_id: Type.String(),
  client_secret: Type.Optional(
    Type.String({ description: 'Only if it can be kept confidential; may be sent with Basic instead.' }),
  ),
  code: Type.Optional(Type.String({ description: 'For the authorization_code grant.' })),
  redirect_uri: Type.Optional(Type.String({ description: 'The one from the authorization request.' })),
  code_verifier: Type.Optional(Type.String({ description: 'If the request had a code_challenge.' })),
  refresh_token: Type.Optional(Type.String({ description: 'For the refresh_token grant.' })),
})

export const TokenResponse = Type.Object(
  {
    access_token: text('JWT to send as `Authorization: Bearer`.'),
    token_type: text('`Bearer`.'),
    expires_in: Type.Integer({ format: 'int64', description: 'Seconds until the access token expires.' }),
    refresh_token: text('Valid for a single use, to get the next pair.'),
    userName: text('The user’s email address.'),
    userId: Type.String({ format: 'uuid' }),
    expires: Type.String({ format: 'date-time', description: 'When the access token expires, UTC.' }),
    gateway: text('Base address of the API.'),
    emailDomain: text('Domain of inbound mail; null if there is none.'),
  },
  { title: 'TokenPair' },
)

export const OAuthError = Type.Object(
  {
    error: Type.String({ description: 'Code of RFC 6749 section 5.2.' }),
    error_description: Type.String(),
  },
  { title: 'OAuthError' },
)

/** A pair of tokens on the wire. */
export const tokenResponse = (
  { config }: Pick<App, 'config'>,
  pair: TokenPair,
): Static<typeof TokenResponse> => ({
  access_token: pair.accessToken,
  token_type: 'Bearer',
  expires_in: pair.expiresIn,
  refresh_token: pair.refreshToken,
  userName: pair.email,
  userId: pair.userId,
  expires: pair.expiresAt.toISOString(),
  gateway: config.publicUrl,
  emailDomain: config.inboundMailDomain ?? null,
})
