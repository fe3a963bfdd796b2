// The page of the notification defaults, and going back to them on the page of one's preferences.
import { describe, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../factories.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { callerFor } from '../tokens.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app

describe.skipIf(!chromiumPath())('notification defaults', () => {
  test('hold for people who have not chosen, who can go back to them', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const admin = await createUser(parts.app, {
      organisationId,
      role: 'Administrator',
      passwordHash: await passwordHash(),
    })
    const caller = await callerFor(parts, admin)
    await caller.patch('/v2/me/preferences', { notify: { message: 'Off' } })
    const page = await app.openAs({ email: admin.email, password }, '/administration/notifications')
    await page.getByRole('combobox', { name: 'Messages' }).selectOption('Mail')
    await look(page, 'notification-defaults')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').first().waitFor()
    expect((await caller.get('/v2/notificationDefaults')).json()).toMatchObject({
      notify: { message: 'Mail' },
    })

    // somebody else changes two of them while the page is open, one of which is changed here as well
    await caller.patch('/v2/notificationDefaults', { notify: { message: 'InApp', taskDue: 'Off' } })
    await page.getByRole('combobox', { name: 'Messages' }).selectOption('Digest')
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radiogroup', { name: 'Messages' }).waitFor()
    await look(page, 'notification-defaults-conflict')
    await dialog.getByRole('button', { name: 'Keep theirs' }).last().click()
    const chosen = page.getByRole('combobox', { name: 'Messages' })
    // the form shows what they have set, and can be changed again
    await expect.poll(() => chosen.inputValue()).toBe('InApp')
    await chosen.selectOption('Digest')
    await page.getByRole('button', { name: 'Save' }).click()
    const kept = { notify: { message: 'Digest', taskDue: 'Off' } }
    await expect.poll(async () => (await caller.get('/v2/notificationDefaults')).json()).toMatchObject(kept)
    await caller.patch('/v2/notificationDefaults', { notify: { message: 'Mail' } })

    await page.goto(`${app.origin}/#/me`)
    const messages = page.getByRole('combobox', { name: 'Messages' })
    await expect.poll(() => messages.inputValue()).toBe('Off')
    await page.getByRole('button', { name: 'Use the defaults of my organisation' }).click()
    await expect.poll(() => messages.inputValue()).toBe('Mail')
    await look(page, 'preferences-defaults')
  })
})
