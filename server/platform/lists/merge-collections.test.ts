// Conditions on the same collection become one, and mean the same.
import { expect, test } from 'vitest'
import type { Filter } from './list-query.ts'
import { mergeCollections } from './merge-collections.ts'

const is = (value: number): Filter => ({ kind: 'compare', name: 'id', comparison: 'eq', value })
const any = (part: Filter | null, name = 'members'): Filter => ({ kind: 'any', name, part })
const all = (part: Filter, name = 'members'): Filter => ({ kind: 'all', name, part })
const not = (part: Filter): Filter => ({ kind: 'not', part })
const or = (...parts: Filter[]): Filter => ({ kind: 'or', parts })
const and = (...parts: Filter[]): Filter => ({ kind: 'and', parts })

test.each<[string, Filter, Filter]>([
  ['either of some', or(any(is(1)), is(9), any(is(2))), or(any(or(is(1), is(2))), is(9))],
  ['nested either', or(or(any(is(1)), is(9)), any(is(2))), or(any(or(is(1), is(2))), is(9))],
  ['both of all', and(all(is(1)), all(is(2))), and(all(and(is(1), is(2))))],
  ['neither of some', and(not(any(is(1))), not(any(is(2)))), and(not(any(or(is(1), is(2)))))],
  ['not both of all', or(not(all(is(1))), not(all(is(2)))), or(not(all(and(is(1), is(2)))))],
  ['inside another condition', not(or(any(is(1)), any(is(2)))), not(or(any(or(is(1), is(2)))))],
])('%s', (_, filter, merged) => {
  expect(mergeCollections(filter)).toEqual(merged)
})

test.each<[string, Filter]>([
  ['both of some, which may be different items', and(any(is(1)), any(is(2)))],
  ['either of all', or(all(is(1)), all(is(2)))],
  ['either of none', or(not(any(is(1))), not(any(is(2))))],
  ['other collections', or(any(is(1)), any(is(2), 'parties'))],
  ['whether there is any', or(any(null), any(is(1)))],
])('keeps apart %s', (_, filter) => {
  expect(mergeCollections(filter)).toEqual(filter)
})
