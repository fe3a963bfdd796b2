// Taking a task out of a plan.
import { expect, test } from 'vitest'
import { withoutItem } from './templates.ts'

test('tasks that were counted from the one that goes are counted from the start', () => {
  const days = (offset: number, after: number | null) => ({ offset, unit: 'Days' as const, after })
  const items = [
    { name: 'One', due: days(1, null) },
    { name: 'Two', due: days(2, 1) },
    { name: 'Three', due: days(3, 2), parent: 2 },
    { name: 'Four', due: days(4, 3), parent: 1 },
  ]
  expect(withoutItem(items, 1)).toEqual([
    { name: 'One', due: days(1, null) },
    { name: 'Three', due: days(3, null), parent: null },
    { name: 'Four', due: days(4, 2), parent: 1 },
  ])
})
