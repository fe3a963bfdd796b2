// The public keys with which access tokens can be verified.
import type { RouteModule } from '../../../http/route.ts'

// shorter than the day for which a new key is published before it signs
const cacheControl = 'public, max-age=300'

export const jwksRoutes: RouteModule = (server, app) => {
  server.get(
    '/.well-known/jwks.json',
    { config: { access: 'public', rate: 'none' }, schema: { hide: true } },
    async (_, reply) =>
      reply
        .header('cache-control', cacheControl)
        .header('cross-origin-resource-policy', 'cross-origin')
        .send({ keys: await app.keys.published() }),
  )
}
