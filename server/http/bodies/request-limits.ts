// Limits on the size of a request before it is parsed: the body of a public route, and the number of query parameters.
// The structure of JSON bodies is limited in json-limits.ts; the speed of bodies in slow-bodies.ts.
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { Server } from '../route.ts'

/** Maximum body size of public routes. */
const maxPublicBodyBytes = 64 * 1024

const maxParameters = 1_000

/**
 * Applies the small body limit to every public route registered from now on, and the parameter limit to every request.
 */
export function limitRequestSize(server: Server): void {
  server.addHook('onRoute', (route) => {
    if (route.config?.access !== 'public') return
    route.bodyLimit = Math.min(route.bodyLimit ?? maxPublicBodyBytes, maxPublicBodyBytes)
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
