// Which rows are selected: by checkbox, with Shift from the last one, by X.
import { useState } from 'react'

export interface Selection {
  readonly ids: ReadonlySet<number>
  /** `range` selects everything from the last one. */
  toggle(id: number, range?: boolean): void
  setAll(ids: readonly number[]): void
  clear(): void
}

/** `shown` are the rows in their order. Rows that are gone are no longer selected. */
export function useSelection(shown: readonly number[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [last, setLast] = useState<number>()
  const ids = new Set(shown.filter((id) => chosen.has(id)))
  return {
    ids,
    toggle(id, range = false) {
      const next = new Set(ids)
      const from = last === undefined ? -1 : shown.indexOf(last)
      const to = shown.indexOf(id)
      if (range && from !== -1)
        for (const each of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each)
      else if (!next.delete(id)) next.add(id)
      setChosen(next)
      setLast(id)
    },
    setAll: (all) => setChosen(new Set(all)),
    clear: () => setChosen(new Set()),
  }
}
