import { expect, test } from 'vitest'
import { namesEtag, rangeOf } from './byte-ranges.ts'

test.each([
  [undefined, 10, 'whole'],
  ['bytes=0-0', 10, { start: 0, end: 0 }],
  ['bytes=3-', 10, { start: 3, end: 9 }],
  ['Bytes=3-5', 10, { start: 3, end: 5 }],
  ['bytes=3-99', 10, { start: 3, end: 9 }],
  ['bytes=9-9', 10, { start: 9, end: 9 }],
  ['bytes=-3', 10, { start: 7, end: 9 }],
  ['bytes=-99', 10, { start: 0, end: 9 }],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=10-20', 10, 'unsatisfiable'],
  ['bytes=5-3', 10, 'unsatisfiable'],
  ['bytes=', 10, 'unsatisfiable'],
  ['bytes=-', 10, 'unsatisfiable'],
  ['bytes=a-b', 10, 'unsatisfiable'],
  ['bytes=0x1-2', 10, 'unsatisfiable'],
  ['bytes=1.5-2', 10, 'unsatisfiable'],
  ['bytes=0-99999999999999999999', 10, { start: 0, end: 9 }],
  ['bytes=0-0, 5-6', 10, 'whole'],
  ['bytes=0-0, 20-30', 10, 'unsatisfiable'],
  ['items=0-1', 10, 'whole'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=-5', 0, 'unsatisfiable'],
])('%j of %i bytes is %j', (header, size, range) => {
  expect(rangeOf(header, size)).toEqual(range)
})

test.each([
  ['"a"', true, true],
  ['W/"a"', true, false],
  ['"b", "a"', true, true],
  ['*', true, true],
  ['"b"', false, false],
  ['a', false, false],
  ['', false, false],
])('%s names "a": weakly %s, strongly %s', (header, weakly, strongly) => {
  expect(namesEtag(header, '"a"', { weak: true })).toBe(weakly)
  expect(namesEtag(header, '"a"', { weak: false })).toBe(strongly)
})
