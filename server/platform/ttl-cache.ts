// A short-lived cache: values requested thousands of times a second are read once, and are never older than the time to
// live.
import type { Announcements } from './postgres/announcements.ts'
import type { CacheTopic } from './postgres/cached-rows.ts'

export interface TtlCache<Value> {
  /**
   * The cached value, or the result of `read`; concurrent callers share one read. A value that is there needs no
   * promise.
   */
  get(key: string, read: () => Promise<Value>): Value | Promise<Value>
}

interface TtlCacheOptions {
  /** How long a value is served, counted from the start of its reading; 0 disables the cache. */
  readonly milliseconds: number
  /** Maximum number of cached values; the oldest are evicted first. */
  readonly limit: number
  /** A monotonic clock. The platform's clock is unsuitable, because it can be moved, and stands still in tests. */
  readonly monotonic?: () => number
  /**
   * Forgets everything when a change of this topic is announced, and keeps nothing while announcements cannot be
   * received.
   */
  readonly announced?: { readonly by: Announcements; readonly topic: CacheTopic }
}

interface Entry<Value> {
  readonly since: number
  readonly reading: Promise<Value>
  /** What was read, once it has been. */
  read: { readonly value: Value } | undefined
}

/** Errors are passed to those waiting and are not cached. */
export function createTtlCache<Value>({
  milliseconds,
  limit,
  monotonic = () => performance.now(),
  announced,
}: TtlCacheOptions): TtlCache<Value> {
  const known = new Map<string, Entry<Value>>()
  announced?.by.on(announced.topic, () => known.clear())
  const isUsable = () => announced?.by.listening ?? true
  return {
    get(key, read) {
      const now = monotonic()
      const found = known.get(key)
      if (found && now - found.since < milliseconds && isUsable())
        return found.read ? found.read.value : found.reading
      const reading = read()
      const entry: Entry<Value> = { since: now, reading, read: undefined }
      known.delete(key)
      known.set(key, entry)
      if (known.size > limit) known.delete(known.keys().next().value as string)
      reading.then(
        (value) => {
          entry.read = { value }
        },
        () => {
          if (known.get(key) === entry) known.delete(key)
        },
      )
      return reading
    },
  }
}
