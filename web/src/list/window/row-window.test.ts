// A million rows in a track of eight million pixels.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  contentHeight,
  LONGEST_TRACK,
  type Measures,
  positionAt,
  positionShowing,
  rowsAt,
  scrolledTo,
  shiftOf,
  trackHeight,
} from './row-window.ts'

const million: Measures = { rows: 1_000_000, rowHeight: 36, viewport: 700 }
const start = { top: 0, scroll: 0 }

test('the end of the scrollbar is the last row', () => {
  expect(trackHeight(million)).toBe(LONGEST_TRACK)
  const bottom = scrolledTo(LONGEST_TRACK - 700, start, million)
  expect(rowsAt(bottom, million)).toEqual({ first: 999_980, end: 1_000_000 })
  expect(shiftOf(bottom) + contentHeight(million)).toBe(LONGEST_TRACK)
})

test('a turn of the wheel moves by pixel, and rows stay where they are drawn', () => {
  const middle = positionAt(18_000_000, million)
  const later = scrolledTo(middle.scroll + 100, middle, million)
  expect(later.top).toBe(18_000_100)
  expect(shiftOf(later)).toBe(shiftOf(middle))
})

test('dragging the thumb moves by proportion', () => {
  const half = scrolledTo((LONGEST_TRACK - 700) / 2, start, million)
  expect(rowsAt(half, million).first).toBe(Math.floor((36_000_000 - 700) / 2 / 36))
})

test('short lists scroll as they are', () => {
  const short = { ...million, rows: 5_000 }
  expect(trackHeight(short)).toBe(180_000)
  expect(scrolledTo(12_345, start, short)).toEqual({ top: 12_345, scroll: 12_345 })
  expect(trackHeight({ ...million, rows: 3 })).toBe(108)
  expect(rowsAt(positionAt(50, { ...million, rows: 3 }), { ...million, rows: 3 })).toEqual({
    first: 0,
    end: 3,
  })
})

test('every row can be shown, from anywhere', () => {
  const row = fc.integer({ min: 0, max: 999_999 })
  fc.assert(
    fc.property(row, row, fc.integer({ min: 100, max: 2_000 }), (from, to, viewport) => {
      const measures = { ...million, viewport }
      const shown = positionShowing(to, positionShowing(from, start, measures), measures)
      expect(shown.top).toBeLessThanOrEqual(to * 36)
      expect(shown.top + viewport).toBeGreaterThanOrEqual((to + 1) * 36)
      expect(shown.scroll).toBeGreaterThanOrEqual(0)
      expect(shown.scroll).toBeLessThanOrEqual(LONGEST_TRACK - viewport)
      expect(positionShowing(to, shown, measures)).toEqual(shown)
    }),
  )
})

test('scrolling by small steps reaches both ends', () => {
  const near = positionAt(500, million)
  let now = near
  for (let step = 0; step < 20; step += 1) now = scrolledTo(Math.max(0, now.scroll - 60), now, million)
  expect(now.top).toBe(0)
})
