// Notifications about the security of the organisation, as an administrator meets them.
import { describe, expect, test } from 'vitest'
import { personEvent } from '../../server/identity/users/events.ts'
import { change, systemActor } from '../../server/platform/events/change.ts'
import { createOrganisation, createUser } from '../factories.ts'
import { notifyNow } from '../fixtures/notifications.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app

describe.skipIf(!chromiumPath())('security notifications', () => {
  test('say that the break-glass account was used, and lead to its page', async () => {
    const { id: organisationId, name } = await createOrganisation(parts.app)
    const admin = await createUser(parts.app, {
      organisationId,
      role: 'Administrator',
      passwordHash: await passwordHash(),
    })
    const account = await createUser(parts.app, {
      organisationId,
      role: 'Administrator',
      firstName: 'Break',
      lastName: 'Glass',
    })
    const used = personEvent(
      'user.break-glass.signed-in',
      { organisationId, userId: account.id },
      { address: '203.0.113.9' },
    )
    await change(parts.app, systemActor('sign-in'), async () => ({ result: undefined, events: [used] }))
    await notifyNow(parts.app)
    const page = await app.openAs({ email: admin.email, password }, '/inbox')
    const text =
      'Somebody signed in with the break-glass account (Break Glass), from the address 203.0.113.9.'
    const link = page.getByRole('link', { name: text })
    await link.waitFor()
    await page.getByRole('main').getByText(name, { exact: true }).waitFor()
    await look(page, 'security-notification')
    await link.click()
    await page.getByRole('heading', { name: 'Break Glass', level: 1 }).waitFor()
    expect(new URL(page.url()).hash).toBe(`#/people/${account.id}`)
    await page.goto(`${app.origin}/#/inbox`)
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor()

    // an integration of monitoring subscribes to the topic on the page
    await page.goto(`${app.origin}/#/administration/webhooks/new`)
    const topic = page.getByRole('checkbox', { name: /^user\.break-glass\.signed-in/ })
    await topic.check()
    expect(await topic.isChecked()).toBe(true)
    await look(page, 'security-topics')
  })
})
