// The row window of an element that scrolls.
import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { rowsHeight } from '../use-fill-height.ts'
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
/** They are redrawn when fewer than these are left. */
const LEAST_SPARE = 3
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

interface Asked {
  readonly rows: number
  readonly rowHeight: number
  /** The height of what stays at the top of the scrolling element: the header. */
  readonly above: number
}

const start: Position = { top: 0, scroll: 0 }

export function useRowWindow({ rows, rowHeight, above }: Asked): RowWindow {
  const scroller = useRef<HTMLDivElement>(null)
  const viewport = useViewport(scroller, rowHeight, above)
  const measures = useMemo((): Measures => ({ rows, rowHeight, viewport }), [rows, rowHeight, viewport])
  const { shown, now, place, onScroll } = usePosition(scroller, measures)
  return {
    ...shown,
    scroller,
    onScroll,
    trackHeight: trackHeight(measures),
    rowsSeen: Math.max(1, Math.floor(viewport / rowHeight)),
    top: useCallback(() => now().top, [now]),
    show: useCallback((row: number) => place(positionShowing(row, now(), measures)), [place, now, measures]),
    restore: useCallback((top: number) => place(positionAt(top, measures)), [place, measures]),
  }
}

/** The height of the last list that was drawn: mostly that of the next one. */
let lastHeight: number | undefined

/** The height in which rows are seen. */
function useViewport(scroller: RefObject<HTMLDivElement | null>, rowHeight: number, above: number): number {
  const [viewport, setViewport] = useState(() => Math.max(rowHeight, (lastHeight ?? rowsHeight()) - above))
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      lastHeight = element.clientHeight
      setViewport(Math.max(rowHeight, lastHeight - above))
    }
    // it measures once the page is laid out
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // the spare rows make up for what was guessed: nothing is drawn again in the task that draws the rows first
    if (lastHeight === undefined) startTransition(measure)
    return () => observer.disconnect()
  }, [scroller, rowHeight, above])
  return viewport
}

function usePosition(scroller: RefObject<HTMLDivElement | null>, measures: Measures) {
  const now = useRef<Position>(start)
  const resting = useRef<number>(undefined)
  const [shown, setShown] = useState<Shown>(() => ({ ...rowsAt(start, measures, SPARE_ROWS), shift: 0 }))
  const draw = useCallback(
    (position: Position) => {
      now.current = position
      const shift = shiftOf(position)
      const needed = rowsAt(position, measures, LEAST_SPARE)
      setShown((last) =>
        last.shift === shift && covers(last, needed, measures.rows)
          ? last
          : { ...rowsAt(position, measures, SPARE_ROWS), shift },
      )
    },
    [measures],
  )
  const place = useCallback(
    (position: Position) => {
      const stays = position.scroll === 0 && now.current === start
      draw(position)
      // where nothing was scrolled yet, asking would lay out the page
      const element = stays ? null : scroller.current
      if (element && element.scrollTop !== position.scroll) element.scrollTo({ top: position.scroll })
    },
    [draw, scroller],
  )
  const onScroll = useCallback(() => {
    const element = scroller.current
    if (!element || element.scrollTop === now.current.scroll) return
    draw(scrolledTo(element.scrollTop, now.current, measures))
    window.clearTimeout(resting.current)
    if (!isScaled(measures)) return
    resting.current = window.setTimeout(() => place(positionAt(now.current.top, measures)), RESTING)
  }, [draw, place, scroller, measures])

  useEffect(() => () => window.clearTimeout(resting.current), [])
  // the rows have become fewer or more, or the window another size
  // the element is scrolled, and the rows drawn there, before the browser paints
  // oxlint-disable-next-line react/set-state-in-effect
  useLayoutEffect(() => place(positionAt(now.current.top, measures)), [place, measures])
  return { shown, now: useCallback(() => now.current, []), place, onScroll }
}

/** Whether what is drawn will do: most movements show rows that are there already. */
const covers = (drawn: RowRange, needed: RowRange, rows: number) =>
  drawn.first <= needed.first && drawn.end >= needed.end && drawn.end <= rows
