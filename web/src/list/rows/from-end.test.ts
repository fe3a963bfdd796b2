// Pages read from the end of a list.
import { expect, test } from 'vitest'
import { placeFromEnd } from './from-end.ts'

test('the last page is the first of the opposite order, with as many rows as it has', () => {
  expect(placeFromEnd('Name', 9_999, 999_950)).toEqual({ $orderby: 'Name desc', $skip: 0, $top: 50 })
  expect(placeFromEnd('Name', 9_998, 999_950)).toEqual({
    $orderby: 'Name desc',
    $skip: 50,
    $top: 100,
  })
  expect(placeFromEnd('', 9, 1_000)?.$orderby).toBe('Id desc')
  expect(placeFromEnd('Owner/LastName desc,Owner/FirstName desc', 9, 1_000)).toEqual({
    $orderby: 'Owner/LastName,Owner/FirstName',
    $skip: 0,
    $top: 100,
  })
})

test('the first half is read from the beginning', () => {
  expect(placeFromEnd('Name', 0, 50)).toBeUndefined()
  expect(placeFromEnd('Name', 4, 1_000)).toBeUndefined()
  expect(placeFromEnd('Name', 6, undefined)).toBeUndefined()
})
