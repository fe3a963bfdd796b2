// A map of bounded size that forgets what was not used lately: entries move to the young generation when they are used, and the
// old one is dropped as a whole. No entry needs a time or a place in a list of its own.

export interface TwoGenerations<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  readonly size: number
}

/** Holds `limit` entries at most. The older half is forgotten when the younger one is full. */
export function createTwoGenerations<Value>(limit: number): TwoGenerations<Value> {
  const half = Math.max(1, Math.floor(limit / 2))
  let young = new Map<string, Value>()
  let old = new Map<string, Value>()
  const set = (key: string, value: Value) => {
    old.delete(key)
    young.set(key, value)
    if (young.size < half) return
    old = young
    young = new Map()
  }
  return {
    get(key) {
      const found = young.get(key)
      if (found !== undefined) return found
      const aged = old.get(key)
      if (aged !== undefined) set(key, aged)
      return aged
    },
    set,
    get size() {
      return young.size + old.size
    },
  }
}
