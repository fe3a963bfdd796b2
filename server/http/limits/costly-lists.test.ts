// Which lists are costly, by the words of what is asked for.
import { expect, test } from 'vitest'
import { isCostly } from './costly-lists.ts'

const asking = (query: Readonly<Record<string, unknown>>, url = '/v2/contracts', method = 'GET') =>
  isCostly({ method, query, routeOptions: { url } })

test.each([
  { $filter: "contains(Name,'a') or contains(Name,'b') or endswith(Name,'c')" },
  { filter: 'Members/all(m: m/Id ne 5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7000)' },
  { FILTER: "contains(Fields/risk/label,'q') and Fields/amount gt 1 and Fields/value lt 2" },
  { $orderby: 'Fields/amount desc' },
  { 'sorting.field': 'fields/amount' },
  { 'filtering.filters': ['{"operator":"contains"}', '{"operator":"contains"}', '{"operator":"contains"}'] },
  {
    'filtering.filters[0].operator': 'contains',
    'filtering.filters[1].operator': 'contains',
    'filtering.filters[2].operator': 'contains',
  },
])('%j is costly', (query) => {
  expect(asking(query)).toBe(true)
  expect(asking(query, '/v2/contracts', 'POST')).toBe(false)
})

test.each([
  {},
  { $filter: "Status eq 'Active' and contains(Name,'lease')", $orderby: 'Name', $count: 'true' },
  { $filter: 'Members/any(m: m/Id eq me()) and Fields/amount gt 5' },
  { search: 'contains contains contains' },
  { $orderby: 'Owner/LastName desc,Id' },
])('%j is not', (query) => {
  expect(asking(query)).toBe(false)
})

test('a summary is, whatever it is asked for', () => {
  expect(asking({}, '/v2/matters/summary')).toBe(true)
  expect(asking({}, '/v2/contracts/stageTimes')).toBe(true)
})
