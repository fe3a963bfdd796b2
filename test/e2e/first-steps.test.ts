// How a new organisation is set up from its first steps, in a browser.
import { describe, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../factories.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { callerFor } from '../tokens.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app

describe.skipIf(!chromiumPath())('the first steps', () => {
  test('are on the home page of an administrator, are done by what there is, and can be skipped [T-9] [T-10] [T-32] [T-33]', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const admin = await createUser(parts.app, {
      organisationId,
      role: 'Administrator',
      passwordHash: await passwordHash(),
    })
    const page = await app.openAs({ email: admin.email, password }, '/')
    await page.getByText('Set up your organisation (0 of 7 done)').waitFor()
    await look(page, 'home-set-up')
    await page
      .getByRole('link', { name: /People/ })
      .first()
      .waitFor()
    await page.getByRole('link', { name: /Your organisation/ }).click()
    await page.getByRole('heading', { name: 'First steps', level: 1 }).waitFor()
    await page.getByText('0 of 7 done.').waitFor()

    // why a step is open, and where it is done
    await page
      .getByText('Still missing: a logo, and the currency and the end of the financial year.')
      .waitFor()
    expect(await page.getByRole('link', { name: 'Invite people' }).getAttribute('href')).toContain(
      '/people/invite',
    )

    await page.getByRole('button', { name: 'Send a test to me' }).click()
    await page.getByText(`A test was sent to ${admin.email}.`).waitFor()
    await page.getByText('1 of 7 done.').waitFor()
    await page.getByRole('button', { name: 'Skip “A law firm”' }).click()
    await page.getByText('2 of 7 done.').waitFor()
    await page.getByRole('button', { name: 'Take “A law firm” up again' }).waitFor()
    await look(page, 'first-steps')

    // mail and backups have a page each, with the way back
    await page.getByRole('link', { name: 'See how mail goes out, and test it' }).click()
    await page.getByText('is kept in the outbox of this sandbox, and not sent').waitFor()
    await page.getByText('It is in the outbox of this sandbox.').waitFor()
    await page.getByRole('button', { name: 'Send another one to me' }).click()
    await page.getByText('A test was sent less than a minute ago').waitFor()
    await look(page, 'first-steps-mail')
    await page.getByRole('link', { name: 'Back to the first steps' }).click()
    await page.getByRole('link', { name: 'See how old the backups are' }).click()
    await page.getByText('Nothing is ticked off here').waitFor()
    await page.getByRole('button', { name: 'Skip “Backups”' }).click()
    await page.getByRole('button', { name: 'Take “Backups” up again' }).click()
    await page.getByRole('button', { name: 'Skip “Backups”' }).waitFor()
    await look(page, 'first-steps-backups')
    await page.getByRole('link', { name: 'Back to the first steps' }).click()

    // a type is added on its page, and the step is done
    await page.getByRole('link', { name: 'Add types' }).click()
    const matters = page.getByRole('region', { name: 'Matter types' })
    await matters.getByLabel('Add a matter type').fill('Advice')
    await matters.getByRole('button', { name: 'Add', exact: true }).click()
    await matters.getByRole('link', { name: 'Advice' }).waitFor()
    await page.goBack()
    await page.getByText('3 of 7 done.').waitFor()
    await page.getByRole('button', { name: 'Take “A law firm” up again' }).click()
    await page.getByText('2 of 7 done.').waitFor()
    const caller = await callerFor(parts, admin)
    expect((await caller.get('/v2/firstSteps')).json()).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ step: 'Types', done: true, skipped: false }),
        expect.objectContaining({ step: 'Mail', done: true, skipped: false }),
        expect.objectContaining({ step: 'LawFirm', done: false, skipped: false }),
      ]),
    })
  })

  test('a starter set is chosen, and what it added can be asked for [T-11]', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const admin = await createUser(parts.app, {
      organisationId,
      role: 'Administrator',
      passwordHash: await passwordHash(),
    })
    const page = await app.openAs({ email: admin.email, password }, '/administration/types')
    const sets = page.getByRole('region', { name: 'Starter sets' })
    await sets.getByText('What it adds').first().click()
    await sets.getByText('Services agreement: Value above 50,000').first().waitFor()
    await sets.getByRole('button', { name: 'Add the set “Disputes”' }).click()
    await page.getByText('Disputes: 3 types added.').waitFor()
    await sets.getByText('Added', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Settlement agreement' }).waitFor()
    await page.getByRole('link', { name: 'Report a claim' }).waitFor()
    await look(page, 'starter-sets')
    await page.getByRole('link', { name: 'Claim against us' }).click()
    const list = page.getByRole('list', { name: 'Parts of the form' })
    await list.getByText('Opponent', { exact: true }).waitFor()
    await list.getByText('Short text · depends on an answer').waitFor()
  })
})
