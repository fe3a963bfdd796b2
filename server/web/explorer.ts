// The API explorer at /docs: Swagger UI on our own page, without inline scripts or requests to other hosts. It signs in
// as an integration does (authorization code with PKCE) and calls the server it was loaded from.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import Type from 'typebox'
import { findDemoClient } from '../sandbox/demo/demo-client.ts'
import type { RouteModule } from '../http/route.ts'
import { notFound } from '../platform/errors.ts'
import { explorerPage, explorerScript, explorerStyle, signedInPage } from './explorer-page.ts'

const swagger = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static')
const served = ['swagger-ui.css', 'swagger-ui-bundle.js', 'oauth2-redirect.js']
const config = { access: 'public', rate: 'none' } as const
// looks up the client of the demo
const asking = { access: 'public', rate: 'visits' } as const
const schema = { hide: true }

/** The explorer's page, its style and scripts, and the redirect target of the sign-in. */
export const explorerRoutes: RouteModule = (server, app) => {
  void server.register(fastifyStatic, { root: swagger, serve: false })

  server.get('/docs', { config, schema }, async (_, reply) =>
    reply.type('text/html; charset=utf-8').send(explorerPage),
  )

  server.get('/docs/explorer.css', { config, schema }, async (_, reply) =>
    reply.type('text/css; charset=utf-8').send(explorerStyle),
  )

  server.get('/docs/explorer.js', { config: asking, schema }, async (_, reply) => {
    const client = await findDemoClient(app)
    return reply.type('text/javascript; charset=utf-8').send(explorerScript(app.config, client))
  })

  server.get('/docs/signed-in', { config, schema }, async (_, reply) =>
    reply.type('text/html; charset=utf-8').send(signedInPage),
  )

  server.get(
    '/docs/files/:file',
    { config, schema: { ...schema, params: Type.Object({ file: Type.String() }) } },
    async (request, reply) => {
      const { file } = request.params
      if (!served.includes(file)) throw notFound()
      return reply.sendFile(file, { maxAge: '1d' })
    },
  )
}
