// Lines of groups, and the filters of their rows.
import { expect, test } from 'vitest'
import { conditionOfGroup, linesOf, type Segment, sortGroups } from './groups.ts'

const group = (value: string | null, count: number, folded = false): Segment => ({
  group: { value, label: value, count, sums: [] },
  filter: `Status eq '${value}'`,
  count,
  folded,
})

test('a list without groups has its rows as lines', () => {
  const lines = linesOf([{ filter: '', count: 1_000_000, folded: false }])
  expect(lines.count).toBe(1_000_000)
  expect(lines.at(999_999)).toMatchObject({ kind: 'row', index: 999_999 })
  expect(lines.at(1_000_000)).toBeUndefined()
  expect(lines.at(-1)).toBeUndefined()
})

test('each group has a heading, and its rows unless it is folded', () => {
  const lines = linesOf([group('Draft', 2), group('Active', 5, true), group('Late', 0), group(null, 1)])
  const shown = Array.from({ length: lines.count }, (_, line) => {
    const at = lines.at(line)
    return at?.kind === 'row' ? `${at.segment.group?.value} ${at.index}` : at?.segment.group?.value
  })
  expect(shown).toEqual(['Draft', 'Draft 0', 'Draft 1', 'Active', 'Late', null, 'null 0'])
})

test('a group is found by its value, a month by its days', () => {
  const status = { path: 'Status', property: { path: 'Status', label: 'Status', kind: 'choice' } } as const
  expect(conditionOfGroup("Tom's", status, 'UTC')).toBe("Status eq 'Tom''s'")
  const owner = {
    path: 'Owner/Id',
    property: { path: 'Owner/Id', label: 'Owner', kind: 'person', nothing: 'Owner' },
  } as const
  expect(conditionOfGroup(null, owner, 'UTC')).toBe('Owner eq null')
  const created = {
    path: 'Created/DateUtc',
    property: { path: 'Created/DateUtc', label: 'Created', kind: 'moment' },
  } as const
  expect(conditionOfGroup('2026-12', created, 'Pacific/Auckland')).toBe(
    '(Created/DateUtc ge 2026-11-30T11:00:00Z and Created/DateUtc lt 2026-12-31T11:00:00Z)',
  )
  const due = { path: 'DueDate', property: { path: 'DueDate', label: 'Due', kind: 'local' } } as const
  expect(conditionOfGroup('2026-02', due, 'UTC')).toBe(
    '(DueDate ge 2026-02-01T00:00:00 and DueDate lt 2026-03-01T00:00:00)',
  )
})

test('groups of a choice stand in its order, without a value last', () => {
  const choices = [
    { value: 'Draft', label: 'Draft' },
    { value: 'Active', label: 'Active' },
  ]
  const grouping = {
    path: 'Status',
    property: { path: 'Status', label: 'Status', kind: 'choice', choices },
  } as const
  const sorted = sortGroups(
    [null, 'Zebra', 'Active', 'Draft'].map((value) => ({ value, label: value, count: 1, sums: [] })),
    grouping,
  )
  expect(sorted.map(({ value }) => value)).toEqual(['Draft', 'Active', 'Zebra', null])
})

test('groups by size: the largest first, of the same size by name', () => {
  const property = { path: 'Type', label: 'Type', kind: 'text' } as const
  const group = (value: string, count: number, amount: number) => ({
    value,
    label: value,
    count,
    sums: [{ currency: 'EUR', amount }],
  })
  const groups = [group('B', 2, 10), group('A', 2, 500), group('C', 7, 20)]
  const orderBy = (order: 'count' | 'sum') =>
    sortGroups(groups, { path: 'Type', property }, order).map(({ value }) => value)
  expect(orderBy('count')).toEqual(['C', 'A', 'B'])
  expect(orderBy('sum')).toEqual(['A', 'C', 'B'])
})
