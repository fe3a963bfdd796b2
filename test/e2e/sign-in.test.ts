// Signing in to the web app, in a browser.
import { mailsTo } from '../fixtures/mails.ts'
import { describe, expect, test } from 'vitest'
import { sendPasswordLink } from '../../server/identity/sessions/forgotten-password.ts'
import { openBrowser, password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { createOrganisation, createUser, type TestUser } from '../factories.ts'
import { absent } from './absence.ts'
import { focused, signIn, serveWebApp, typeInFocused } from './web-app.ts'

const { parts, origin, open } = await serveWebApp()

async function createPerson(role: 'Administrator' | 'InhouseLegal' = 'InhouseLegal'): Promise<TestUser> {
  const organisation = await createOrganisation(parts.app)
  return createUser(parts.app, { organisationId: organisation.id, role, passwordHash: await passwordHash() })
}

describe.skipIf(!chromiumPath())('the web app', () => {
  test('a person signs in and out with the keyboard alone', async () => {
    const { email, name } = await createPerson()
    const page = await open()
    await page.goto(origin)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.title()).toBe('Sign in · Chancery')
    await typeInFocused(page, email)
    await page.keyboard.press('Enter')
    await page.getByLabel('Password', { exact: true }).waitFor()
    await typeInFocused(page, password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `Welcome, ${name}` }).waitFor()
    await expect.poll(() => focused(page)).toBe(`Welcome, ${name}`)
    await page.keyboard.press('Shift+Tab')
    while ((await focused(page)) !== `${name}: your menu`) await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    while ((await focused(page)) !== 'Sign out') await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(page.url()).toBe(`${origin}/#/sign-in`)
    // the browser stays known, so that the next sign-in is not announced as one of a new browser
    const hidden = { httpOnly: true, sameSite: 'Lax' }
    expect((await page.context().cookies()).sort((one, other) => one.name.localeCompare(other.name))).toEqual(
      [
        expect.objectContaining({ name: 'chancery_device', ...hidden }),
        expect.objectContaining({ name: 'chancery_session', ...hidden }),
      ],
    )
  })

  test('a wrong password is reported, and can be typed again at once', async () => {
    const { email, name } = await createPerson()
    const page = await open()
    await page.goto(origin)
    await signIn(page, email, 'not the password')
    await page.getByRole('alert').getByText('Email or password incorrect').waitFor()
    await absent(page.getByRole('alert').getByText('Reference'))
    await typeInFocused(page, password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `Welcome, ${name}` }).waitFor()
  })

  test('too many attempts are reported with the time to wait', async () => {
    const { email } = await createPerson()
    const guesser = openBrowser(parts.server)
    await guesser.session()
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await guesser.call('POST', '/session', { email, password: 'a guess' })
    }
    const page = await open()
    await page.goto(origin)
    await signIn(page, email, password)
    await page.getByRole('alert').getByText('You can try again in 15 minutes.').waitFor()
  })

  test('the page that was asked for opens after signing in', async () => {
    const { email } = await createPerson('Administrator')
    const page = await open()
    await page.goto(`${origin}/#/integration-clients/new`)
    await signIn(page, email, password)
    await page.getByRole('heading', { name: 'Register an integration client' }).waitFor()
    expect(page.url()).toBe(`${origin}/#/integration-clients/new`)
  })

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'nobody is sent to %s after signing in',
    async (returnTo) => {
      const { email } = await createPerson()
      const page = await open()
      await page.goto(`${origin}/#/sign-in?returnTo=${encodeURIComponent(returnTo)}`)
      await signIn(page, email, password)
      await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
      expect(page.url()).toBe(`${origin}/#/`)
    },
  )

  test('a session that ended elsewhere asks to sign in, and goes on where it was', async () => {
    const { email } = await createPerson('Administrator')
    const page = await open()
    await page.goto(`${origin}/#/integration-clients/new`)
    await signIn(page, email, password)
    const form = page.getByRole('heading', { name: 'Register an integration client' })
    await form.waitFor()
    await page.context().clearCookies()
    await page.reload()
    await signIn(page, email, password)
    await form.waitFor()
  })

  test('a forgotten password is replaced by way of the mail', async () => {
    const { email } = await createPerson()
    const page = await open()
    await page.goto(`${origin}/#/reset-password`)
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
    await sendPasswordLink.run(parts.app, { email })
    const [mail] = await mailsTo(parts.app, { email })
    const link = /http\S+/.exec(mail?.body ?? '')?.[0] ?? ''
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill('too short')
    await page.getByRole('button', { name: 'Save the password' }).click()
    await page.getByText('Use at least 12 characters.').waitFor()
    await page.getByLabel('New password', { exact: true }).fill('an even sturdier password')
    await page.getByRole('button', { name: 'Save the password' }).click()
    await page.getByRole('heading', { name: 'Your password is set' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, email, 'an even sturdier password')
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill('yet another sturdy password')
    await page.getByRole('button', { name: 'Save the password' }).click()
    await page.getByRole('alert').getByRole('link', { name: 'Ask for a new link' }).waitFor()
  })

  test('an address that leads nowhere says so', async () => {
    const page = await open()
    await page.goto(`${origin}/#/nowhere/at/all`)
    await page.getByRole('heading', { name: 'This page does not exist' }).waitFor()
  })
})
