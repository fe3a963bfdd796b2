// Limits on the size of a request before it is parsed: the body of a public route, and the number of query parameters.
// The structure of JSON bodies is limited in json-limits.ts; the speed of bodies in slow-bodies.ts.
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { Server } from '../route.ts'

/** Maximum body size of public routes that name none. */
const usualPublicBodyBytes = 64 * 1024
/** Maximum that a public route may name for a body which is parsed before its handler runs. */
const maxPublicBodyBytes = 512 * 1024

const maxParameters = 1_000

/**
 * Applies the small body limit to every public route registered from now on that has none of its own, and the parameter
 * limit to every request. Throws for a public route that would parse a large body for anybody.
 */
export function limitRequestSize(server: Server): void {
  server.addHook('onRoute', (route) => {
    if (route.config?.access !== 'public') return
    route.bodyLimit ??= usualPublicBodyBytes
    if (route.bodyLimit > maxPublicBodyBytes)
      throw new Error(`${route.url} would parse too large a body for anybody`)
  })
  server.addHook('onRequest', (request, _reply, done) => {
    checkQuery(request)
    done()
  })
}

function checkQuery({ url }: FastifyRequest): void {
  // each parameter takes at least two characters
  if (url.length < 2 * maxParameters) return
  let parameters = 1
  for (let at = url.indexOf('&'); at !== -1; at = url.indexOf('&', at + 1)) parameters++
  if (parameters > maxParameters) {
    throw new AppError('bad_request', `The URL may have at most ${maxParameters} parameters.`)
  }
}
