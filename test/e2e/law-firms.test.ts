// The pages of law firms: finding a firm, its people, terms and records, and connecting one.
import { describe, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../factories.ts'
import { insertMatter } from '../fixtures/matters.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { callerFor } from '../tokens.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app

describe.skipIf(!chromiumPath())('law firms', () => {
  test('are found, with people, terms and matters; others are connected, and connections end', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const admin = await createUser(parts.app, {
      organisationId,
      role: 'Administrator',
      passwordHash: await passwordHash(),
    })
    const caller = await callerFor(parts, admin)
    const made = await caller.post('/v2/organizations', {
      name: 'Ashfield Partners',
      administrator: { email: `hugo-${organisationId}@ashfield.example`, firstName: 'Hugo', lastName: 'Ash' },
    })
    const firmId = made.json<{ id: number }>().id
    const counsel = await createUser(parts.app, {
      organisationId: firmId,
      role: 'Administrator',
      firstName: 'Rosa',
      lastName: 'Meyer',
    })
    const values = { name: 'Old claim', status: 'OnHold' }
    await insertMatter(parts.app, { owner: admin, members: [counsel], values })
    const page = await app.openAs({ email: admin.email, password }, '/administration/law-firms')
    await page.getByRole('searchbox', { name: 'Find a law firm by name' }).fill('ashf')
    await page.getByText('1 law firm', { exact: true }).waitFor()
    await page.getByText('1 person, 1 invited').waitFor()
    await page.getByText('no terms recorded').waitFor()
    await look(page, 'law-firms')

    await page.getByRole('link', { name: 'Ashfield Partners' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ashfield Partners' }).waitFor()
    await page.getByRole('region', { name: 'People' }).getByText('Rosa Meyer').waitFor()
    const claim = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Old claim' }) })
    await claim.getByText('On hold').waitFor()
    await page.getByRole('button', { name: 'Send the invitation of Hugo Ash again' }).waitFor()
    const terms = page.getByRole('region', { name: 'Country and terms of engagement' })
    await terms.getByLabel('Country').fill('n')
    await terms.getByLabel('Agreed on').fill('2026-01-15')
    await terms.getByLabel('Ends on').fill('2025-01-15')
    await terms.getByRole('button', { name: 'Save' }).click()
    await terms.getByText('must be a country of two letters such as GB').first().waitFor()
    await terms.getByLabel('Country').fill('nz')
    await terms.getByRole('button', { name: 'Save' }).click()
    await terms.getByText('must not be before the day of the agreement').first().waitFor()
    await terms.getByLabel('Ends on').fill('2027-12-31')
    await terms.getByLabel('Link to the agreement').fill('https://files.harbour.example/ashfield.pdf')
    await terms.getByLabel('Notes').fill('Ten per cent off the standard rates.')
    await terms.getByRole('button', { name: 'Save' }).click()
    await terms.getByRole('link', { name: 'https://files.harbour.example/ashfield.pdf' }).waitFor()
    await look(page, 'law-firm')
    expect((await caller.get(`/v2/lawFirms/${firmId}`)).json()).toMatchObject({
      country: 'NZ',
      terms: { agreed: '2026-01-15', ends: '2027-12-31', notes: 'Ten per cent off the standard rates.' },
    })

    await page.getByRole('button', { name: 'End the connection…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End the connection' }).click()
    await page.getByText('0 law firms', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Connect a firm that is already here…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect a law firm' })
    await dialog.getByLabel('Email address of an administrator of the firm').fill(counsel.email)
    await look(page, 'law-firm-connect')
    await dialog.getByRole('button', { name: 'Send the offer' }).click()
    const offers = page.getByRole('region', { name: 'Open offers' })
    await offers.getByText(/^Sent to .+, valid until/).waitFor()
    await look(page, 'law-firm-offers')
    await offers.getByRole('button', { name: `Withdraw the offer: ${counsel.email}` }).click()
    await page.getByText('The offer was withdrawn.').waitFor()
  })
})
