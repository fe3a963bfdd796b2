// The rest of a request that has already been answered.
import type { FastifyRequest } from 'fastify'

/**
 * Keeps reading and discards what the client still sends: most clients read no response before they have sent their
 * whole request.
 */
export function drainRequest({ raw }: FastifyRequest): void {
  raw.unpipe()
  raw.resume()
}
