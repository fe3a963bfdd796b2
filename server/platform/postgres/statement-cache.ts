// Compiled statements by what their texts depend on: those that were used last, because every connection keeps the plan
// of each. A plan takes about a hundred times the memory of its text.

interface Kept {
  /** The length of its text. */
  readonly length: number
  /** Lets the connections forget it. */
  drop(): void
}

interface Limits {
  readonly most: number
  /** Of all texts together. */
  readonly mostText?: number
  /** Of one text. */
  readonly longest?: number
}

/** Keeps statements by their keys within limits. */
export interface StatementCache<Item> {
  find(key: string): Item | undefined
  /** Whether it is kept: one that is too long is not. Those that were not used for longest make room. */
  keep(key: string, item: Item): boolean
}

/** A cache within these limits. */
export function statementCache<Item extends Kept>({
  most,
  mostText = Infinity,
  longest = Infinity,
}: Limits): StatementCache<Item> {
  const known = new Map<string, Item>()
  let text = 0
  const remove = (key: string, item: Item) => {
    known.delete(key)
    text -= item.length
  }
  const add = (key: string, item: Item) => {
    known.set(key, item)
    text += item.length
  }
  return {
    find(key) {
      const found = known.get(key)
      // far from the limits, it does not matter which was used last
      if (!found || (known.size < most / 2 && text < mostText / 2)) return found
      remove(key, found)
      add(key, found)
      return found
    },
    keep(key, item) {
      if (item.length > longest) {
        item.drop()
        return false
      }
      add(key, item)
      for (const [oldest, other] of known) {
        if (known.size <= most && text <= mostText) break
        remove(oldest, other)
        other.drop()
      }
      return true
    },
  }
}
