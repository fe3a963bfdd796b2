// What a sender still sends of a request that has been answered.
import type { FastifyRequest } from 'fastify'

/** Reads on what a sender still sends: most clients read no answer before they have sent all of their request. */
export function letTheRestGo({ raw }: FastifyRequest): void {
  raw.unpipe()
  raw.resume()
}
