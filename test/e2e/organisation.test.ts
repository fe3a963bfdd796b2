// The page of the organisation: name, logo, money, calendar, numbers, features.
import { describe, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../factories.ts'
import { onePixel } from '../fixtures/pictures.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { callerFor } from '../tokens.ts'
import { gone } from './absence.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app

describe.skipIf(!chromiumPath())('the organisation', () => {
  test('gets a name, a time zone, a logo, a financial year, a calendar and its features', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const admin = await createUser(parts.app, {
      organisationId,
      role: 'Administrator',
      passwordHash: await passwordHash(),
    })
    const caller = await callerFor(parts, admin)
    const page = await app.openAs({ email: admin.email, password }, '/administration/organisation')
    const panel = (name: string) => page.getByRole('region', { name })

    const general = panel('Name and place')
    await general.getByLabel('Name').fill('Harbour Foods')
    await general.getByRole('combobox', { name: 'Time zone' }).fill('Auckland')
    await page.getByRole('option', { name: 'Pacific/Auckland' }).click()
    await general.getByRole('button', { name: 'Save' }).click()
    await general.getByText('Saved.').waitFor()
    const path = `/v2/organizations/${organisationId}`
    expect((await caller.get(path)).json()).toMatchObject({
      name: 'Harbour Foods',
      timeZone: 'Pacific/Auckland',
    })

    const logo = panel('Logo')
    const input = page.locator('input[type=file]')
    const fake = { name: 'logo.svg', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') }
    await input.setInputFiles(fake)
    await logo.getByText('must be a PNG, JPEG or WebP image').first().waitFor()
    await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: onePixel })
    await logo.getByRole('img', { name: 'The logo of Harbour Foods' }).waitFor()
    // in the frame as well
    await page.getByRole('img', { name: 'Harbour Foods', exact: true }).waitFor()

    const money = panel('Money')
    // the last day stays the last one
    await money.getByLabel('The financial year ends in').selectOption('June')
    expect(await money.getByLabel('on day').inputValue()).toBe('30')
    await money.getByRole('button', { name: 'Save' }).click()
    await money.getByText('Saved.').waitFor()
    expect((await caller.get('/v2/financialSettings')).json()).toMatchObject({
      yearEndMonth: 6,
      yearEndDay: 30,
    })

    const calendar = panel('Working days and holidays')
    await calendar.getByRole('checkbox', { name: 'Friday' }).uncheck()
    await calendar.getByLabel('Add several').fill('25 December: Christmas')
    await calendar.getByRole('button', { name: 'Add these' }).click()
    await calendar.getByText(/^25 December: Christmas: That is not a day\. Write it like/).waitFor()
    await calendar.getByLabel('Add several').fill('2026-12-26 Boxing Day\n2026-12-25 Christmas Day')
    await calendar.getByRole('button', { name: 'Add these' }).click()
    await calendar.getByText('2 days were added below; save to keep them.').waitFor()
    await calendar.getByLabel('From').fill('08:30')
    await calendar.getByLabel('Day', { exact: true }).fill('2027-01-01')
    await calendar.getByLabel('Name of the holiday').fill('New Year')
    await calendar.getByRole('button', { name: 'Add', exact: true }).click()
    await calendar.getByRole('button', { name: 'Remove Boxing Day' }).click()
    // the page reads the calendar again after it has saved it
    const readAgain = page.waitForResponse(
      (answer) => answer.url().endsWith('/v2/workingCalendar') && answer.request().method() === 'GET',
    )
    await calendar.getByRole('button', { name: 'Save' }).click()
    await readAgain
    await expect
      .poll(async () => (await caller.get('/v2/workingCalendar')).json())
      .toEqual({
        workingDays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday'],
        workingHours: { from: '08:30', to: '17:00' },
        holidays: [
          { date: '2026-12-25', name: 'Christmas Day' },
          { date: '2027-01-01', name: 'New Year' },
        ],
      })

    // what somebody else saves first is kept, and so is what was typed
    await caller.patch('/v2/workingCalendar', { holidays: [] })
    await calendar.getByRole('checkbox', { name: 'Friday' }).check()
    await calendar.getByRole('button', { name: 'Save' }).click()
    await calendar.getByText('No holidays yet.').waitFor()
    expect((await caller.get('/v2/workingCalendar')).json()).toMatchObject({
      workingDays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
      holidays: [],
    })

    const approvals = panel('Deadline of approvals')
    await approvals.getByLabel('Working days to decide').fill('4')
    await approvals.getByText('Empty: the administrators are told.').waitFor()
    await approvals.getByRole('button', { name: 'Save' }).click()
    await approvals.getByText('Saved.').waitFor()
    expect((await caller.get('/v2/approvalDefaults')).json()).toEqual({
      deadline: { workingDays: 4, escalateTo: null },
    })
    await look(page, 'organisation-approvals')

    const features = panel('Features')
    await features.getByRole('switch', { name: 'Invoices' }).click()
    await page.getByText('Invoices was switched off.').waitFor()
    expect((await caller.get('/v2/features/INVOICES')).json()).toMatchObject({ enabled: false })
    await gone(page.getByRole('link', { name: 'Invoices' }))
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByRole('link', { name: 'Invoices' }).waitFor()
    await look(page, 'organisation-features')
    await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
    await look(page, 'organisation')
    await calendar.scrollIntoViewIfNeeded()
    await look(page, 'organisation-calendar')
  })

  test('numbers its matters and contracts by patterns, which are tried before they are saved', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const admin = await createUser(parts.app, {
      organisationId,
      role: 'Administrator',
      passwordHash: await passwordHash(),
    })
    const caller = await callerFor(parts, admin)
    const type = (await caller.post('/v2/matterTypes', { name: 'Disputes' })).json<{ id: number }>()
    const page = await app.openAs({ email: admin.email, password }, '/administration/organisation')
    const panel = page.getByRole('region', { name: 'Numbers of matters and contracts' })
    const year = parts.clock.now().getUTCFullYear()

    await panel.getByRole('button', { name: 'Add a pattern' }).click()
    const first = panel.getByRole('group', { name: 'Pattern 1' })
    await first.getByText(`M-${year}-0001, M-${year}-0002, M-${year}-0003`).waitFor()
    await first.getByLabel('Prefix').fill('MAT-2026')
    await first.getByText('Must not end in four digits').waitFor()
    await first.getByLabel('Prefix').fill('MAT')
    await first.getByLabel('Next number').fill('41')
    await first.getByText(`MAT-${year}-0041`).waitFor()
    await panel.getByRole('button', { name: 'Add a pattern' }).click()
    const second = panel.getByRole('group', { name: 'Pattern 2' })
    await second.getByLabel('Numbers', { exact: true }).selectOption('Matters: Disputes')
    await second.getByLabel('Prefix').fill('D')
    await second.getByLabel('Year', { exact: true }).selectOption('None')
    await second.getByText('D-0001, D-0002, D-0003').waitFor()
    await look(page, 'organisation-numbers')
    await panel.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The numbers were set.').waitFor()
    const made = await caller.post('/v2/matters', { name: 'Lease', type: { id: type.id } })
    const { id } = made.json<{ id: number }>()
    expect((await caller.get(`/v2/matters/${id}`)).json()).toMatchObject({ displayId: 'D-0001' })

    // somebody else saves first: the person is asked which to keep
    await caller.patch('/v2/numbering', { patterns: [] })
    await first.getByLabel('Digits').fill('6')
    await panel.getByRole('button', { name: 'Save' }).click()
    const question = page.getByRole('dialog', { name: 'Someone else has changed this too' })
    await question.getByLabel('Yours: Matter: MAT-{calendar year}-000001').waitFor()
    await look(page, 'organisation-numbers-conflict')
    await question.getByRole('button', { name: 'Keep theirs' }).last().click()
    await panel.getByText('No pattern yet').waitFor()

    // the statuses of the same matter get names as well
    const to = (path: string) => page.goto(`${new URL(page.url()).origin}/#${path}`)
    await to('/administration/types')
    await page.getByRole('link', { name: 'Names of statuses' }).click()
    await page.getByLabel('On hold').fill('Parked')
    await page.getByLabel('Names on').selectOption({ label: 'Matters: Disputes' })
    await page.getByLabel('Draft').fill('Review')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/Review would look the same/).waitFor()
    await page.getByLabel('Draft').fill('With counsel')
    await look(page, 'status-names')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The names were saved.').waitFor()
    await to('/matters')
    await page.getByRole('row', { name: /Lease/ }).getByText('With counsel').waitFor()
    await to(`/matters/${id}`)
    await page.getByText('With counsel', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Other' }).click()
    await page.getByText('Move to Parked').waitFor()
  })

  test('takes demo data in, and throws it away again [T-12]', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const admin = await createUser(parts.app, {
      organisationId,
      role: 'Administrator',
      passwordHash: await passwordHash(),
    })
    const caller = await callerFor(parts, admin)
    const page = await app.openAs({ email: admin.email, password }, '/administration/first-steps')
    await page.getByRole('link', { name: 'Organisation', exact: true }).last().click()
    const demo = page.getByRole('region', { name: 'Demo data' })
    await demo.getByRole('button', { name: 'Take in demo data' }).click()
    await demo.getByText(/People: 6. Matters: 6. Contracts: 8./).waitFor()
    await look(page, 'demo-data')
    expect((await caller.get('/v2/matters?$count=true')).json()).toMatchObject({ count: 6 })
    await demo.getByRole('button', { name: 'Throw it away' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Throw it away' }).click()
    await demo.getByRole('button', { name: 'Take in demo data' }).waitFor()
    expect((await caller.get('/v2/matters?$count=true')).json()).toMatchObject({ count: 0 })
    expect((await caller.get('/v2/demoData')).json()).toMatchObject({ there: false, people: 0 })
  })
})
