// What holds a list together in a browser: the frozen column, groups, its outline, and why it has not all.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createBuiltInFields } from '../../server/fields/commands/create-built-in-fields.ts'
import { systemActor } from '../../server/platform/events/change.ts'
import { createOrganisation, createUser, type TestUser } from '../factories.ts'
import { insertMatter } from '../fixtures/matters.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { absent, gone } from './absence.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app
const rows = 12

let owner: TestUser

beforeAll(async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  owner = await createUser(parts.app, {
    organisationId,
    role: 'InhouseLegal',
    passwordHash: await passwordHash(),
  })
  for (let number = 1; number <= rows; number += 1)
    await insertMatter(parts.app, { owner, values: { name: `Matter ${String(number).padStart(3, '0')}` } })
})

const openMatters = (search = '?sort=Name') =>
  app.openAs({ email: owner.email, password }, `/matters${search}`)
const grid = (page: Page) => page.getByRole('grid')

describe.skipIf(!chromiumPath())('a list', () => {
  test('the first column and its head stay in sight when the others are scrolled sideways', async () => {
    const page = await openMatters()
    await page.setViewportSize({ width: 800, height: 700 })
    const cell = grid(page).getByRole('gridcell', { name: 'Matter 001', exact: true })
    const frozen = page.locator('[data-line="0"] [data-first="true"]')
    const head = page.locator('[role="columnheader"][data-first="true"]')
    await cell.waitFor()
    const placeOf = async () => [(await frozen.boundingBox())?.x, (await head.boundingBox())?.x]
    const before = await placeOf()
    const scrolled = `document.querySelector('[role="grid"]').scrollLeft`
    await page.evaluate(`${scrolled} = 300`)
    expect(await page.evaluate(scrolled)).toBe(300)
    await expect.poll(placeOf).toEqual(before)
    // a head is read once, by the name of its column
    expect(await page.getByRole('columnheader', { name: 'Name', exact: true }).count()).toBe(1)
  })

  test('all groups are collapsed and expanded at once, and those without a value say of what', async () => {
    const page = await openMatters('?sort=Name&group=TeamAssigned/Id')
    await grid(page).getByText('No team').waitFor()
    await grid(page).getByText('Matter 001').waitFor()
    const fold = async (what: string) => {
      await page.getByRole('button', { name: /Group/ }).first().click()
      await page.getByRole('menuitem', { name: what }).click()
    }
    await fold('Collapse all groups')
    await expect.poll(() => grid(page).getAttribute('aria-rowcount')).toBe('2')
    await fold('Expand all groups')
    await expect.poll(() => grid(page).getAttribute('aria-rowcount')).toBe(String(rows + 2))
  })

  test('shows its outline until its first rows come', async () => {
    const page = await app.open()
    let answerNow = () => undefined as void
    const mayAnswer = new Promise<void>((resolve) => {
      answerNow = resolve
    })
    const outline = page.locator('output', { hasText: 'Loading…' })
    await page.route(/\/v2\/matters\?/, async (route) => {
      await mayAnswer
      await route.continue()
    })
    await app.signInAs(page, { email: owner.email, password })
    await page.goto(`${app.origin}/#/matters?sort=Name`)
    await outline.waitFor()
    // not at rest: the rows are held
    expect(await grid(page).count()).toBe(0)
    answerNow()
    await grid(page).getByText('Matter 001').waitFor()
    await gone(outline)
  })

  test('says why it has not all only to an administrator who does not see all; "Restricted" is offered once [C-240]', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    // among them the field "Restricted", which shows the property of that name
    await createBuiltInFields(parts.app, systemActor('test'), organisationId)
    const person = async (more: object) =>
      createUser(parts.app, { organisationId, passwordHash: await passwordHash(), ...more })
    const lawyer = await person({ role: 'InhouseLegal' })
    const admin = await person({ role: 'Administrator' })
    const all = await person({ role: 'Administrator', groups: ['MatterAdministrators'] })
    await insertMatter(parts.app, { owner: lawyer, values: { name: 'Lease' } })
    const why = (page: Page) => page.getByRole('button', { name: 'Why not all?' })
    const answered = (page: Page) => page.waitForResponse((each) => each.url().endsWith('/v2/matters/hidden'))
    const seesSome = await app.openAs({ email: admin.email, password }, '/matters')
    await why(seesSome).click()
    await seesSome.getByText('people who administer matters see the others').waitFor()
    const page = await app.open()
    await app.signInAs(page, { email: all.email, password })
    const known = answered(page)
    await page.goto(`${app.origin}/#/matters`)
    await known
    await grid(page).getByText('Lease').waitFor()
    await absent(why(page))
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
    expect(await page.getByText('Restricted', { exact: true }).count()).toBe(1)
  })
})
