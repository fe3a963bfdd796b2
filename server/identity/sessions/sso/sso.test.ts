// Single sign-on with a real provider on loopback.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../../../test/peers/browser.ts'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { type RealProvider, relyingParty, startProvider } from '../../../../test/peers/identity-provider.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { internalTransaction, systemActor } from '../../../platform/events/change.ts'
import { addMailDomain, removeIdentityProvider, setIdentityProvider } from './providers.ts'

const parts = useTestApp()
const by = systemActor('test')
let provider: RealProvider
beforeAll(async () => {
  provider = await startProvider(`${parts.app.config.webUrl}/session/sso/callback`)
})
afterAll(() => provider.stop())

let organisations = 0
async function setUp(options: Partial<Parameters<typeof createUser>[1]> = {}) {
  const { id: organisationId } = await createOrganisation(parts.app)
  const domain = `legal-${++organisations}.example`
  await setIdentityProvider(parts.app, by, {
    organisationId,
    name: 'Legal Login',
    issuer: provider.issuer,
    ...relyingParty,
  })
  await addMailDomain(parts.app, by, { organisationId, domain: domain.toUpperCase() })
  const user = await createUser(parts.app, { organisationId, ...options })
  const email = `robin@${domain}`
  await internalTransaction(parts.app, (tx) =>
    tx.updateTable('users').set({ email, email_key: email }).where('id', '=', user.id).execute(),
  )
  const person = { sub: `subject-${organisations}`, email, email_verified: true }
  return { organisationId, domain, user, email, person, browser: openBrowser(parts.server) }
}
type Setting = Awaited<ReturnType<typeof setUp>>

const begin = ({ browser, email }: Setting, returnTo = '/contracts') =>
  browser.call('GET', `/session/sso/start?${new URLSearchParams({ email, returnTo }).toString()}`)

/** Goes to the provider and back; returns where the callback leads. */
async function visit(setting: Setting, person: Parameters<RealProvider['walk']>[1] = setting.person) {
  const away = await begin(setting)
  expect(away.statusCode, away.body).toBe(303)
  const back = await provider.walk(String(away.headers['location']), person)
  return setting.browser.call('GET', back.slice(parts.app.config.webUrl.length))
}

const refused = (code: string) => `${parts.app.config.webUrl}/#/sign-in?error=${code}`
const signedIn = async ({ browser }: Setting) => (await browser.session()).user?.email

test('the domain of an address alone determines its provider', async () => {
  const setting = await setUp()
  for (const email of [setting.email, `nobody@${setting.domain}`]) {
    const answer = await setting.browser.call('POST', '/session/method', { email })
    expect(answer.json()).toEqual({
      method: 'sso',
      providerName: 'Legal Login',
      startUrl: `/session/sso/start?email=${encodeURIComponent(email)}`,
    })
  }
})

test('a user signs in at their provider and returns to the page they wanted [A-128]', async () => {
  const setting = await setUp()
  const away = await begin(setting)
  const address = new URL(String(away.headers['location']))
  expect(address.searchParams.get('code_challenge_method')).toBe('S256')
  expect(address.searchParams.get('nonce')).toMatch(/^[\w-]{43}$/)
  expect(address.searchParams.get('login_hint')).toBe(setting.email)
  const before = setting.browser.cookies.get('chancery_session')
  const answer = await visit(setting)
  expect(answer.statusCode).toBe(303)
  expect(answer.headers['location']).toBe(`${parts.app.config.webUrl}/#/contracts`)
  expect(await signedIn(setting)).toBe(setting.email)
  expect(setting.browser.cookies.get('chancery_session')).not.toBe(before)
})

test('the user stays bound to the subject when their address changes at the provider', async () => {
  const setting = await setUp()
  await visit(setting)
  await setting.browser.call('DELETE', '/session')
  const { organisationId, person } = setting
  const changed = { ...person, email: 'new@elsewhere.example', email_verified: false }
  expect((await visit(setting, changed)).headers['location']).toContain('/#/contracts')
  expect(await signedIn(setting)).toBe(setting.email)
  const events = await parts.app.db
    .selectFrom('events')
    .where('organisation_id', '=', organisationId)
    .where('name', '=', 'user.identity.bound')
    .select('facts')
    .execute()
  expect(events).toHaveLength(1)
})

test('an invited user joins by signing in', async () => {
  const setting = await setUp({ status: 'Invited' })
  await visit(setting)
  expect(await signedIn(setting)).toBe(setting.email)
})

const refusals: Record<string, { code: string; person: (setting: Setting) => object }> = {
  'an address that is not verified': {
    code: 'email_not_verified',
    person: ({ person }) => ({ ...person, email_verified: false }),
  },
  'no word on whether the address is verified': {
    code: 'email_not_verified',
    person: ({ person: { sub, email } }) => ({ sub, email }),
  },
  'no address': { code: 'email_not_verified', person: ({ person: { sub } }) => ({ sub }) },
  'an address of no domain of the organisation': {
    code: 'wrong_domain',
    person: ({ person }) => ({ ...person, email: 'robin@elsewhere.example' }),
  },
  'a person who has no account': {
    code: 'unknown_user',
    person: ({ person, domain }) => ({ ...person, email: `nobody@${domain}` }),
  },
}
for (const [what, { code, person }] of Object.entries(refusals)) {
  test(`${what} is rejected, and nobody is bound`, async () => {
    const setting = await setUp()
    const outsider = { sub: 'stranger', ...person(setting) }
    expect((await visit(setting, outsider)).headers['location']).toBe(refused(code))
    expect(await signedIn(setting)).toBeUndefined()
    const bound = parts.app.db
      .selectFrom('user_identities')
      .where('user_id', '=', setting.user.id)
      .selectAll()
    expect(await bound.execute()).toEqual([])
    expect((await visit(setting)).headers['location']).toContain('/#/contracts')
  })
}

test('a disabled user is rejected before and after they were bound', async () => {
  const setting = await setUp({ status: 'Disabled' })
  const set = (status: string) =>
    internalTransaction(parts.app, (tx) =>
      tx.updateTable('users').set({ status }).where('id', '=', setting.user.id).execute(),
    )
  expect((await visit(setting)).headers['location']).toBe(refused('disabled'))
  await set('Active')
  await visit(setting)
  await set('Disabled')
  expect((await visit(setting)).headers['location']).toBe(refused('disabled'))
})

test('the provider of one organisation cannot authenticate users of another [A-129]', async () => {
  const [mine, theirs] = [await setUp(), await setUp()]
  const address = { sub: 'impostor', email: theirs.email, email_verified: true }
  expect((await visit(mine, address)).headers['location']).toBe(refused('wrong_domain'))
  await visit(theirs)
  expect((await visit(mine, theirs.person)).headers['location']).toBe(refused('unknown_user'))
  expect(await signedIn(mine)).toBeUndefined()
})

test('an account that is bound is not bound to another subject', async () => {
  const setting = await setUp()
  await visit(setting)
  const other = openBrowser(parts.server)
  const answer = await visit({ ...setting, browser: other }, { ...setting.person, sub: 'someone else' })
  expect(answer.headers['location']).toBe(refused('other_person'))
})

test('a user who cancels sees a message', async () => {
  const setting = await setUp()
  expect((await visit(setting, 'cancels')).headers['location']).toBe(refused('cancelled'))
})

test('a response is valid once, in the browser that started, within ten minutes', async () => {
  const setting = await setUp()
  const goAndComeBack = async () => {
    const away = await begin(setting)
    const back = await provider.walk(String(away.headers['location']), setting.person)
    return back.slice(parts.app.config.webUrl.length)
  }
  const back = await goAndComeBack()
  for (const outsider of [openBrowser(parts.server), openBrowser(parts.server)]) {
    await outsider.session()
    expect((await outsider.call('GET', back)).headers['location']).toBe(refused('expired'))
  }
  expect((await setting.browser.call('GET', back)).headers['location']).toContain('/#/contracts')
  await setting.browser.call('DELETE', '/session')
  expect((await setting.browser.call('GET', back)).headers['location']).toBe(refused('expired'))
  const late = await goAndComeBack()
  parts.clock.advance({ minutes: 10 })
  expect((await setting.browser.call('GET', late)).headers['location']).toBe(refused('expired'))
  const unasked = await setting.browser.call('GET', '/session/sso/callback?code=x&state=y')
  expect(unasked.headers['location']).toBe(refused('expired'))
})

test('a domain without a provider cannot start', async () => {
  const setting = await setUp()
  await removeIdentityProvider(parts.app, by, setting.organisationId)
  expect((await begin(setting)).headers['location']).toBe(refused('no_provider'))
  const method = await setting.browser.call('POST', '/session/method', { email: setting.email })
  expect(method.json()).toEqual({ method: 'password' })
})

const elsewhere = [
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  '/ok"><script>',
  'javascript:alert(1)',
  '/a\nb',
  '',
]
for (const returnTo of elsewhere) {
  test(`${JSON.stringify(returnTo)} is not a valid page to return to`, async () => {
    const setting = await setUp()
    const away = await begin(setting, returnTo)
    const back = await provider.walk(String(away.headers['location']), setting.person)
    const answer = await setting.browser.call('GET', back.slice(parts.app.config.webUrl.length))
    expect(answer.headers['location']).toBe(`${parts.app.config.webUrl}/#/`)
  })
}

test('a mail domain belongs to one organisation [A-129]', async () => {
  const [mine, theirs] = [await setUp(), await setUp()]
  const add = (organisationId: number, domain: string) =>
    addMailDomain(parts.app, by, { organisationId, domain })
  await expect(add(mine.organisationId, theirs.domain)).rejects.toMatchObject({ code: 'conflict' })
  await add(theirs.organisationId, theirs.domain)
  for (const domain of ['nodot', 'a b.example', '@x.example', 'x..example', '-x.example']) {
    await expect(add(mine.organisationId, domain)).rejects.toMatchObject({ code: 'bad_request' })
  }
})

test('the secret of a provider is sealed, and an issuer must be valid', async () => {
  const { organisationId } = await setUp()
  const [row] = await parts.app.db.selectFrom('identity_providers').select('client_secret_sealed').execute()
  expect(row?.client_secret_sealed?.toString('latin1')).not.toContain(relyingParty.clientSecret)
  for (const issuer of ['http://login.example', 'login.example', 'https://login.example/?x', 'ftp://x']) {
    const settings = { organisationId, name: 'X', issuer, ...relyingParty }
    await expect(setIdentityProvider(parts.app, by, settings)).rejects.toMatchObject({ code: 'bad_request' })
  }
})
