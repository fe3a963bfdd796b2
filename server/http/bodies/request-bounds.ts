// How large a request may be before anything of it is parsed: the body of a public route, and the number of query parameters.
// What a JSON body may hold is in json-bounds.ts; how fast a body must arrive is in slow-bodies.ts.
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { Server } from '../route.ts'

/** Bytes of a body that anybody may send. */
export const largestPublicBody = 64 * 1024

const mostParameters = 1_000

/** Gives every public route that is registered from now on the small body limit, and every request the limit of parameters. */
export function boundRequests(server: Server): void {
  server.addHook('onRoute', (route) => {
    if (route.config?.access !== 'public') return
    route.bodyLimit = Math.min(route.bodyLimit ?? largestPublicBody, largestPublicBody)
  })
  server.addHook('onRequest', async (request) => checkQuery(request))
}

function checkQuery({ url }: FastifyRequest): void {
  // two characters at least for each parameter
  if (url.length < 2 * mostParameters) return
  let parameters = 1
  for (let at = url.indexOf('&'); at !== -1; at = url.indexOf('&', at + 1)) parameters++
  if (parameters > mostParameters) {
    throw new AppError('bad_request', `The address may have ${mostParameters} parameters at most.`)
  }
}
