// Queues requests by organisation (fair-queue.ts): each takes a place when its body has been read, and releases it when
// its response is ready to be sent. Anonymous requests together count as one more organisation.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/settings/config.ts'
import { AppError } from '../../platform/errors.ts'
import type { Server } from '../route.ts'
import { isCostly } from './costly-lists.ts'
import { createFairQueue, type ReleasePlace } from './fair-queue.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the place of the request; null before it has one. */
    releasePlace: ReleasePlace | null
  }
}

const anonymous = 0
// a body streamed while the route runs arrives at its sender's speed, so it occupies a place only for this long
const streamingMs = 500
// no statement runs longer; a place is never lost, whatever happens to its request
const maxHoldMs = 35_000
// of one organisation in each process, whether others are there or not
const costlyShare = 2
const maxWaiting = { ofGroup: 200, ofAll: 1_000 }

type Settings = Pick<Config, 'organisationRequests' | 'databaseConnections'>

/** Queues requests to every route registered from now on, except those that cost nothing (`rate: 'none'`). */
export function queueByOrganisation(
  server: Server,
  { organisationRequests, databaseConnections }: Settings,
): void {
  server.decorateRequest('releasePlace', null)
  if (organisationRequests === 0) return
  const queue = createFairQueue({
    capacity: databaseConnections,
    share: organisationRequests,
    costlyShare,
    maxWaiting,
  })
  server.addHook('preValidation', (request, reply, done) => {
    if (request.routeOptions.config.rate === 'none') return done()
    const turn = (releasePlace: ReleasePlace) => {
      if (reply.raw.destroyed) {
        releasePlace()
        return done(new AppError('unavailable', 'The caller has disconnected.'))
      }
      holdPlace(request, releasePlace)
      done()
    }
    const group = request.actor?.organisationId ?? anonymous
    const outcome = queue.enter(group, turn, { costly: isCostly(request) })
    if (outcome !== 'accepted') done(outcome === 'group full' && request.actor ? groupFull() : allFull())
  })
  server.addHook('onSend', (request, _reply: FastifyReply, payload, done) => {
    request.releasePlace?.()
    done(null, payload)
  })
}

function holdPlace(request: FastifyRequest, releasePlace: ReleasePlace): void {
  const timer = setTimeout(releasePlace, isStreaming(request) ? streamingMs : maxHoldMs).unref()
  request.releasePlace = () => {
    clearTimeout(timer)
    releasePlace()
  }
}

/** Whether the route reads the body itself while it runs. */
const isStreaming = ({ body, raw }: FastifyRequest): boolean => body === undefined && !raw.complete

const groupFull = () =>
  new AppError(
    'too_many_requests',
    'Too many requests of your organisation are waiting. Try again in 2 seconds, and send fewer at the same time.',
    { headers: { 'retry-after': '2' } },
  )

const allFull = () =>
  new AppError('unavailable', 'The server is too busy at the moment. Try again in 5 seconds.', {
    headers: { 'retry-after': '5' },
  })
