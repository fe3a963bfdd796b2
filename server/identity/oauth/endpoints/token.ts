// The token endpoint: the checks of the specification in the order of docs/decisions/0028. Codes and refresh tokens are
// checked by the command of their grant.
import type { FastifyRequest } from 'fastify'
import type { RouteModule } from '../../../http/route.ts'
import { onPost } from '../../../http/routes.ts'
import type { App } from '../../../platform/app.ts'
import { authenticateClient } from '../client-authentication.ts'
import { exchangeCode } from '../authorization-code/exchange-code.ts'
import { createTokenRefresh, type RefreshTokens } from '../refresh-token/refresh-tokens.ts'
import type { TokenPair } from '../grants.ts'
import { clipped } from '../../../platform/errors.ts'
import { missingFromBody, OAuthRefusal } from '../refusal.ts'
import { type Form, beginAttempt, readCredentials, useOAuthErrors } from './form.ts'
import { OAuthError, TokenRequest, TokenResponse, tokenResponse } from './token.wire.ts'

export const tokenRoutes: RouteModule = (server, app) => {
  useOAuthErrors(server)
  const refreshTokens = createTokenRefresh(app)

  onPost(server, '/account-apis/v1/auth/token', {
    config: {
      access: 'public',
      rate: 'credentials',
      documentedBodies: [{ contentType: 'application/x-www-form-urlencoded', schema: TokenRequest }],
    },
    operationId: 'requestTokenV1',
    summary: 'Exchange an authorization code or a refresh token for a pair of tokens',
    responses: { 200: TokenResponse, 400: OAuthError, 401: OAuthError, 429: OAuthError },
    handler: async (request) => tokenResponse(app, await answerTokenRequest(app, refreshTokens, request)),
  })

  server.get(
    '/account-apis/v1/auth/token',
    { config: { access: 'public' }, schema: { hide: true } },
    async (_, reply) =>
      reply.code(405).header('allow', 'POST').send({
        error: 'invalid_request',
        error_description: 'Send the parameters with POST, in the body',
      }),
  )
}

async function answerTokenRequest(
  app: App,
  refreshTokens: RefreshTokens,
  request: FastifyRequest,
): Promise<TokenPair> {
  const form = beginAttempt(request)
  const grantType = grantTypeOf(form)
  const credentials = readCredentials(request, form)
  if (grantType === 'authorization_code') {
    const client = await authenticateClient(app, credentials)
    return exchangeCode(app, client, {
      code: required(form, 'code'),
      redirectUri: form.get('redirect_uri'),
      codeVerifier: form.get('code_verifier'),
      requestId: request.id,
    })
  }
  const pair = await refreshTokens(credentials, {
    refreshToken: form.get('refresh_token'),
    requestId: request.id,
    // as the calls with its access tokens are counted
    proven: ({ client, userId }) => request.attempt?.proven(`${client.id}:${userId}`),
  })
  request.attempt?.remember(pair.refreshToken)
  return pair
}

function grantTypeOf(form: Form): 'authorization_code' | 'refresh_token' {
  const grantType = required(form, 'grant_type')
  if (grantType === 'authorization_code' || grantType === 'refresh_token') return grantType
  throw new OAuthRefusal(
    'unsupported_grant_type',
    `Grant type is not supported: "${clipped(grantType, 100)}"; use authorization_code or refresh_token`,
  )
}

function required(form: Form, name: string): string {
  const value = form.get(name)
  if (value === undefined) throw missingFromBody(name)
  return value
}
