// What a sign-in costs: `npm run sign-in-figures` prints, for each way in, the processor time of this process in one
// sign-in and how long it took. The identity providers are another process, and so is the database. Asserts only that
// people are signed in.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareSaml } from '../../../test/fixtures/saml.ts'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { type Browser, openBrowser, passwordHash } from '../../../test/peers/browser.ts'
import { relyingParty } from '../../../test/peers/identity-provider.ts'
import { type ProviderProcess, startProviderProcess } from '../../../test/peers/provider-process.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { internalTransaction, systemActor } from '../../platform/events/change.ts'
import { addMailDomain, setIdentityProvider } from './sso/providers.ts'

const parts = useTestApp()
const asked = process.env['CHANCERY_TEST_SIGN_INS']
const signIns = Number(asked ?? 1)

let providers: ProviderProcess
beforeAll(async () => {
  providers = await startProviderProcess(`${parts.app.config.webUrl}/session/sso/callback`)
})
afterAll(() => providers.stop())

/** A way in, and who is signed in by it. */
interface Way {
  readonly name: string
  readonly email: string
  readonly browser: Browser
  readonly signIn: () => Promise<unknown>
}

async function byPassword(): Promise<Way> {
  const { id: organisationId } = await createOrganisation(parts.app)
  const { email } = await createUser(parts.app, { organisationId, passwordHash: await passwordHash() })
  const browser = openBrowser(parts.server)
  return { name: 'password', email, browser, signIn: () => browser.signIn(email) }
}

async function byOpenIdConnect(): Promise<Way> {
  const { app, server } = parts
  const by = systemActor('test')
  const { id: organisationId } = await createOrganisation(app)
  const { issuer, walk } = providers.openId
  await setIdentityProvider(app, by, { organisationId, name: 'Login', issuer, ...relyingParty })
  await addMailDomain(app, by, { organisationId, domain: 'figures.example' })
  const user = await createUser(app, { organisationId })
  const email = 'robin@figures.example'
  await internalTransaction(app, (tx) =>
    tx.updateTable('users').set({ email, email_key: email }).where('id', '=', user.id).execute(),
  )
  const browser = openBrowser(server)
  const start = `/session/sso/start?${new URLSearchParams({ email, returnTo: '/' }).toString()}`
  const person = { sub: 'robin', email, email_verified: true }
  return {
    name: 'OpenID Connect',
    email,
    browser,
    async signIn() {
      const away = await browser.call('GET', start)
      const back = await walk(String(away.headers['location']), person)
      await browser.call('GET', back.slice(app.config.webUrl.length))
    },
  }
}

async function bySaml(name: string, encrypts: boolean): Promise<Way> {
  const { behave, browser, email, signIn } = await prepareSaml(parts, providers.saml)
  return {
    name,
    email,
    browser,
    signIn() {
      behave({ encrypts })
      return signIn('/')
    },
  }
}

/** Signs in and out so many times; prints the middle of what the sign-ins took, after some that are not counted. */
async function measure({ name, email, browser, signIn }: Way): Promise<void> {
  const taken: { readonly wall: number; readonly own: number }[] = []
  const unmeasured = Math.min(signIns, 5)
  for (let time = 0; time < unmeasured + signIns; time++) {
    const [began, before] = [performance.now(), process.cpuUsage()]
    await signIn()
    const { user, system } = process.cpuUsage(before)
    if (time >= unmeasured) taken.push({ wall: performance.now() - began, own: (user + system) / 1_000 })
    expect((await browser.session()).user, name).toMatchObject({ email })
    await browser.call('DELETE', '/session')
  }
  if (asked === undefined) return
  const ms = (values: readonly number[]) => `${middleOf(values).toFixed(1).padStart(7)} ms`
  const [own, wall] = [taken.map((each) => each.own), taken.map((each) => each.wall)]
  process.stdout.write(`${name.padEnd(28)} process ${ms(own)}, in all ${ms(wall)}\n`)
}

const middleOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

test('people sign in by each way, side by side', async () => {
  for (const way of [
    await byPassword(),
    await byOpenIdConnect(),
    await bySaml('SAML, signed assertion', false),
    await bySaml('SAML, encrypted assertion', true),
  ])
    await measure(way)
})
