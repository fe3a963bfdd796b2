// Addresses in mails become links, nothing else does.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitLinks } from './split-links.ts'

const linksIn = (text: string) =>
  splitLinks(text)
    .filter((part) => part.link)
    .map((part) => part.text)

test('finds addresses without the punctuation after them', () => {
  expect(
    linksIn('See http://localhost:8080/#/reset-password?token=a_b-c. Or (https://a.example/x)!'),
  ).toEqual(['http://localhost:8080/#/reset-password?token=a_b-c', 'https://a.example/x'])
})

test('creates no link for other schemes', () => {
  expect(linksIn('javascript:alert(1) data:text/html,x ftp://a.example file:///etc')).toEqual([])
})

test('loses nothing of the text', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('https://a.example', ' ', '.', 'x', '\n', '<', '"')), (words) => {
      const text = words.join('')
      expect(
        splitLinks(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
