// Which rows of a list are on the screen. A browser stops at 33.5 million pixels, fewer than a million rows need, so
// the track that the scrollbar runs in has a length of its own: small movements go by pixel, large ones (dragging the
// thumb) by proportion.

/** No track is longer, in pixels. */
export const LONGEST_TRACK = 8_000_000

/** Movements from this many viewports on are jumps. */
const JUMP = 2

export interface Measures {
  readonly rows: number
  readonly rowHeight: number
  /** The height in which rows are seen, in pixels. */
  readonly viewport: number
}

export const contentHeight = ({ rows, rowHeight }: Measures): number => rows * rowHeight
export const trackHeight = (measures: Measures): number => Math.min(contentHeight(measures), LONGEST_TRACK)

/** Whether the track is shorter than the rows. */
export const isScaled = (measures: Measures): boolean => contentHeight(measures) > LONGEST_TRACK

/** How far the rows, and the track, can be scrolled. */
const lastTop = (measures: Measures) => Math.max(0, contentHeight(measures) - measures.viewport)
const lastScroll = (measures: Measures) => Math.max(0, trackHeight(measures) - measures.viewport)

/** Where the list stands: `top` is the first pixel of the rows that is seen, `scroll` the position of the scrollbar. */
export interface Position {
  readonly top: number
  readonly scroll: number
}

/** How much lower rows are drawn in the track than they are in the list. It stays the same while scrolling by pixel. */
export const shiftOf = ({ top, scroll }: Position): number => scroll - top

/** The position after the scrollbar has moved to `scroll`. */
export function scrolledTo(scroll: number, before: Position, measures: Measures): Position {
  const [tops, scrolls] = [lastTop(measures), lastScroll(measures)]
  if (tops === scrolls) return { top: clamp(scroll, tops), scroll }
  if (scroll <= 0) return { top: 0, scroll }
  if (scroll >= scrolls) return { top: tops, scroll }
  const moved = scroll - before.scroll
  if (Math.abs(moved) > JUMP * measures.viewport)
    return { top: Math.round((scroll / scrolls) * tops), scroll }
  return { top: clamp(before.top + moved, tops), scroll }
}

/** The position that shows this pixel of the rows first, with the scrollbar where it belongs. */
export function positionAt(top: number, measures: Measures): Position {
  const [tops, scrolls] = [lastTop(measures), lastScroll(measures)]
  const reached = clamp(top, tops)
  return { top: reached, scroll: tops === 0 ? 0 : Math.round((reached / tops) * scrolls) }
}

/** The position that shows a row whole, moving as little as it can. */
export function positionShowing(row: number, now: Position, measures: Measures): Position {
  const start = row * measures.rowHeight
  const end = start + measures.rowHeight
  if (start < now.top) return movedTo(start, now, measures)
  if (end > now.top + measures.viewport) return movedTo(end - measures.viewport, now, measures)
  return now
}

/** Near positions are reached by pixel, so that the rows on the screen stay where they are drawn. */
function movedTo(top: number, now: Position, measures: Measures): Position {
  const moved = clamp(top, lastTop(measures)) - now.top
  const scroll = now.scroll + moved
  const isNear = Math.abs(moved) <= JUMP * measures.viewport && scroll > 0 && scroll < lastScroll(measures)
  return isNear ? { top: now.top + moved, scroll } : positionAt(top, measures)
}

/** The rows to draw, from `first` up to but not including `end`. */
export interface RowRange {
  readonly first: number
  readonly end: number
}

/** What is seen, and so many rows more on both sides. */
export function rowsAt({ top }: Position, { rows, rowHeight, viewport }: Measures, more = 0): RowRange {
  const first = Math.max(0, Math.floor(top / rowHeight) - more)
  const end = Math.min(rows, Math.ceil((top + viewport) / rowHeight) + more)
  return { first: Math.min(first, end), end }
}

const clamp = (value: number, most: number) => Math.min(Math.max(0, value), most)
