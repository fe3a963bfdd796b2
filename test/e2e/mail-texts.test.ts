// The pages of mails: who they are from, what each says, how it looks.
import { describe, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../factories.ts'
import { mailsTo } from '../fixtures/mails.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { callerFor } from '../tokens.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app

describe.skipIf(!chromiumPath())('mails', () => {
  test('have a sender and texts of the organisation, seen and tried before they are used', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const admin = await createUser(parts.app, {
      organisationId,
      role: 'Administrator',
      passwordHash: await passwordHash(),
    })
    const caller = await callerFor(parts, admin)
    const page = await app.openAs({ email: admin.email, password }, '/administration/mail')

    await page.getByLabel('Sender name').fill('Legal at Harbour Foods')
    await page.getByLabel('Reply address').fill('nobody')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('must be one email address').first().waitFor()
    await page.getByLabel('Reply address').fill('legal@harbour.example')
    await page.getByLabel('Show the logo of your organisation in mails').check()
    await look(page, 'mail')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').first().waitFor()
    expect((await caller.get('/v2/mailSettings')).json()).toEqual({
      senderName: 'Legal at Harbour Foods',
      replyTo: 'legal@harbour.example',
      withLogo: true,
    })

    await page.getByRole('link', { name: 'Invitation', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Invitation' }).waitFor()
    const preview = page.getByRole('region', { name: 'Preview with sample values' })
    await preview.getByText('Legal at Harbour Foods').waitFor()
    await page.getByLabel('Subject').fill('Welcome to Legal')
    const body = page.getByLabel('Text of the mail')
    await body.fill('Dear {{firstName}}, set your password:')
    await page.getByText('must contain {{link}}').waitFor()
    await page.getByRole('button', { name: '{{link}}' }).click()
    await preview.getByText('Dear Ana, set your password:').waitFor()
    await look(page, 'mail-text')
    await preview.getByText('Plain text').click()
    await preview.getByText('Dear Ana, set your password:').waitFor()
    await page.getByRole('button', { name: 'Send me a test' }).click()
    await page.getByText(`A test was sent to ${admin.email}.`).waitFor()
    expect(await mailsTo(parts.app, admin)).toMatchObject([{ subject: 'Test: Welcome to Legal' }])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Use the standard text' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Use the standard text' }).click()
    await page.getByText('The standard text is in use again.').waitFor()
    const earlier = page.getByRole('region', { name: 'Earlier texts' })
    await earlier.getByRole('listitem').filter({ hasText: 'Welcome to Legal' }).getByRole('button').click()
    await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe('Welcome to Legal')
  })
})
