// Single sign-on with a provider that sends false responses, hangs or never stops: nobody is signed in, and every wait
// is bounded.
import { createHmac } from 'node:crypto'
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Browser, openBrowser } from '../../../../test/peers/browser.ts'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import {
  type LyingProvider,
  relyingParty,
  startLyingProvider,
} from '../../../../test/peers/identity-provider.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { internalTransaction, systemActor } from '../../../platform/events/change.ts'
import { addMailDomain, setIdentityProvider } from './providers.ts'

const parts = useTestApp()
const email = 'robin@legal.example'
let nonce = ''
let provider: LyingProvider
let honest: LyingProvider['token']

beforeAll(async () => {
  provider = await startLyingProvider(() => ({ sub: 'subject', email, email_verified: true, nonce }))
  honest = provider.token
  const { id: organisationId } = await createOrganisation(parts.app)
  const by = systemActor('test')
  await setIdentityProvider(parts.app, by, {
    organisationId,
    name: 'Lies',
    issuer: provider.issuer,
    ...relyingParty,
  })
  await addMailDomain(parts.app, by, { organisationId, domain: 'legal.example' })
  const user = await createUser(parts.app, { organisationId })
  await internalTransaction(parts.app, (tx) =>
    tx.updateTable('users').set({ email, email_key: email }).where('id', '=', user.id).execute(),
  )
})
afterAll(() => provider.stop())
afterEach(() => {
  provider.token = honest
  provider.answer = undefined
})

/** Returns with a code and the right state, unless the test changes the query. */
async function comeBack(
  browser: Browser,
  bend = (query: URLSearchParams): void => void query,
): Promise<string> {
  const away = await browser.call('GET', `/session/sso/start?email=${encodeURIComponent(email)}`)
  const asked = new URL(String(away.headers['location'])).searchParams
  nonce = asked.get('nonce') ?? ''
  const query = new URLSearchParams({ code: 'code', state: asked.get('state') ?? '' })
  bend(query)
  const answer = await browser.call('GET', `/session/sso/callback?${query.toString()}`)
  return String(answer.headers['location'])
}

const isRefused = async (code: string, bend?: Parameters<typeof comeBack>[1]) => {
  const browser = openBrowser(parts.server)
  expect(await comeBack(browser, bend)).toMatch(new RegExp(`/#/sign-in\\?error=${code}$`))
  expect((await browser.session()).user).toBeNull()
}

const isSignedIn = async () => {
  const browser = openBrowser(parts.server)
  expect(await comeBack(browser)).toMatch(/\/#\/$/)
  expect((await browser.session()).user).toMatchObject({ email })
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const withIdToken = (idToken: string) => ({ access_token: 'a', token_type: 'Bearer', id_token: idToken })
const claimed = (change: object) => async (claims: JWTPayload) =>
  withIdToken(await provider.sign({ ...claims, ...change }))

const lies: Record<string, () => LyingProvider['token']> = {
  'another issuer': () => claimed({ iss: 'https://other.example' }),
  'another audience': () => claimed({ aud: 'someone else' }),
  'several audiences of which we are not the authorized party': () =>
    claimed({ aud: [relyingParty.clientId, 'other'], azp: 'other' }),
  'another nonce': () => claimed({ nonce: 'x' }),
  'no nonce': () => claimed({ nonce: undefined }),
  'an expired token': () => claimed({ exp: Math.floor(Date.now() / 1_000) - 3_600 }),
  'no subject': () => claimed({ sub: undefined }),
  'alg none': () => async (claims) => withIdToken(`${part({ alg: 'none' })}.${part(claims)}.`),
  'HS256 with the public key': () => async (claims) => {
    const text = `${part({ alg: 'HS256', kid: 'lies' })}.${part(claims)}`
    const signature = createHmac('sha256', JSON.stringify(provider.publicJwk)).update(text)
    return withIdToken(`${text}.${signature.digest('base64url')}`)
  },
  'HS256 with the shared secret': () => async (claims) => {
    const text = `${part({ alg: 'HS256' })}.${part(claims)}`
    const signature = createHmac('sha256', relyingParty.clientSecret).update(text)
    return withIdToken(`${text}.${signature.digest('base64url')}`)
  },
  'another key': () => async (claims) => {
    const { privateKey } = await generateKeyPair('ES256')
    const header = { alg: 'ES256', kid: 'lies' }
    return withIdToken(await new SignJWT(claims).setProtectedHeader(header).sign(privateKey))
  },
  'no ID token': () => async () => ({ access_token: 'a', token_type: 'Bearer' }),
  'an error of the token endpoint': () => async () => ({ error: 'invalid_grant' }),
}
for (const [what, lie] of Object.entries(lies)) {
  test(`${what} is rejected [A-130]`, async () => {
    provider.token = lie()
    await isRefused('\\w+')
    provider.token = honest
    await isSignedIn()
  })
}

test('a wrong state matches no login attempt', () =>
  isRefused('expired', (query) => query.set('state', `${query.get('state')}x`)))

test('a repeated state is rejected', () => isRefused('not_valid', (query) => query.append('state', 'x')))

test('a response in the name of another issuer is rejected', () =>
  isRefused('not_valid', (query) => query.set('iss', 'https://other.example')))

const troubles: Record<string, NonNullable<LyingProvider['answer']>> = {
  'an answer without end': (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const chunk = Buffer.alloc(64 * 1024, ' ')
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', more)
    more()
  },
  'an answer that is no JSON': (response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  'a redirect to somewhere private': (response) =>
    void response.writeHead(307, { location: 'http://169.254.169.254/' }).end(),
  'a broken connection': (response) => void response.destroy(),
  'a failure': (response) => void response.writeHead(500).end(),
}
for (const [what, answer] of Object.entries(troubles)) {
  test(`${what} is rejected [A-130]`, async () => {
    provider.answer = answer
    await isRefused('(provider_unavailable|not_valid)')
    provider.answer = undefined
    await isSignedIn()
  })
}

test('a provider that never responds is given up after five seconds', async () => {
  provider.answer = () => undefined
  const began = performance.now()
  await isRefused('provider_unavailable')
  // real time: how much later depends on the machine
  expect(performance.now() - began).toBeGreaterThan(4_900)
  provider.answer = undefined
  await isSignedIn()
})
