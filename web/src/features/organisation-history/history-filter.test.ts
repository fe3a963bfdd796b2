// What is chosen on the page becomes a filter of the API.
import { expect, test } from 'vitest'
import { actGroups, filterOf, recordIn } from './history-filter.ts'

const startOf = (day: string) => `${day}T00:00:00Z`

test('a choice of everything becomes one filter', () => {
  const person = '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10'
  const search = { person, acts: 'holds', record: 'matter 3', from: '2026-02-28', to: '2026-02-28' }
  expect(filterOf(search, startOf)).toBe(
    `User/Id eq '${person}' and (endswith(Action,'.hold.set') or endswith(Action,'.hold.ended'))` +
      " and Record/Type eq 'matter' and Record/Id eq 3 and At ge 2026-02-28T00:00:00Z and At lt 2026-03-01T00:00:00Z",
  )
})

test('what an address may contain besides is left out', () => {
  expect(filterOf({}, startOf)).toBeUndefined()
  expect(
    filterOf({ person: "' or true", acts: 'constructor', record: 'matter x', from: 'soon', to: '' }, startOf),
  ).toBeUndefined()
  expect(recordIn('court 5')).toBeUndefined()
  expect(Object.keys(actGroups)).toEqual(expect.arrayContaining(['matters', 'contracts', 'deletions']))
})
