// After signing in, people are only ever sent to our own pages.
import { expect, test } from 'vitest'
import { safeReturnTo } from './return-to.ts'

test.each([
  '/integration-clients',
  '/integration-clients/12',
  '/authorize?request=Ab_9-x',
  '/matters?filter=a%20b&sort=name',
])('goes back to one of our pages: %s', (route) => {
  expect(safeReturnTo(route)).toBe(route)
})

test.each([
  undefined,
  '',
  ' ',
  'integration-clients',
  'https://evil.example',
  'https:evil.example',
  'HTTPS://evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/ /evil.example',
  '/%2f%2fevil.example',
  '/%2Fevil.example',
  '/%5cevil.example',
  '%2f%2fevil.example',
  '%68ttps://evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '/javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'mailto:a@b.example',
  'blob:https://evil.example/1',
  '/a//evil.example',
  '/a/../..//evil.example',
  '/..//evil.example',
  '/../evil',
  '/./../evil',
  '/@evil.example',
  '//@evil.example',
  '//evil.example@ours.example',
  'https://ours.example@evil.example',
  '/;@evil.example',
  '/.evil.example//x',
  '?x=//evil.example',
  '#//evil.example',
  '/#//evil.example',
  '/a#b',
  '/<script>',
  '/"onload=',
  '/a?x=<script>',
  '/a?x= y',
  '/\u2028evil',
  '/\u0000evil',
  '/／evil.example',
  `/${'a'.repeat(3000)}`,
])('goes to the start page instead of %j', (text) => {
  expect(safeReturnTo(text)).toBe('/')
})

test('does not go back to the sign-in page', () => {
  expect(safeReturnTo('/sign-in?returnTo=/sign-in')).toBe('/')
})
