// What the headings of groups say of rows without a value.
import { expect, test } from 'vitest'
import { formatFor } from '../../lib/format.ts'
import type { FilterProperty, PropertyKind } from '../filters/property.ts'
import { groupLabel } from './group-texts.ts'
import { linesOf } from './groups.ts'

const labelOf = (label: string, kind: PropertyKind, value: string | null, shown: string | null = null) => {
  const property: FilterProperty = { path: 'Some/Id', label, kind }
  const group = { value, label: shown, count: 1, sums: [] }
  const lines = linesOf([{ group, filter: '', count: 1, folded: false }])
  const shownRows = { filter: '', orderBy: '', groupBy: 'Some/Id', count: 1, lines }
  const format = formatFor({ locale: 'en-GB', timeZone: 'UTC' })
  return groupLabel({ rows: { shown: shownRows }, grouping: { path: 'Some/Id', property } }, 0, format)
}

test('rows without a value are named by what they have not', () => {
  expect(labelOf('Firm', 'reference', null)).toBe('No firm')
  expect(labelOf('Request type', 'reference', null)).toBe('No request type')
  expect(labelOf('Owner', 'person', null)).toBe('No owner')
  expect(labelOf('PO number', 'text', null)).toBe('No PO number')
  expect(labelOf('Note', 'text', '', '')).toBe('No note')
  expect(labelOf('Due', 'day', null)).toBe('No date')
  expect(labelOf('Firm', 'reference', '2', 'Ashfield LLP')).toBe('Ashfield LLP')
})

test('a month is written as days write theirs', () => {
  expect(labelOf('Due', 'day', '2026-11')).toBe('Nov 2026')
})
