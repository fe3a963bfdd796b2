// The example requests survive being pasted into a browser and a shell.
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { authorizeUrl, exchangeLine, firstCallLine } from './example-requests.ts'

const integration = {
  host: 'https://legal.example',
  clientId: "o'neill & co",
  confidential: true,
  redirectUri: 'http://localhost:3000/cb?a=1&b=$HOME',
}

test('the authorize address contains the encoded redirect URI', () => {
  expect(authorizeUrl(integration)).toBe(
    "https://legal.example/#/authorize?response_type=code&client_id=o'neill%20%26%20co" +
      '&redirect_uri=http%3A%2F%2Flocalhost%3A3000%2Fcb%3Fa%3D1%26b%3D%24HOME&state=anything-you-like',
  )
})

test('a shell passes every value of the exchange on unchanged', () => {
  expect(argumentsOf(exchangeLine(integration))).toEqual([
    'https://legal.example/account-apis/v1/auth/token',
    '--data-urlencode',
    'grant_type=authorization_code',
    '--data-urlencode',
    'code=the-code',
    '--data-urlencode',
    "client_id=o'neill & co",
    '--data-urlencode',
    'client_secret=the-secret',
    '--data-urlencode',
    'redirect_uri=http://localhost:3000/cb?a=1&b=$HOME',
  ])
})

test('a public client exchanges without a secret', () => {
  expect(exchangeLine({ ...integration, confidential: false })).not.toContain('client_secret')
})

test('the first call contains the token', () => {
  expect(argumentsOf(firstCallLine(integration))).toContain('Authorization: Bearer the-token')
})

function argumentsOf(line: string): string[] {
  const script = `curl() { printf '%s\\n' "$@"; }; CODE=the-code CLIENT_SECRET=the-secret ACCESS_TOKEN=the-token; ${line}`
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n')
}
