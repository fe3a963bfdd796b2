// Queues requests by organisation (fair-queue.ts): each takes a place when its body has been read, and releases it when
// its response is ready to be sent, and while it waits for a document worker or another service (place-in-queue.ts).
// What is done without an account is a group for each purpose: guest-purposes.ts.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/settings/config.ts'
import { AppError } from '../../platform/errors.ts'
import { inPlace, type PlaceInQueue } from '../../platform/place-in-queue.ts'
import type { Server } from '../route.ts'
import { isCostly } from './costly-lists.ts'
import { createFairQueue, type FairQueue, type GroupKey, type ReleasePlace } from './fair-queue.ts'
import { guestPurposeOf } from './guest-purposes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the place of the request for good; null before it has one. */
    releasePlace: ReleasePlace | null
  }
}

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
    const group = request.actor?.organisationId ?? guestPurposeOf(request.routeOptions.url)
    const costly = isCostly(request)
    const turn = (releasePlace: ReleasePlace) => {
      if (reply.raw.destroyed) {
        releasePlace()
        return done(new AppError('unavailable', 'The caller has disconnected.'))
      }
      const longest = isStreaming(request) ? streamingMs : maxHoldMs
      const place = placeIn(queue, { group, costly, longest }, releasePlace)
      request.releasePlace = place.end
      inPlace(place, done)
    }
    const outcome = queue.enter(group, turn, { costly })
    if (outcome !== 'accepted') done(outcome === 'group full' && request.actor ? groupFull() : allFull())
  })
  server.addHook('onSend', (request, _reply: FastifyReply, payload, done) => {
    request.releasePlace?.()
    done(null, payload)
  })
}

interface Holding {
  readonly group: GroupKey
  readonly costly: boolean
  /** In milliseconds, without what it spends elsewhere. */
  readonly longest: number
}

/** The place of a request until it ends: given back while the request waits elsewhere, however often. */
function placeIn(
  queue: FairQueue,
  { group, costly, longest }: Holding,
  first: ReleasePlace,
): PlaceInQueue & { readonly end: () => void } {
  let release: ReleasePlace | undefined
  let timer: NodeJS.Timeout | undefined
  let elsewhere = 0
  let hasEnded = false
  const giveBack = () => {
    clearTimeout(timer)
    release?.()
    release = undefined
  }
  const end = () => {
    hasEnded = true
    giveBack()
  }
  const hold = (releasePlace: ReleasePlace) => {
    if (hasEnded || elsewhere > 0) return releasePlace()
    release = releasePlace
    timer = setTimeout(end, longest).unref()
  }
  hold(first)
  return {
    group,
    end,
    leave() {
      if (elsewhere++ === 0) giveBack()
    },
    comeBack() {
      if (--elsewhere > 0 || hasEnded) return undefined
      return new Promise((resolve) => {
        const turn = (releasePlace: ReleasePlace) => {
          hold(releasePlace)
          resolve()
        }
        queue.enter(group, turn, { costly, isBack: true })
      })
    },
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
