// Second factors in a browser: setting up an app, a passkey of a virtual authenticator, and a policy that demands one.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { internalTransaction } from '../../server/platform/events/change.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { createOrganisation, createUser } from '../factories.ts'
import { appOf } from '../fixtures/second-factors.ts'
import { serveWebApp, signIn } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app
const look = process.env['CHANCERY_TEST_PICTURES']

async function person(role: 'Administrator' | 'InhouseLegal' = 'InhouseLegal', organisationId?: number) {
  const id = organisationId ?? (await createOrganisation(parts.app)).id
  const user = await createUser(parts.app, { organisationId: id, role, passwordHash: await passwordHash() })
  return { ...user, organisationId: id }
}

/** A device of the browser that makes passkeys and checks its holder. */
async function plugIn(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Reads the key that the page shows. */
const scan = async (page: Page) => appOf(parts, await page.getByLabel('Key', { exact: true }).inputValue())

/** The pages of sign-in have no menu. */
const signedIn = (page: Page) => page.getByRole('navigation', { name: 'Main' }).waitFor()

const signOut = async (page: Page) => {
  await page.context().clearCookies({ name: 'chancery_session' })
  await page.goto(`${app.origin}/`)
  await page.reload()
  await page.getByLabel('Email address').waitFor()
}

const fits = (page: Page) => page.evaluate('document.documentElement.scrollWidth <= innerWidth')

describe.skipIf(!chromiumPath())('a second factor', () => {
  test('is set up with an app, asked for, and replaced by a recovery code [A-140] [A-144]', async () => {
    const user = await person()
    const page = await app.openAs({ email: user.email, password }, '/account')
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    await page.getByRole('img', { name: 'Code to scan with the app' }).waitFor()
    const code = await scan(page)
    await page.getByLabel('The code that the app shows now').fill('000000')
    await page.getByRole('button', { name: 'Set up the app' }).click()
    await page.getByText('This is not the code that the app shows now.').first().waitFor()
    if (look) await page.screenshot({ path: `${look}/set-up-app-1280.png`, fullPage: true })
    await page.getByLabel('The code that the app shows now').fill(code(-1))
    await page.getByRole('button', { name: 'Set up the app' }).click()
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await codes.first().waitFor()
    const [recovery = ''] = await codes.allTextContents()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('10 unused').waitFor()
    await signOut(page)
    await signIn(page, user.email, password)
    await page.getByText('Your second factor is still needed.').waitFor()
    // a page that is loaded again asks for the same
    await page.reload()
    await page.getByLabel('Code from your authenticator app').fill(code(0))
    await page.getByLabel('Do not ask for it in this browser for 30 days').check()
    if (look) await page.screenshot({ path: `${look}/second-step-1280.png`, fullPage: true })
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await signedIn(page)
    await page.goto(`${app.origin}/#/account`)
    await page.getByRole('button', { name: /^Ask again in / }).click()
    await page.getByText(/is asked again\.$/).waitFor()
    await signOut(page)
    await signIn(page, user.email, password)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recovery)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await signedIn(page)
    await page.goto(`${app.origin}/#/account`)
    await page.getByText('9 unused').waitFor()
  })

  test('is a passkey, which also signs in alone [A-145]', async () => {
    const user = await person()
    const page = await app.openAs({ email: user.email, password }, '/account')
    await plugIn(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByLabel('Name of the passkey').fill('Laptop')
    await page.getByLabel('Name of the passkey').blur()
    await page.getByRole('button', { name: 'Remove the passkey “Laptop”' }).waitFor()
    await signOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor({ state: 'detached' })
    await page.goto(`${app.origin}/#/account`)
    await page.getByText('with a passkey').first().waitFor()
    await signOut(page)
    await signIn(page, user.email, password)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('Your second factor is still needed.').waitFor({ state: 'detached' })
  })

  test('is demanded by an administrator, set up at the next sign-in, and proven again before a sensitive action [A-147] [A-151]', async () => {
    const admin = await person('Administrator')
    const page = await app.openAs({ email: admin.email, password }, '/security')
    await plugIn(page)
    await page.getByLabel('Everyone in the organisation').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Set up a second factor for yourself first').waitFor()
    await page.goto(`${app.origin}/#/account`)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    parts.clock.advance({ minutes: 20 })
    await page.goto(`${app.origin}/#/security`)
    await page.getByLabel('Everyone in the organisation').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click()
    await page.getByText('Saved. It holds from now on.').waitFor()
    if (look) await page.screenshot({ path: `${look}/security-1280.png`, fullPage: true })

    const colleague = await person('InhouseLegal', admin.organisationId)
    const other = await app.open()
    await other.goto(`${app.origin}/`)
    await signIn(other, colleague.email, password)
    await other.getByText('Your organisation demands a second factor.').waitFor()
    if (look) await other.screenshot({ path: `${look}/set-up-demanded-1280.png`, fullPage: true })
    await other.getByRole('button', { name: 'Use an authenticator app' }).click()
    const code = await scan(other)
    await other.getByLabel('The code that the app shows now').fill(code(0))
    await other.getByRole('button', { name: 'Set up the app' }).click()
    await other.getByRole('button', { name: 'I have kept them' }).click()
    await signedIn(other)
    const sessions = await internalTransaction(parts.app, (tx) =>
      tx.selectFrom('sessions').where('user_id', '=', colleague.id).select('factor').execute(),
    )
    expect(sessions).toEqual([{ factor: 'app' }])
  })

  test('of a colleague is reset by an administrator [A-152]', async () => {
    const admin = await person('Administrator')
    const colleague = await person('InhouseLegal', admin.organisationId)
    const theirs = await app.openAs({ email: colleague.email, password }, '/account')
    await plugIn(theirs)
    await theirs.getByRole('button', { name: 'Add a passkey' }).click()
    await theirs.getByRole('button', { name: 'I have kept them' }).click()
    const page = await app.openAs({ email: admin.email, password }, `/people/${colleague.id}`)
    await page.getByRole('button', { name: 'Reset second factor…' }).click()
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    await page.getByText(/^The second factor of .* was reset\.$/).waitFor()
    const again = await app.open()
    await again.goto(`${app.origin}/`)
    await signIn(again, colleague.email, password)
    await again
      .getByRole('heading', { name: 'Home', level: 1 })
      .or(again.getByRole('navigation'))
      .first()
      .waitFor()
  })

  test('its pages fit narrow and wide screens, light and dark', async () => {
    const admin = await person('Administrator')
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const route of ['/security', '/account'] as const) {
        const page = await app.openAs({ email: admin.email, password }, route, {
          colorScheme,
          viewport: { width: 360, height: 720 },
        })
        await page.getByRole('heading', { name: 'Second factor' }).waitFor()
        if (route === '/account') {
          await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
          await page.getByLabel('The code that the app shows now').waitFor()
        } else await page.getByRole('radio', { name: 'Administrators' }).waitFor()
        expect(await fits(page)).toBe(true)
        const name = `${look}${route}-factor`
        if (look) await page.screenshot({ path: `${name}-360-${colorScheme}.png`, fullPage: true })
        await page.setViewportSize({ width: 1280, height: 800 })
        if (look) await page.screenshot({ path: `${name}-1280-${colorScheme}.png`, fullPage: true })
      }
    }
  })
})
