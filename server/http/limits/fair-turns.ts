// Has the requests of organisations run by turns (fair-queue.ts): each takes its place when its body has been read, and gives it back
// when its answer is ready to be sent. Strangers together are one more organisation.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../settings/config.ts'
import { AppError } from '../../platform/errors.ts'
import type { Server } from '../route.ts'
import { createFairQueue, type Leave } from './fair-queue.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back the place of the request; null before it has one. */
    leave: Leave | null
  }
}

const strangers = 0
// a body that is read while the route runs arrives at its sender's speed: it counts as running only for so long
const streamingMs = 500
// no statement runs longer; a place is never lost, whatever becomes of its request
const longestMs = 35_000
const mostWaiting = { ofGroup: 200, ofAll: 1_000 }

type Settings = Pick<Config, 'organisationRequests' | 'databaseConnections'>

/** Has every route that is registered from now on take turns, but for those that have no rate (`config.rate`). */
export function takeTurns(server: Server, { organisationRequests, databaseConnections }: Settings): void {
  server.decorateRequest('leave', null)
  if (organisationRequests === 0) return
  const queue = createFairQueue({
    capacity: databaseConnections,
    share: organisationRequests,
    mostWaiting,
  })
  server.addHook('preValidation', (request, reply, done) => {
    if (request.routeOptions.config.rate !== undefined) return done()
    const outcome = queue.enter(request.actor?.organisationId ?? strangers, (leave) => {
      if (reply.raw.destroyed) {
        leave()
        return done(new AppError('unavailable', 'The caller has gone.'))
      }
      holdPlace(request, leave)
      done()
    })
    if (outcome !== 'accepted') done(outcome === 'group full' && request.actor ? groupFull() : allFull())
  })
  server.addHook('onSend', (request, _reply: FastifyReply, payload, done) => {
    request.leave?.()
    done(null, payload)
  })
}

function holdPlace(request: FastifyRequest, leave: Leave): void {
  const timer = setTimeout(leave, isStreaming(request) ? streamingMs : longestMs).unref()
  request.leave = () => {
    clearTimeout(timer)
    leave()
  }
}

/** Whether the route reads the body by itself, while it runs. */
const isStreaming = ({ body, raw }: FastifyRequest): boolean => body === undefined && !raw.complete

const groupFull = () =>
  new AppError(
    'too_many_requests',
    'Too many requests of your organisation are waiting to be answered. Try again in 2 seconds, and send fewer at the same time.',
    { headers: { 'retry-after': '2' } },
  )

const allFull = () =>
  new AppError('unavailable', 'The server is too busy at the moment. Try again in 5 seconds.', {
    headers: { 'retry-after': '5' },
  })
