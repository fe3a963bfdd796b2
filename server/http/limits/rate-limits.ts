// How often one caller may call: people through each of their clients by one rate, everybody else by the network of their address.
// A request takes one token from one bucket, in memory; what other processes of the machine took is drained from it ten times a
// second (shared-rates.ts). What is decided here and why: docs/decisions/0027-limits-on-callers.md.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../settings/config.ts'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { networkOf } from '../../platform/outbound/networks.ts'
import { shareRates } from './shared-rates.ts'
import { createTokenBuckets, type Level, type TokenBuckets } from './token-buckets.ts'
import { createTwoGenerations } from './two-generations.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Another rate for a public route than that of strangers: `files` of the web app, or `none` for who watches the server. */
    rate?: 'files' | 'none'
  }
}

export interface RateLimits {
  /** Counts a request of nobody in particular. Throws too_many_requests. */
  countStranger(request: FastifyRequest, reply: FastifyReply, rate?: 'files'): void
  /** Finds the caller and counts the request as theirs, or as a stranger's when there is none. Throws too_many_requests. */
  countCaller(
    request: FastifyRequest,
    reply: FastifyReply,
    find: () => Promise<Actor | null>,
  ): Promise<Actor | null>
  /** Stops sharing what was spent. */
  close(): void
}

type Settings = Pick<Config, 'rateLimits' | 'callerRate' | 'callerBurst' | 'anonymousRate' | 'anonymousBurst'>

const filesFactor = 10
// at 32 characters each this is some 2 MB
const mostCredentials = 20_000

/** The limits as they are set; where they are off, nothing is counted. */
export function createRateLimits(settings: Settings, monotonic?: () => number): RateLimits {
  if (settings.rateLimits === 'off') return noLimits
  const time = monotonic ? { monotonic } : {}
  const { callerRate, callerBurst, anonymousRate, anonymousBurst } = settings
  const strangers = { perSecond: anonymousRate, burst: anonymousBurst }
  const files = { perSecond: anonymousRate * filesFactor, burst: anonymousBurst * filesFactor }
  const limits = {
    caller: createLimit('caller', { perSecond: callerRate, burst: callerBurst, ...time }),
    address: createLimit('address', { ...strangers, ...time }),
    files: createLimit('files', { ...files, ...time }),
  }
  const sharing = shareRates(limits)
  // credentials that were good lately: only others are refused unread from an address that has spent its tokens
  const good = createTwoGenerations<true>(mostCredentials)
  const countStranger = (request: FastifyRequest, reply: FastifyReply, rate?: 'files') =>
    limits[rate ?? 'address'].count(networkOf(request.ip), reply)

  return {
    countStranger,
    async countCaller(request, reply, find) {
      const credential = credentialOf(request)
      if (credential === undefined || !good.get(credential)) {
        limits.address.refuseWhenEmpty(networkOf(request.ip), reply)
      }
      const actor = await find().catch((error: unknown) => {
        if (isRefusal(error)) countStranger(request, reply)
        throw error
      })
      if (!actor) {
        countStranger(request, reply)
        return null
      }
      if (credential !== undefined) good.set(credential, true)
      limits.caller.count(keyOf(actor), reply)
      return actor
    },
    close: () => sharing.close(),
  }
}

const noLimits: RateLimits = {
  countStranger: () => undefined,
  countCaller: (_request, _reply, find) => find(),
  close: () => undefined,
}

const isRefusal = (error: unknown) => error instanceof AppError && error.status < 500

/** What tells credentials apart: the end of a token is its signature. */
const credentialOf = ({ headers }: FastifyRequest): string | undefined =>
  (headers.authorization ?? headers.cookie)?.slice(-32)

const keyOf = ({ userId, via }: Actor): string =>
  via.kind === 'token' ? `${via.clientId}:${userId}` : `web:${userId}`

/** A rate with its buckets, and how it is told to callers (draft-ietf-httpapi-ratelimit-headers). */
export interface Limit {
  readonly buckets: TokenBuckets
  /** What was spent since the last call, by key; for the other processes. */
  takeSpent(): ReadonlyMap<string, number>
  /** Takes a token and tells what is left; throws too_many_requests when there is none. */
  count(key: string, reply: FastifyReply): void
  refuseWhenEmpty(key: string, reply: FastifyReply): void
}

function createLimit(name: string, options: Parameters<typeof createTokenBuckets>[0]): Limit {
  const buckets = createTokenBuckets(options)
  const { perSecond, burst } = options
  const policy = `"${name}";q=${burst};w=${Math.ceil(burst / perSecond)}`
  let spent = new Map<string, number>()
  const refuse = ({ retryIn, fullIn }: Level, reply: FastifyReply): never => {
    tell(reply, { remaining: 0, fullIn })
    throw tooMany(Math.max(1, Math.ceil(retryIn)), { perSecond, burst })
  }
  const tell = (reply: FastifyReply, { remaining, fullIn }: Pick<Level, 'remaining' | 'fullIn'>) => {
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
      tell(reply, level)
      // beyond that, what is not shared is counted by each process for itself
      if (spent.size < mostShared || spent.has(key)) spent.set(key, (spent.get(key) ?? 0) + 1)
    },
    refuseWhenEmpty(key, reply) {
      const level = buckets.look(key)
      if (!level.allowed) refuse(level, reply)
    },
  }
}

const mostShared = 1_000

function tooMany(seconds: number, { perSecond, burst }: { perSecond: number; burst: number }): AppError {
  return new AppError(
    'too_many_requests',
    `Too many requests: ${burst} at once and ${perSecond} a second over time are the most. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { headers: { 'retry-after': `${seconds}` } },
  )
}
