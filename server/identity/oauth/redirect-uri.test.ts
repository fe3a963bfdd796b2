// Valid redirect addresses, and how responses are added to them.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerAddress, isRedirectUri, mayRedirectTo } from './redirect-uri.ts'

const good = [
  'https://app.example/callback',
  'https://app.example',
  'https://app.example:8443/a/b?c=d&e=%2F',
  'http://localhost',
  'http://localhost:3000/callback',
  'http://127.0.0.1:1/',
  'http://[::1]:8080/x',
  'HTTPS://App.Example/Callback',
]
for (const uri of good)
  test(`${uri} can be a redirect address [A-12]`, () => expect(isRedirectUri(uri)).toBe(true))

const bad = [
  '/callback',
  'callback',
  '//app.example/callback',
  'http://app.example/callback',
  'http://localhost.evil.example/',
  'http://localhost@evil.example/',
  'http://127.0.0.1.evil.example/',
  'http://127.0.0.2/',
  'http://2130706433/',
  'https://user@app.example/',
  'https://user:password@app.example/',
  'https://@app.example/',
  'https://app.example/#fragment',
  'https://app.example/#',
  'https://',
  'https:///path',
  'https:app.example',
  'https:\\\\app.example',
  'https://app.example\\@evil.example/',
  'https://app.example/\nx',
  'https://app.example/ x',
  ' https://app.example/',
  'https://bücher.example/',
  'javascript:alert(1)',
  'javascript://app.example/%0aalert(1)',
  'data:text/html,x',
  'myapp://callback',
  'ftp://localhost/',
  `https://app.example/${'x'.repeat(2_048)}`,
  '',
]
for (const uri of bad) {
  test(`${JSON.stringify(uri.slice(0, 60))} cannot be a redirect address [A-12, A-13]`, () =>
    expect(isRedirectUri(uri)).toBe(false))
}

const registered = 'https://app.example/callback?x=1'
const client = { redirectUris: [registered] }
const variants = [
  'https://app.example/callback?x=1/',
  'https://app.example/callback/?x=1',
  'https://app.example/Callback?x=1',
  'https://app.example/%63allback?x=1',
  'https://app.example/callback?x=1&y=2',
  'https://app.example/callback',
  'https://app.example:443/callback?x=1',
  'https://app.example./callback?x=1',
  'https://APP.example/callback?x=1',
  'https://app.example/x/../callback?x=1',
  'http://app.example/callback?x=1',
]
test('production accepts the registered address, byte for byte [A-15]', () => {
  expect(mayRedirectTo({ environment: 'production' }, client, registered)).toBe(true)
  for (const uri of variants) {
    expect(mayRedirectTo({ environment: 'production' }, client, uri), uri).toBe(false)
  }
})

test('the sandbox accepts any valid one [A-16]', () => {
  expect(mayRedirectTo({ environment: 'sandbox' }, client, 'https://elsewhere.example/')).toBe(true)
  expect(mayRedirectTo({ environment: 'sandbox' }, client, 'http://elsewhere.example/')).toBe(false)
})

test('a response is added to an existing query', () => {
  const answer = (redirectUri: string) =>
    answerAddress({ redirectUri, stateAsSent: null, parameters: { code: 'c' } })
  expect(answer('https://a.example/x')).toBe('https://a.example/x?code=c')
  expect(answer('https://a.example/x?')).toBe('https://a.example/x?code=c')
  expect(answer('https://a.example/x?a=b')).toBe('https://a.example/x?a=b&code=c')
  expect(answer('https://a.example/x?a=b&')).toBe('https://a.example/x?a=b&code=c')
})

test('the state is returned byte for byte, and can inject nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (state) => {
      const stateAsSent = encodeURIComponent(state.toWellFormed())
      const address = answerAddress({
        redirectUri: 'https://a.example/',
        stateAsSent,
        parameters: { code: 'c' },
      })
      expect(address).toBe(`https://a.example/?code=c&state=${stateAsSent}`)
      expect(new URL(address).searchParams.get('state')).toBe(state.toWellFormed())
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (raw) => {
      const stateAsSent = raw.replaceAll('&', '')
      const address = answerAddress({
        redirectUri: 'https://a.example/',
        stateAsSent,
        parameters: { code: 'c' },
      })
      expect(address).toMatch(/^[\x21-\x7e]*$/)
      const url = new URL(address)
      expect([...url.searchParams.keys()]).toEqual(['code', 'state'])
      expect(url.hash).toBe('')
      expect(url.origin).toBe('https://a.example')
    }),
  )
})
