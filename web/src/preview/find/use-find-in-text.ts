// The find of previews that draw their whole text: documents, mails, plain text.
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Hits } from './find-bar.tsx'
import { findRanges, markRanges, showRange, unmarkRanges } from './find-in-text.ts'

/** Finds in what `root` answers; `ready` says when it is drawn, and `initial` is looked for then. */
export function useFindInText(root: RefObject<Node | null>, ready: boolean, initial: string | undefined) {
  const [hits, setHits] = useState<Hits>()
  const found = useRef<{ ranges: readonly Range[]; at: number }>({ ranges: [], at: 0 })

  const show = useCallback((at: number) => {
    const { ranges } = found.current
    found.current = { ranges, at }
    markRanges(ranges, at)
    showRange(ranges[at])
    setHits({ current: ranges.length === 0 ? 0 : at + 1, total: ranges.length })
  }, [])

  const find = useCallback(
    (query: string) => {
      found.current = { ranges: root.current ? findRanges(root.current, query) : [], at: 0 }
      show(0)
    },
    [root, show],
  )

  const step = (backwards: boolean) => {
    const { ranges, at } = found.current
    if (ranges.length > 0) show((at + (backwards ? -1 : 1) + ranges.length) % ranges.length)
  }

  useEffect(() => {
    if (ready && initial !== undefined && initial !== '') find(initial)
  }, [ready, initial, find])
  useEffect(() => unmarkRanges, [])

  return { hits, find, step }
}
