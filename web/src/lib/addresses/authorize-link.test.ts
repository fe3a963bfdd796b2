// The authorize page's address is read byte for byte.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAuthorizeLink, withQueryInHash } from './authorize-link.ts'

const PAGE = 'https://legal.example/#/authorize'

describe('the raw query', () => {
  test.each([
    ['an ordinary one', 'response_type=code&client_id=a&redirect_uri=https%3A%2F%2Fa.example%2Fcb&state=x'],
    ['upper and lower case escapes, plus and percent signs', 'state=%2f%2F+%20%25&client_id=%C3%A4'],
    ['a second question mark and a second hash', 'redirect_uri=http://localhost/?a=b#c&state=1'],
    ['repeated and empty parameters', 'client_id=a&client_id=b&&state=&state'],
    ['escapes that decode to nothing sensible', 'state=%ff%00%zz%'],
    ['nothing', ''],
  ])('is returned unchanged: %s', (_, query) => {
    expect(readAuthorizeLink(`${PAGE}?${query}`)).toEqual({ query })
  })

  test('is returned unchanged whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (query) => {
        fc.pre(!query.startsWith('request='))
        expect(readAuthorizeLink(`${PAGE}?${query}`)).toEqual({ query })
      }),
    )
  })

  test('is empty without a question mark', () => {
    expect(readAuthorizeLink(PAGE)).toEqual({ query: '' })
  })
})

describe('a stored request', () => {
  test('is recognised by its id alone', () => {
    expect(readAuthorizeLink(`${PAGE}?request=Ab_9-x`)).toEqual({ requestId: 'Ab_9-x' })
  })

  test.each(['request=a&client_id=b', 'client_id=b&request=a', 'request=', 'request=a.b.c', 'request=%61'])(
    'is not recognised in a query with more parameters: %s',
    (query) => {
      expect(readAuthorizeLink(`${PAGE}?${query}`)).toEqual({ query })
    },
  )
})

describe('a query in front of the #', () => {
  test('moves behind the authorize route', () => {
    expect(withQueryInHash('https://legal.example/?client_id=a&state=%2f+#/authorize')).toBe(
      'https://legal.example/#/authorize?client_id=a&state=%2f+',
    )
  })

  test('is dropped if the route has its own query, and on every other page', () => {
    expect(withQueryInHash('https://legal.example/?utm=1#/authorize?client_id=a')).toBe(
      'https://legal.example/#/authorize?client_id=a',
    )
    expect(withQueryInHash('https://legal.example/?utm=1#/sandbox/clock')).toBe(
      'https://legal.example/#/sandbox/clock',
    )
    expect(withQueryInHash('https://legal.example/?utm=1')).toBe('https://legal.example/#/')
  })

  test('is only a query if it comes before the #', () => {
    expect(withQueryInHash(`${PAGE}?client_id=a`)).toBeUndefined()
    expect(withQueryInHash('https://legal.example/')).toBeUndefined()
  })
})
