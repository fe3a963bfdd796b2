// Which parts of a form are shown with the answers so far.
import { expect, test } from 'vitest'
import { shownParts } from './conditions.ts'
import { fieldsOf, formParts } from './form-parts.ts'

const field = (id: string, when: object | null = null) => ({
  field: { id, fieldType: 'ShortText', name: id },
  when,
})
const parts = formParts([
  field('way'),
  field('court', { field: 'way', operator: 'eq', value: 'Court' }),
  field('judge', { field: 'court', operator: 'filled', value: null }),
  field('amount'),
  {
    group: { id: 1, title: 'Large' },
    parts: [field('insurer')],
    when: { field: 'amount', operator: 'ge', value: '1000' },
  },
  field('small', { field: 'amount', operator: 'ne', value: '1000' }),
])

const shown = (values: Readonly<Record<string, unknown>>) =>
  fieldsOf(shownParts(parts, ({ id }) => values[id])).map(({ id }) => id)

test('without answers, only what is not about a value', () => {
  expect(shown({})).toEqual(['way', 'amount', 'small'])
})

test('choices by their value, numbers as numbers, and sections as a whole', () => {
  expect(shown({ way: { value: 'Court', label: 'In court' }, amount: 1000 })).toEqual([
    'way',
    'court',
    'amount',
    'insurer',
  ])
  expect(shown({ way: { value: 'Other', label: 'Court' }, amount: 999.5 })).toEqual([
    'way',
    'amount',
    'small',
  ])
})

test('what is not shown counts as empty for what depends on it', () => {
  const court = { value: 'Court', label: 'Court' }
  expect(shown({ way: court, court: 'High Court' })).toContain('judge')
  expect(shown({ court: 'High Court' })).not.toContain('judge')
})
