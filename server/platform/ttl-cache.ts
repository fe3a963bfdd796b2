// A short-lived cache: values requested thousands of times a second are read once, and are never older than the time to
// live.

export interface TtlCache<Value> {
  /** The cached value, or the result of `read`; concurrent callers share one read. */
  get(key: string, read: () => Promise<Value>): Promise<Value>
}

interface TtlCacheOptions {
  /** How long a value is served, counted from the start of its reading; 0 disables the cache. */
  readonly milliseconds: number
  /** Maximum number of cached values; the oldest are evicted first. */
  readonly limit: number
  /** A monotonic clock. The platform's clock is unsuitable, because it can be moved, and stands still in tests. */
  readonly monotonic?: () => number
}

/** Errors are passed to those waiting and are not cached. */
export function createTtlCache<Value>({
  milliseconds,
  limit,
  monotonic = () => performance.now(),
}: TtlCacheOptions): TtlCache<Value> {
  const known = new Map<string, { readonly since: number; readonly answer: Promise<Value> }>()
  return {
    get(key, read) {
      const now = monotonic()
      const found = known.get(key)
      if (found && now - found.since < milliseconds) return found.answer
      const answer = read()
      const entry = { since: now, answer }
      known.delete(key)
      known.set(key, entry)
      if (known.size > limit) known.delete(known.keys().next().value as string)
      answer.catch(() => {
        if (known.get(key) === entry) known.delete(key)
      })
      return answer
    },
  }
}
