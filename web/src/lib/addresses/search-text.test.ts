// The router leaves queries unchanged unless a route names its parameters.
import { expect, test } from 'vitest'
import { parseSearch, readSearch, stringifySearch } from './search-text.ts'

test.each(['?client_id=a&state=%2f+%20&client_id=b&&x', '?request=12', '', '?a=%ff%'])(
  'a query is returned byte for byte: %j',
  (search) => {
    expect(stringifySearch({ ...parseSearch(search) })).toBe(search)
  },
)

test('a route reads the parameters it names and writes only those', () => {
  const read = readSearch(['returnTo', 'error'])
  const search = read({ ...parseSearch('?returnTo=%2Fa%3Fb%3D1&other=x') })
  expect(search).toEqual({ returnTo: '/a?b=1', error: undefined })
  expect(stringifySearch({ text: 'returnTo=%2Fa%3Fb%3D1&other=x', ...search })).toBe('?returnTo=%2Fa%3Fb%3D1')
  expect(stringifySearch({ text: 'other=x', returnTo: undefined })).toBe('')
})
