// Token buckets, one for each key: `burst` requests at once after a quiet time, `perSecond` over time. Of each bucket one number is
// kept, the moment at which it will be full again (the generic cell rate algorithm), so that nothing has to be refilled by a timer
// and a full bucket need not be kept at all.
import { createTwoGenerations } from './two-generations.ts'

export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

/** What is left in a bucket, in whole requests and seconds. */
export interface Level {
  readonly allowed: boolean
  readonly remaining: number
  /** Seconds until the bucket is full again. */
  readonly fullIn: number
  /** Seconds until there is a token again; 0 when there is one. */
  readonly retryIn: number
}

export interface TokenBuckets {
  readonly rate: Rate
  /** Takes one token, if there is one. */
  take(key: string): Level
  /** What is in the bucket, without taking any. */
  look(key: string): Level
  /** Takes tokens that were spent elsewhere, as far as there are any. */
  drain(key: string, tokens: number): void
  /** How many buckets are kept. */
  readonly size: number
}

interface Options extends Rate {
  /** How many buckets are kept at most; beyond that, those not used lately count as full. */
  readonly limit?: number
  /** Milliseconds that only move on. The platform's clock will not do: it can be moved. */
  readonly monotonic?: () => number
}

const mostBuckets = 100_000

/** Buckets of one rate. */
export function createTokenBuckets({
  perSecond,
  burst,
  limit = mostBuckets,
  monotonic = () => performance.now(),
}: Options): TokenBuckets {
  const interval = 1_000 / perSecond
  const capacity = burst * interval
  const fullAt = createTwoGenerations<number>(limit)
  const levelAt = (missing: number, allowed: boolean): Level => ({
    allowed,
    remaining: Math.max(0, Math.floor((capacity - missing) / interval + 1e-9)),
    fullIn: Math.ceil(missing / 1_000),
    retryIn: Math.max(0, missing + interval - capacity) / 1_000,
  })
  const missingOf = (key: string, now: number) => Math.max(0, (fullAt.get(key) ?? 0) - now)
  return {
    rate: { perSecond, burst },
    take(key) {
      const now = monotonic()
      const missing = missingOf(key, now)
      const after = missing + interval
      if (after > capacity + 1e-6) return levelAt(missing, false)
      fullAt.set(key, now + after)
      return levelAt(after, true)
    },
    look(key) {
      const missing = missingOf(key, monotonic())
      return levelAt(missing, missing + interval <= capacity + 1e-6)
    },
    drain(key, tokens) {
      const now = monotonic()
      fullAt.set(key, now + Math.min(capacity, missingOf(key, now) + tokens * interval))
    },
    get size() {
      return fullAt.size
    },
  }
}
