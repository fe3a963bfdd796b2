// The rule for redirect URIs, as applied while typing.
import { describe, expect, test } from 'vitest'
import { redirectUriProblem, redirectUriProblems } from './redirect-uri.ts'

describe('a redirect URI', () => {
  test.each([
    'https://app.example.org/callback',
    'https://app.example.org',
    'https://app.example.org:8443/a/b?tenant=1&x=%2f',
    'HTTPS://App.example.org/Callback/',
    'http://localhost',
    'http://localhost:3000/cb',
    'https://app.example.org/cb?as=me@home',
    'http://127.0.0.1:49152/',
    'http://[::1]:8080/cb',
    'https://localhost/cb',
  ])('may be %s', (uri) => {
    expect(redirectUriProblem(uri)).toBeUndefined()
  })

  test.each([
    ['', 'Enter an address'],
    ['/callback', 'Start with https://'],
    ['app.example.org/cb', 'Start with https://'],
    ['myapp://callback', 'Start with https://'],
    ['javascript:alert(1)', 'Start with https://'],
    ['https://', 'not a complete address'],
    ['https://app.example.org/a b', 'Remove the spaces'],
    [' https://app.example.org/', 'Remove the spaces'],
    ['https://app.example.org/cb#x', 'from # on'],
    ['https://app.example.org/cb#', 'from # on'],
    ['https://me:secret@app.example.org/cb', 'user name and password'],
    ['https://@app.example.org/cb', 'user name and password'],
    ['https://app.example.org/straße', 'Percent-encode'],
    ['https://app.example.org\\cb', 'Percent-encode'],
    [`https://app.example.org/${'a'.repeat(2048)}`, 'at most 2,048'],
    ['https://*.example.org/cb', 'Wildcards'],
    ['http://app.example.org/cb', 'Use https'],
    ['http://localhost.evil.example/cb', 'Use https'],
    ['http://127.0.0.2/cb', 'Use https'],
    ['http://localhost@evil.example/cb', 'user name and password'],
  ])('cannot be %j', (uri, words) => {
    expect(redirectUriProblem(uri)).toContain(words)
  })
})

test('a repeated address is reported in its second row only', () => {
  const uri = 'https://app.example.org/cb'
  expect(redirectUriProblems([uri, uri])).toEqual([undefined, 'This address is already in the list.'])
  expect(redirectUriProblems([uri, `${uri}/`])).toEqual([undefined, undefined])
})
