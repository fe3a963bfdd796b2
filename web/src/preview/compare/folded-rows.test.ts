// What is folded away between changes.
import { expect, test } from 'vitest'
import type { Row } from './comparison.ts'
import { foldedRows } from './folded-rows.ts'

const rows = (...changed: number[]): Row[] =>
  changed.map((many) => ({ left: null, right: null, both: [], changes: many === 0 ? [] : [many] }))
const seen = (all: Row[], unfolded: number[] = []) =>
  foldedRows(all, new Set(unfolded)).map((shown) =>
    shown.kind === 'row' ? shown.at : `${shown.from}-${shown.to}`,
  )

test('two paragraphs around each change stay, the others are folded until somebody asks for them', () => {
  const all = rows(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0)
  expect(seen(all)).toEqual(['0-4', 4, 5, 6, 7, 8, '9-14', 14, 15, 16, 17])
  expect(seen(all, [9])).toEqual(['0-4', 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17])
})

test('every row is shown or folded once', () => {
  const all = rows(1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  expect(seen(all)).toEqual([0, 1, 2, 3, 4, 5, '6-13'])
})
