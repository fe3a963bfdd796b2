// Calls from pages of other origins (CORS, https://fetch.spec.whatwg.org/#http-cors-protocol). Requests without Origin,
// which is most, only get `Vary`.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Server } from './route.ts'

interface Options {
  /** The value of `Access-Control-Allow-Origin` for the request; undefined if its origin may not call. */
  readonly allow: (request: FastifyRequest, origin: string) => Promise<string | undefined>
}

const exposedHeaders = [
  'etag',
  'location',
  'content-disposition',
  'www-authenticate',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'x-request-id',
  'idempotent-replayed',
  'sandbox-clock',
].join(', ')

/** Answers preflight requests, and lets pages of allowed origins read the answers of every route. No cookies. */
export function allowOrigins(server: Server, { allow }: Options): void {
  server.addHook('onRequest', (request, reply, done) => {
    // caches must not give the answer for one origin to another
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (!origin) return done()
    allow(request, origin).then((allowed) => {
      if (allowed === undefined) return done()
      reply
        .header('access-control-allow-origin', allowed)
        .header('access-control-expose-headers', exposedHeaders)
      if (request.method === 'OPTIONS') sendPreflight(request, reply)
      else done()
    }, done)
  })
  // preflight requests of origins that may not call, and others with this method
  server.options('*', { schema: { hide: true } }, (_request, reply) => {
    reply.callNotFound()
  })
}

function sendPreflight({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (!headers['access-control-request-method']) {
    reply.status(400).type('text/plain').send('Invalid Preflight Request')
    return
  }
  const asked = headers['access-control-request-headers']
  reply
    .code(204)
    .header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
    .header('vary', 'Origin, Access-Control-Request-Headers')
    // the most that browsers keep it
    .header('access-control-max-age', '7200')
    .headers(asked === undefined ? {} : { 'access-control-allow-headers': asked })
    .header('content-length', '0')
    .send()
}
