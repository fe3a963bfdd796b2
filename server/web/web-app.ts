// Serves the web app: one page, whose own routes are behind the #, and its files.
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import Type from 'typebox'
import type { RouteModule } from '../http/route.ts'
import { notFound } from '../platform/errors.ts'

const built = fileURLToPath(new URL('../../web/dist/', import.meta.url))
const open = { access: 'public', rate: 'none' } as const

/**
 * The web app as built by scripts/build-web.ts. Compressed variants next to each file are sent to browsers that accept
 * them.
 */
export const webAppRoutes: RouteModule = (server) => {
  void server.register(fastifyStatic, { root: built, serve: false, preCompressed: true, dotfiles: 'ignore' })

  // The page names its assets, so it is revalidated each time; its ETag makes that cheap.
  server.get('/', { config: open, schema: { hide: true } }, async (_, reply) =>
    reply.sendFile('index.html', { cacheControl: false }).header('cache-control', 'no-cache'),
  )

  server.get('/favicon.svg', { config: open, schema: { hide: true } }, async (_, reply) =>
    reply.sendFile('favicon.svg', { maxAge: '1d' }),
  )

  // Asset names contain a hash of their content, so they never change.
  server.get(
    '/assets/:file',
    { config: open, schema: { hide: true, params: Type.Object({ file: Type.String() }) } },
    async (request, reply) => {
      const { file } = request.params
      if (!/^[\w-]+\.\w+$/.test(file)) throw notFound()
      return reply.sendFile(`assets/${file}`, { maxAge: '365d', immutable: true })
    },
  )

  // What a library loads by names of its own, in a folder that is named after its version, so it never changes either.
  server.get(
    '/assets/:library/:folder/:file',
    {
      config: open,
      schema: {
        hide: true,
        params: Type.Object({ library: Type.String(), folder: Type.String(), file: Type.String() }),
      },
    },
    async (request, reply) => {
      const { library, folder, file } = request.params
      if (![library, folder].every((name) => /^[\w-]+$/.test(name)) || !/^[\w-]+\.\w+$/.test(file))
        throw notFound()
      return reply.sendFile(`assets/${library}/${folder}/${file}`, { maxAge: '365d', immutable: true })
    },
  )
}
