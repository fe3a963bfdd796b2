// The page of one colleague: profile, picture, teams, a delegate, and signing them out.
import { describe, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../factories.ts'
import { onePixel } from '../fixtures/pictures.ts'
import { openBrowser, password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { callerFor } from '../tokens.ts'
import { absent, gone } from './absence.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app

describe.skipIf(!chromiumPath())('the page of a person', () => {
  test('an administrator changes the profile, picture and teams of a colleague, who sees it', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const hash = await passwordHash()
    const person = (values: object) =>
      createUser(parts.app, { organisationId, passwordHash: hash, ...values })
    const admin = await person({ role: 'Administrator' })
    const kim = await person({ firstName: 'Kim', lastName: 'Okoro', role: 'Contributor' })
    const caller = await callerFor(parts, admin)
    await caller.post('/v2/departments', { name: 'Disputes' })
    await caller.post('/v2/teams', { name: 'Courts' })
    const page = await app.openAs({ email: admin.email, password }, `/people/${kim.id}`)
    const profile = page.getByRole('region', { name: 'Profile' })
    await profile.getByRole('button', { name: 'Change the profile…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Last name').fill('Okoro-Lee')
    await dialog.getByLabel('Job title').fill('Senior counsel')
    await dialog.getByLabel('Direct phone').fill('+64 9 555 0100')
    await dialog.getByLabel(/^Hourly rate/).fill('250.5')
    await dialog.getByRole('combobox', { name: 'Department' }).click()
    await page.getByRole('option', { name: 'Disputes' }).click()
    await look(page, 'person-profile-form')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Kim Okoro-Lee', level: 1 }).waitFor()
    await profile.getByText('Disputes').waitFor()
    await profile
      .locator('input[type=file]')
      .setInputFiles({ name: 'kim.png', mimeType: 'image/png', buffer: onePixel })
    await profile.getByRole('img', { name: 'The picture of Kim Okoro-Lee' }).waitFor()

    const teams = page.getByRole('region', { name: 'Teams' })
    await teams.getByText('They are in no team.').waitFor()
    await teams.getByRole('combobox', { name: 'Add to a team' }).click()
    await page.getByRole('option', { name: 'Courts' }).click()
    await teams.getByRole('button', { name: 'Take them off the team Courts' }).waitFor()
    // nothing is with them, and all the same they may be away
    await page.getByRole('combobox', { name: 'Delegate while they are away' }).fill('marsh')
    await page.getByRole('option', { name: /Marsh/ }).click()
    await page.getByLabel('Until').fill('2026-03-20')
    // who names themselves says why
    await page.getByRole('textbox', { name: 'Reason' }).fill('Their leave.')
    await page.getByRole('button', { name: 'Name the delegate' }).click()
    await page.getByText(/decides on their approvals until/).waitFor()
    await look(page, 'person-profile')
    await teams.getByRole('button', { name: 'Take them off the team Courts' }).click()
    await teams.getByText('They are in no team.').waitFor()

    const own = await app.openAs({ email: kim.email, password }, '/account')
    const mine = own.getByRole('region', { name: 'Profile' })
    await mine.getByText(/250\.50/).waitFor()
    await mine.getByRole('button', { name: 'Change the profile…' }).click()
    const form = own.getByRole('dialog')
    await absent(form.getByLabel(/^Hourly rate/))
    await form.getByLabel('Mobile phone').fill('+64 21 555 0100')
    await form.getByLabel('Job title').fill('')
    await form.getByRole('button', { name: 'Save' }).click()
    await mine.getByText('+64 21 555 0100').waitFor()
    await look(own, 'own-profile')
    await mine.getByRole('button', { name: 'Remove the picture' }).click()
    await gone(mine.getByRole('img'))
    expect((await caller.get(`/v2/users/${kim.id}/profile`)).json()).toMatchObject({
      lastName: 'Okoro-Lee',
      jobTitle: null,
      directPhone: '+64 9 555 0100',
      hourlyRate: 250.5,
      picture: null,
    })
  })

  test('a colleague is signed out everywhere, with their integrations', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const hash = await passwordHash()
    const person = (values: object) =>
      createUser(parts.app, { organisationId, passwordHash: hash, ...values })
    const admin = await person({ role: 'Administrator' })
    const kim = await person({ firstName: 'Kim', lastName: 'Okoro' })
    const browser = openBrowser(parts.server)
    await browser.signIn(kim.email)
    const integration = await callerFor(parts, kim)
    expect((await integration.get('/v2/me')).statusCode).toBe(200)
    const page = await app.openAs({ email: admin.email, password }, `/people/${kim.id}`)
    await page.getByRole('button', { name: 'Sign out everywhere…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Also end their integrations').check()
    await look(page, 'person-sign-out')
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('Kim Okoro was signed out everywhere.').waitFor()
    expect((await browser.session()).user).toBeNull()
    expect((await integration.get('/v2/me')).statusCode).toBe(401)
  })
})
