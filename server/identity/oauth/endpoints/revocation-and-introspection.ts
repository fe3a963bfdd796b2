// Revocation (RFC 7009) and introspection (RFC 7662).
import type { FastifyRequest } from 'fastify'
import type { RouteModule } from '../../../http/route.ts'
import type { App } from '../../../platform/app.ts'
import { type AuthenticatedClient, authenticateClient } from '../client-authentication.ts'
import { revokeToken } from '../commands/revoke-token.ts'
import { introspect } from '../introspection.ts'
import { missingFromBody, OAuthRefusal } from '../refusal.ts'
import { beginAttempt, readCredentials, useOAuthErrors } from './form.ts'

const open = { config: { access: 'public', rate: 'credentials' }, schema: { hide: true } } as const

export const revocationAndIntrospectionRoutes: RouteModule = (server, app) => {
  useOAuthErrors(server)

  server.post('/oauth/revoke', open, async (request) => {
    const { client, token } = await readRequest(app, request)
    await revokeToken(app, client, { token, requestId: request.id })
    // the body is ignored, but some clients insist on parsing JSON
    return {}
  })

  server.post('/oauth/introspect', open, async (request) => {
    const { client, token } = await readRequest(app, request)
    if (!client.withSecret) {
      throw new OAuthRefusal('invalid_client', 'Only a client with its secret may ask about tokens')
    }
    const live = await introspect(app, client.client, token)
    if (!live) return { active: false }
    const { publicUrl } = app.config
    return {
      active: true,
      client_id: client.client.publicId,
      username: live.email,
      token_type: live.kind === 'access' ? 'Bearer' : 'refresh_token',
      sub: live.userId,
      iss: publicUrl,
      aud: publicUrl,
      iat: Math.floor(live.issuedAt.getTime() / 1_000),
      exp: Math.floor(live.expiresAt.getTime() / 1_000),
      ...(live.tokenId === undefined ? {} : { jti: live.tokenId }),
    }
  })
}

async function readRequest(
  app: App,
  request: FastifyRequest,
): Promise<{ client: AuthenticatedClient; token: string }> {
  const form = beginAttempt(request)
  const client = await authenticateClient(app, readCredentials(request, form))
  const token = form.get('token')
  if (token === undefined) throw missingFromBody('token')
  return { client, token }
}
