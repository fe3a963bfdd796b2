// Answers remembered for a moment: what is asked thousands of times a second is read once, and is never older than a bound.

export interface TtlCache<Value> {
  /** The remembered answer, or the one of `read`; callers that come while it is being read share it. */
  get(key: string, read: () => Promise<Value>): Promise<Value>
}

interface TtlCacheOptions {
  /** An answer is given out for this long, counted from the start of its reading; 0 remembers nothing. */
  readonly milliseconds: number
  /** How many answers are kept at most; the oldest go first. */
  readonly limit: number
  /** Time that only moves on. The platform's clock will not do: it can be moved, and stands still in tests. */
  readonly monotonic?: () => number
}

/** Failures are told to those who waited for them and are not remembered. */
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
