// The row window of an element that scrolls.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  isScaled,
  type Measures,
  type Position,
  positionAt,
  positionShowing,
  type RowRange,
  rowsAt,
  scrolledTo,
  shiftOf,
  trackHeight,
} from './row-window.ts'

/** Rows drawn beyond the edges, so that none is missing while scrolling. */
const SPARE_ROWS = 8
/** After so many milliseconds without scrolling the scrollbar is put where it belongs. */
const RESTING = 150

interface Shown extends RowRange {
  readonly shift: number
}

export interface RowWindow extends Shown {
  /** The element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly onScroll: () => void
  /** The height of the element that the rows are drawn in. */
  readonly trackHeight: number
  /** How many rows are seen whole at once. */
  readonly rowsSeen: number
  /** The first pixel of the rows that is seen: what `restore` takes. */
  readonly top: () => number
  /** Scrolls as little as needed to show a row. */
  readonly show: (row: number) => void
  /** Scrolls to a pixel of the rows. */
  readonly restore: (top: number) => void
}

/** `above` is the height of what stays at the top of the scrolling element: the header. */
export function useRowWindow(options: { rows: number; rowHeight: number; above: number }): RowWindow {
  const { rows, rowHeight, above } = options
  const scroller = useRef<HTMLDivElement>(null)
  const [viewport, setViewport] = useState(600)
  const measures: Measures = { rows, rowHeight, viewport }
  const now = useRef<Position>({ top: 0, scroll: 0 })
  const resting = useRef<number>(undefined)
  const [shown, setShown] = useState<Shown>(() => ({ ...rowsAt(now.current, measures, SPARE_ROWS), shift: 0 }))

  const draw = useCallback(
    (position: Position) => {
      now.current = position
      const next = { ...rowsAt(position, { rows, rowHeight, viewport }, SPARE_ROWS), shift: shiftOf(position) }
      setShown((last) => (isSame(last, next) ? last : next))
    },
    [rows, rowHeight, viewport],
  )

  const place = useCallback(
    (position: Position) => {
      draw(position)
      if (scroller.current && scroller.current.scrollTop !== position.scroll)
        scroller.current.scrollTop = position.scroll
    },
    [draw],
  )

  const onScroll = useCallback(() => {
    const element = scroller.current
    if (!element || element.scrollTop === now.current.scroll) return
    const at = { rows, rowHeight, viewport }
    draw(scrolledTo(element.scrollTop, now.current, at))
    window.clearTimeout(resting.current)
    if (!isScaled(at)) return
    resting.current = window.setTimeout(() => place(positionAt(now.current.top, at)), RESTING)
  }, [draw, place, rows, rowHeight, viewport])

  useEffect(() => () => window.clearTimeout(resting.current), [])

  // the rows have become fewer or more, or the window another size
  useLayoutEffect(() => place(positionAt(now.current.top, { rows, rowHeight, viewport })), [place, rows, rowHeight, viewport])

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => setViewport(Math.max(rowHeight, element.clientHeight - above))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [above, rowHeight])

  return {
    ...shown,
    scroller,
    onScroll,
    trackHeight: trackHeight(measures),
    rowsSeen: Math.max(1, Math.floor(viewport / rowHeight)),
    top: useCallback(() => now.current.top, []),
    show: useCallback(
      (row: number) => place(positionShowing(row, now.current, { rows, rowHeight, viewport })),
      [place, rows, rowHeight, viewport],
    ),
    restore: useCallback(
      (top: number) => place(positionAt(top, { rows, rowHeight, viewport })),
      [place, rows, rowHeight, viewport],
    ),
  }
}

const isSame = (one: Shown, other: Shown) =>
  one.first === other.first && one.end === other.end && one.shift === other.shift
