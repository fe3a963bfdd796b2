// Server metadata for OAuth clients (RFC 8414).
import type { RouteModule } from '../../../http/route.ts'
import type { App } from '../../../platform/app.ts'

export const metadataRoutes: RouteModule = (server, app) => {
  server.get(
    '/.well-known/oauth-authorization-server',
    { config: { access: 'public', rate: 'none' }, schema: { hide: true } },
    async (_, reply) =>
      reply
        .header('cache-control', 'public, max-age=300')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(metadataOf(app)),
  )
}

const clientAuthentication = ['client_secret_basic', 'client_secret_post']

const metadataOf = ({ config: { publicUrl, webUrl } }: App) => ({
  issuer: publicUrl,
  authorization_endpoint: `${webUrl}/authorize`,
  token_endpoint: `${publicUrl}/account-apis/v1/auth/token`,
  jwks_uri: `${publicUrl}/.well-known/jwks.json`,
  revocation_endpoint: `${publicUrl}/oauth/revoke`,
  introspection_endpoint: `${publicUrl}/oauth/introspect`,
  service_documentation: `${publicUrl}/docs`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: [...clientAuthentication, 'none'],
  revocation_endpoint_auth_methods_supported: [...clientAuthentication, 'none'],
  introspection_endpoint_auth_methods_supported: clientAuthentication,
  authorization_response_iss_parameter_supported: true,
})
