// Selecting some, all, and all but some.
import { expect, test } from 'vitest'
import { allSelected, countSelected, isSelected, nothingSelected, select } from './selection.ts'

test('some are selected and taken out again', () => {
  const three = select(nothingSelected, [1, 2, 3], true)
  const two = select(three, [2], false)
  expect(countSelected(two, 100)).toBe(2)
  expect([1, 2, 3].map((id) => isSelected(two, id))).toEqual([true, false, true])
})

test('all are selected but some', () => {
  const most = select(allSelected, [7, 8], false)
  expect(countSelected(most, 1_000_000)).toBe(999_998)
  expect(isSelected(most, 7)).toBe(false)
  expect(isSelected(most, 9)).toBe(true)
  expect(countSelected(select(most, [7, 8], true), 1_000_000)).toBe(1_000_000)
})
