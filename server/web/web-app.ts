// Serves the web app: one page, whose own routes stand behind the #, and the files it is made of.
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import Type from 'typebox'
import type { RouteModule } from '../http/route.ts'
import { notFound } from '../platform/errors.ts'

const built = fileURLToPath(new URL('../../web/dist/', import.meta.url))
const open = { access: 'public', rate: 'files' } as const

/** The web app as scripts/build-web.ts left it. Beside each file lie its compressed forms, sent to browsers that take them. */
export const webAppRoutes: RouteModule = (server) => {
  void server.register(fastifyStatic, { root: built, serve: false, preCompressed: true, dotfiles: 'ignore' })

  // The page names the files that belong to it, so it is asked for each time; its ETag makes that cheap.
  server.get('/', { config: open, schema: { hide: true } }, async (_, reply) =>
    reply.sendFile('index.html', { cacheControl: false }).header('cache-control', 'no-cache'),
  )

  server.get('/favicon.svg', { config: open, schema: { hide: true } }, async (_, reply) =>
    reply.sendFile('favicon.svg', { maxAge: '1d' }),
  )

  // Their names hold a hash of what is in them: under one name there is never anything else.
  server.get(
    '/assets/:file',
    { config: open, schema: { hide: true, params: Type.Object({ file: Type.String() }) } },
    async (request, reply) => {
      const { file } = request.params
      if (!/^[\w-]+\.\w+$/.test(file)) throw notFound()
      return reply.sendFile(`assets/${file}`, { maxAge: '365d', immutable: true })
    },
  )
}
