// Rate limits per caller: one rate for authenticated users per client, another for everyone else by network. A request
// takes one token from a bucket in memory; tokens taken in other processes on the machine are drained from it ten times
// a second (shared-rates.ts). Reasons: docs/decisions/0027-limits-on-callers.md.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/settings/config.ts'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { networkOf } from '../../platform/outbound/client-network.ts'
import { shareRates } from './shared-rates.ts'
import { createTokenBuckets, type Level, type TokenBuckets } from './token-buckets.ts'
import { keyOf as keyOfCredential, type RunningAttempt, startAttempt, uncounted } from './attempts.ts'
import { createBoundedMap } from './bounded-map.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Says that a code was given out: who brings it is not refused because of others at the same address. */
    rememberCode(code: string): void
  }
  interface FastifyContextConfig {
    /**
     * How a public route is counted, if not each call for its address. `none`: not at all, for static files and
     * monitoring. `visits`: as many honest people at one address need. `failures`: what fails counts, see attempts.ts;
     * `credentials` as well, but the route says what its caller proves itself with.
     */
    rate?: 'none' | 'visits' | 'failures' | 'credentials'
  }
}

export interface RateLimits {
  /** Counts an anonymous request. Throws too_many_requests. */
  countAnonymous(request: FastifyRequest, reply: FastifyReply, rate?: 'visits'): void
  /** Counts a request by its outcome. */
  startAttempt(request: FastifyRequest, reply: FastifyReply): RunningAttempt
  /** Finds the caller and counts the request for them, or as anonymous if there is none. Throws too_many_requests. */
  countCaller(
    request: FastifyRequest,
    reply: FastifyReply,
    find: () => Actor | null | Promise<Actor | null>,
  ): Actor | null | Promise<Actor | null>
  /** A code has been given out, with which a client will come to one of the processes. */
  rememberCode(code: string): void
  /** Stops sharing the counts. */
  close(): void
}

type Settings = Pick<Config, 'rateLimits' | 'callerRate' | 'callerBurst' | 'anonymousRate' | 'anonymousBurst'>

const visitsFactor = 10
// at 32 characters each this is about 2 MB
const maxCredentials = 20_000

/** The configured limits; if they are off, nothing is counted. */
export function createRateLimits(settings: Settings, monotonic?: () => number): RateLimits {
  if (settings.rateLimits === 'off') return noLimits
  const time = monotonic ? { monotonic } : {}
  const { callerRate, callerBurst, anonymousRate, anonymousBurst } = settings
  const anonymous = { perSecond: anonymousRate, burst: anonymousBurst }
  const visits = { perSecond: anonymousRate * visitsFactor, burst: anonymousBurst * visitsFactor }
  const limits = {
    caller: createLimit('caller', { perSecond: callerRate, burst: callerBurst, ...time }),
    address: createLimit('address', { ...anonymous, ...time }),
    visits: createLimit('visits', { ...visits, ...time }),
  }
  // recently valid credentials: others are rejected unverified once their address has used up its tokens
  const validCredentials = createBoundedMap<true>(maxCredentials)
  let codes: string[] = []
  const sharing = shareRates(limits, {
    takeGiven: () => codes.splice(0),
    remember: (keys) => keys.forEach((key) => validCredentials.set(key, true)),
  })
  const countAnonymous = (request: FastifyRequest, reply: FastifyReply, rate?: 'visits') =>
    limits[rate ?? 'address'].count(networkOf(request.ip), reply)

  return {
    countAnonymous,
    startAttempt: (request, reply) => startAttempt({ ...limits, validCredentials }, request, reply),
    countCaller(request, reply, find) {
      const credential = credentialOf(request)
      const isKnown = credential !== undefined && validCredentials.get(credential) === true
      if (!isKnown) limits.address.refuseWhenEmpty(networkOf(request.ip), reply)
      const counted = (actor: Actor | null) => {
        if (!actor) {
          countAnonymous(request, reply)
          return null
        }
        if (credential !== undefined && !isKnown) validCredentials.set(credential, true)
        limits.caller.count(keyOf(actor), reply)
        return actor
      }
      const refused = (error: unknown): never => {
        if (isRefusal(error)) countAnonymous(request, reply)
        throw error
      }
      const found = findOr(refused, find)
      return found instanceof Promise ? found.catch(refused).then(counted) : counted(found)
    },
    rememberCode(code) {
      const key = keyOfCredential(code)
      validCredentials.set(key, true)
      codes = [...codes.slice(1 - maxShared), key]
    },
    close: () => sharing.close(),
  }
}

const noLimits: RateLimits = {
  countAnonymous: () => undefined,
  startAttempt: () => uncounted,
  countCaller: (_request, _reply, find) => find(),
  rememberCode: () => undefined,
  close: () => undefined,
}

function findOr<Found>(refused: (error: unknown) => never, find: () => Found): Found {
  try {
    return find()
  } catch (error) {
    return refused(error)
  }
}

const isRefusal = (error: unknown) => error instanceof AppError && error.status < 500

/** Identifies credentials: the end of a token is its signature. */
const credentialOf = ({ headers }: FastifyRequest): string | undefined =>
  (headers.authorization ?? headers.cookie)?.slice(-32)

const keyOf = ({ userId, via }: Actor): string =>
  via.kind === 'token' ? `${via.clientId}:${userId}` : `web:${userId}`

/** A rate with its buckets, and the headers that report it (draft-ietf-httpapi-ratelimit-headers). */
export interface Limit {
  readonly buckets: TokenBuckets
  /** Tokens used since the last call, by key, for the other processes. */
  takeSpent(): ReadonlyMap<string, number>
  /** Takes a token and reports what is left; throws too_many_requests if there is none. */
  count(key: string, reply: FastifyReply): void
  /** Takes none, and throws too_many_requests if there is none. */
  refuseWhenEmpty(key: string, reply: FastifyReply): void
  /** Puts back a token that was taken for what turned out to be honest. */
  giveBack(key: string): void
}

function createLimit(name: string, options: Parameters<typeof createTokenBuckets>[0]): Limit {
  const buckets = createTokenBuckets(options)
  const { perSecond, burst } = options
  const policy = `"${name}";q=${burst};w=${Math.ceil(burst / perSecond)}`
  let spent = new Map<string, number>()
  const refuse = ({ retryIn, fullIn }: Level, reply: FastifyReply): never => {
    setHeaders(reply, { remaining: 0, fullIn })
    throw tooMany(Math.max(1, Math.ceil(retryIn)), { perSecond, burst })
  }
  const setHeaders = (reply: FastifyReply, { remaining, fullIn }: Pick<Level, 'remaining' | 'fullIn'>) => {
    reply.header('ratelimit-policy', policy)
    reply.header('ratelimit', `"${name}";r=${remaining};t=${fullIn}`)
  }
  return {
    buckets,
    takeSpent() {
      const taken = spent
      spent = new Map()
      return taken
    },
    count(key, reply) {
      const level = buckets.take(key)
      if (!level.allowed) refuse(level, reply)
      setHeaders(reply, level)
      // beyond that, each process counts for itself
      if (spent.size < maxShared || spent.has(key)) spent.set(key, (spent.get(key) ?? 0) + 1)
    },
    refuseWhenEmpty(key, reply) {
      const level = buckets.peek(key)
      if (!level.allowed) refuse(level, reply)
    },
    giveBack(key) {
      buckets.drain(key, -1)
      if (spent.size < maxShared || spent.has(key)) spent.set(key, (spent.get(key) ?? 0) - 1)
    },
  }
}

const maxShared = 1_000

function tooMany(seconds: number, { perSecond, burst }: { perSecond: number; burst: number }): AppError {
  return new AppError(
    'too_many_requests',
    `Too many requests: the limit is ${burst} at once and ${perSecond} a second over time. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { headers: { 'retry-after': `${seconds}` } },
  )
}
