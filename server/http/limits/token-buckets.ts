// Token buckets, one per key: `burst` requests at once after a quiet period, `perSecond` over time. For each bucket
// only the time at which it will be full again is stored (the generic cell rate algorithm), so no timer refills
// buckets, and full ones need not be stored.
import { createBoundedMap } from './bounded-map.ts'

interface Rate {
  readonly perSecond: number
  readonly burst: number
}

/** What is left in a bucket, in whole requests and seconds. */
export interface Level {
  readonly allowed: boolean
  readonly remaining: number
  /** Seconds until the bucket is full again. */
  readonly fullIn: number
  /** Seconds until the next token; 0 if there is one. */
  readonly retryIn: number
}

export interface TokenBuckets {
  readonly rate: Rate
  /** Takes one token, if there is one. */
  take(key: string): Level
  /** The level of the bucket, without taking a token. */
  peek(key: string): Level
  /** Takes tokens that were used elsewhere, down to zero; a negative number puts tokens back. */
  drain(key: string, tokens: number): void
  /** How many buckets are stored. */
  readonly size: number
}

interface Options extends Rate {
  /** Maximum number of stored buckets; beyond that, the least recently used count as full. */
  readonly limit?: number
  /** A monotonic clock in milliseconds. The platform's clock is unsuitable, because it can be moved. */
  readonly monotonic?: () => number
}

const maxBuckets = 100_000

/** The buckets of one rate. */
export function createTokenBuckets({
  perSecond,
  burst,
  limit = maxBuckets,
  monotonic = () => performance.now(),
}: Options): TokenBuckets {
  const interval = 1_000 / perSecond
  const capacity = burst * interval
  const fullAt = createBoundedMap<number>(limit)
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
    peek(key) {
      const missing = missingOf(key, monotonic())
      return levelAt(missing, missing + interval <= capacity + 1e-6)
    },
    drain(key, tokens) {
      const now = monotonic()
      fullAt.set(key, now + Math.max(0, Math.min(capacity, missingOf(key, now) + tokens * interval)))
    },
    get size() {
      return fullAt.size
    },
  }
}
