// A map of bounded size that forgets entries not used recently: entries move to the young generation when used, and the
// old generation is dropped as a whole. No entry needs a timestamp or a position in a list.

export interface BoundedMap<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  readonly size: number
}

/** Holds at most `limit` entries. The older half is dropped when the younger one is full. */
export function createBoundedMap<Value>(limit: number): BoundedMap<Value> {
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
