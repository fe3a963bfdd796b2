import { describe, expect, test } from 'vitest'
import { resolveDueDays, itemProblems, type TaskTemplateItem } from './task-template.ts'

const item = (number: number, values: Partial<TaskTemplateItem> = {}): TaskTemplateItem => ({
  number,
  parent: null,
  name: `Task ${number}`,
  description: null,
  type: 'Standard',
  duration: 0,
  due: null,
  assignTo: null,
  ...values,
})

// 2026-05-01 is a Friday
const friday = '2026-05-01'

test('due dates count from the start, in days or in working days [M-84]', () => {
  const items = [
    item(1, { due: { offset: 2, unit: 'Days', after: null } }),
    item(2, { due: { offset: 2, unit: 'WorkingDays', after: null } }),
    item(3),
  ]
  expect(resolveDueDays(items, friday)).toEqual(['2026-05-03', '2026-05-05', null])
})

test('and from other items, before and after them, over several steps and in any order [M-84]', () => {
  const items = [
    item(1, { due: { offset: -3, unit: 'WorkingDays', after: 2 } }),
    item(2, { due: { offset: 10, unit: 'Days', after: 3 } }),
    item(3, { due: { offset: 1, unit: 'WorkingDays', after: null } }),
  ]
  // Monday the 4th, ten days later Thursday the 14th, three working days before that Monday the 11th
  expect(resolveDueDays(items, friday)).toEqual(['2026-05-11', '2026-05-14', '2026-05-04'])
})

describe('a template is rejected, naming the item', () => {
  test.each<[string, TaskTemplateItem[], string]>([
    ['without items', [], 'items'],
    ['with an item without a name', [item(1, { name: ' ' })], 'items[0].name'],
    ['with an item below a later one', [item(1, { parent: 2 }), item(2)], 'items[0].parent'],
    ['with an item below itself', [item(1, { parent: 1 })], 'items[0].parent'],
    [
      'that counts from an item without a due date',
      [item(1, { due: { offset: 1, unit: 'Days', after: 2 } }), item(2)],
      'items[0].due',
    ],
    [
      'that counts from an item that is not there',
      [item(1, { due: { offset: 1, unit: 'Days', after: 9 } })],
      'items[0].due',
    ],
    [
      'whose dates go round in a circle',
      [
        item(1, { due: { offset: 1, unit: 'Days', after: 2 } }),
        item(2, { due: { offset: 1, unit: 'Days', after: 1 } }),
      ],
      'items[0].due',
    ],
    ['with half a day', [item(1, { due: { offset: 1.5, unit: 'Days', after: null } })], 'items[0].due'],
    ['with less than no time', [item(1, { duration: -1 })], 'items[0].duration'],
  ])('%s', (_, items, name) => {
    expect(Object.keys(itemProblems(items))).toContain(name)
  })

  test('but not one within the limits', () => {
    expect(itemProblems([item(1), item(2, { parent: 1 })])).toEqual({})
  })
})
