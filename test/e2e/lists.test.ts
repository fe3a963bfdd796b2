// Lists in the web app, in a browser: rows by keys and scrolling, filters as sentences, views, bulk changes, exports.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { jobs, runJob } from '../../server/operations/process/worker.ts'
import { startBulkChange } from '../../server/records/bulk/commands/start-bulk-change.ts'
import { actorFor } from '../fixtures/actors.ts'
import { openBrowser, password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { createOrganisation, createUser, type TestUser } from '../factories.ts'
import { insertMatter } from '../fixtures/matters.ts'
import { absent, gone } from './absence.ts'
import { insertWork } from './list-work.ts'
import { look } from './look.ts'
import { serveWebApp, typeInFocused } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app
const rows = 260

let owner: TestUser
let other: TestUser
let counsel: TestUser

beforeAll(async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  const hash = await passwordHash()
  owner = await createUser(parts.app, { organisationId, role: 'InhouseLegal', passwordHash: hash })
  other = await createUser(parts.app, { organisationId, role: 'InhouseLegal', passwordHash: hash })
  counsel = await insertWork(parts)
  for (let number = 1; number <= rows; number += 1) {
    const name = `Matter ${String(number).padStart(3, '0')}`
    await insertMatter(parts.app, {
      owner: number % 10 === 0 ? other : owner,
      members: number % 10 === 0 ? [owner] : [],
      values: { name, ...(number % 4 === 0 ? { external_id: `X-${number}` } : {}) },
    })
  }
})

function openAs(email: string, secret: string, address: string, options?: Parameters<typeof app.open>[0]) {
  return app.openAs({ email, password: secret }, address, options)
}

const openMatters = (search = '?sort=Name') => openAs(owner.email, password, `/matters${search}`)
const grid = (page: Page) => page.getByRole('grid')
const activeRow = (page: Page) => page.locator('[role="row"][data-active="true"]')
const hash = (page: Page) => page.evaluate('decodeURIComponent(location.hash.replaceAll("+", " "))')
const count = (page: Page, text: string) => page.locator('output', { hasText: text }).first().waitFor()

describe.skipIf(!chromiumPath())('lists', () => {
  test('the keys of a mail program move, select, look and open', async () => {
    const page = await openMatters()
    await grid(page).getByText('Matter 001').waitFor()
    expect(await grid(page).getAttribute('aria-rowcount')).toBe(String(rows + 1))
    await grid(page).focus()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await activeRow(page).getByText('Matter 002').waitFor()
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('Space')
    await page.getByRole('complementary', { name: 'Details of Matter 002' }).waitFor()
    await page.keyboard.press('j')
    await page.getByRole('complementary', { name: 'Details of Matter 003' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await gone(page.getByText('1 selected'))
    await page.keyboard.press('End')
    await activeRow(page).getByText('Matter 260').waitFor()
    await page.keyboard.press('PageUp')
    expect(await page.locator('[role="row"]').count()).toBeLessThan(60)
    await page.keyboard.press('Home')
    await activeRow(page).getByText('Matter 001').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => hash(page)).toMatch(/^#\/matters\/\d+$/)
  })

  test('shift selects a range, also of rows that were never on the screen', async () => {
    const page = await openMatters()
    await page.getByLabel('Select Matter 003').click()
    await grid(page).focus()
    await page.keyboard.press('End')
    await activeRow(page).getByText('Matter 260').waitFor()
    await page.getByLabel('Select Matter 250').click({ modifiers: ['Shift'] })
    await page.getByText('248 selected').waitFor()
    await page.getByRole('button', { name: 'Select all 260 matters' }).click()
    await page.getByText('260 selected').waitFor()
    await page.getByLabel('Select Matter 255').click()
    await page.getByText('259 selected').waitFor()
  })

  test('a filter is a sentence, an address and a text, and back restores list and place', async () => {
    const page = await openMatters()
    await page.getByRole('button', { name: 'Add a filter' }).click()
    await typeInFocused(page, 'External')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'External ID' }).fill('X-1')
    await count(page, '27 matters')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Change the filter External ID contains “X-1”' }).waitFor()
    expect(await hash(page)).toContain("contains(ExternalId,'X-1')")
    await page.getByRole('button', { name: 'As text' }).click()
    await page
      .getByRole('dialog')
      .getByRole('textbox')
      .fill("endswith(Name,'8') and contains(ExternalId,'X')")
    await page.getByRole('button', { name: 'Apply' }).click()
    await count(page, '13 matters')
    await page.getByText("endswith(Name,'8')").waitFor()
    const address = await hash(page)
    await page.getByRole('link', { name: 'Matter 008' }).waitFor()
    await grid(page).focus()
    await page.keyboard.press('End')
    await activeRow(page).getByText('Matter 248').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => hash(page)).toMatch(/^#\/matters\/\d+$/)
    await page.goBack()
    await activeRow(page).getByText('Matter 248').waitFor()
    expect(await hash(page)).toBe(address)
    await page.reload()
    await count(page, '13 matters')
  })

  test('where nothing matches, each condition can be taken away', async () => {
    const page = await openMatters(`?filter=${encodeURIComponent("Name eq 'None' and Owner/Id eq me()")}`)
    await page.getByText('Nothing matches').waitFor()
    await page.getByRole('button', { name: 'Remove “Name is “None””' }).click()
    await count(page, '234 matters')
  })

  test('a view says that it was changed, is saved under a name, and can be reset', async () => {
    const page = await openMatters('')
    await page
      .getByRole('columnheader', { name: /Name/ })
      .getByRole('button', { name: 'Name', exact: true })
      .click()
    await page.getByText('changed', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save as…' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('By name')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('The view By name is saved.').waitFor()
    await page.getByRole('button', { name: 'Views: By name' }).waitFor()
    await gone(page.getByText('changed', { exact: true }))
    await page.getByRole('searchbox', { name: 'Find matters' }).fill('Matter 12')
    await count(page, '10 matters')
    await page.getByRole('button', { name: 'Reset' }).click()
    await count(page, '260 matters')
    await page.getByRole('searchbox', { name: 'Find matters' }).fill('Matter 25')
    await count(page, '10 matters')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('changed', { exact: true }).waitFor({ state: 'hidden' })
    // nothing of another view is seen or asked for meanwhile
    const held = Promise.withResolvers<void>()
    await page.route('**/v2/views?**', (route) => held.promise.then(() => route.continue()))
    const asked = page.waitForRequest('**/v2/views?**')
    await page.reload()
    await asked
    await page.getByRole('heading', { name: 'Matters', level: 1 }).waitFor()
    // not at rest: what is asked for is held
    expect(await page.getByRole('button', { name: /^Views: / }).count()).toBe(0)
    held.resolve()
    await count(page, '10 matters')
    await page.getByRole('button', { name: 'Views: By name' }).waitFor()
  })

  test('a view that its owner deletes is gone for others, who are told and keep what they changed', async () => {
    const page = await openMatters('?sort=Name')
    await page.getByRole('button', { name: 'Save as…' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('For a day')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Views: For a day' }).waitFor()
    const id = new URLSearchParams(String(await hash(page)).split('?')[1]).get('view')
    const elsewhere = await openMatters(`?view=${id}&sort=DisplayId`)
    await elsewhere.getByRole('button', { name: 'Views: For a day' }).waitFor()
    await page.getByRole('button', { name: 'Views: For a day' }).click()
    expect(await page.getByRole('menuitemradio', { name: 'For a day', checked: true }).count()).toBe(1)
    await page.getByRole('menuitem', { name: 'Delete the view…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the view' }).click()
    await page.getByRole('button', { name: 'Views: All open' }).waitFor()
    await elsewhere.reload()
    await elsewhere.getByText('This view has been deleted, or is no longer shared with you').waitFor()
    await elsewhere.getByText('Your changes to it are kept').waitFor()
    await look(elsewhere, 'view-gone')
    await elsewhere.getByRole('button', { name: 'Reset' }).click()
    await elsewhere.getByRole('button', { name: 'Hide this message' }).click()
    await elsewhere.getByText('This view has been deleted').waitFor({ state: 'detached' })
  })

  test('groups have exact counts, fold, and load their own rows', async () => {
    const page = await openMatters('?group=Owner/Id&sort=Name')
    const headings = page.getByRole('button', { name: /^Hide the rows of/ })
    await headings.first().waitFor()
    expect(await headings.count()).toBeGreaterThan(0)
    await headings.first().click()
    await page.getByRole('button', { name: /^Show the rows of/ }).waitFor()
  })

  test('exports what the filter finds with the columns that are shown', async () => {
    const page = await openMatters(
      `?filter=${encodeURIComponent("startswith(Name,'Matter 00')")}&sort=Name&columns=Name,Status`,
    )
    await count(page, '9 matters')
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'As CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^matters.*\.csv$/)
    const stream = await download.createReadStream()
    const text = Buffer.concat(await stream.toArray()).toString()
    expect(text.trim().split(/\r?\n/).length).toBe(10)
    expect(text).toContain('Matter 009')
  })

  test('a change of many is taken back, except where somebody has changed it since', async () => {
    const page = await openMatters()
    for (const name of ['Matter 001', 'Matter 002', 'Matter 003'])
      await page.getByLabel(`Select ${name}`).click()
    await page.getByRole('button', { name: 'Change…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'What to change' }).fill('Restricted')
    await page.getByRole('option', { name: 'Restricted' }).waitFor()
    // the built-in field that shows the property is not offered as well
    expect(await page.getByRole('option', { name: 'Restricted' }).count()).toBe(1)
    await page.getByRole('option', { name: 'Restricted' }).click()
    await dialog.getByText('3 will change.').waitFor()
    await dialog.getByRole('button', { name: 'Change 3' }).click()
    await page.locator('output').getByText('3 changed.').waitFor()
    const browser = openBrowser(parts.server)
    await browser.signIn(owner.email)
    const found = await browser.call('GET', "/v2/matters?$filter=Name eq 'Matter 002'")
    const [second] = found.json<{ items: { id: number }[] }>().items
    await browser.call('PATCH', `/v2/matters/${second?.id}`, { restricted: false })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(/^2 changed back\. Left as before: “Matter 002”\./).waitFor()
    const left = await browser.call('GET', '/v2/matters?$filter=Restricted eq true')
    expect(left.json()).toMatchObject({ items: [] })
  })

  test('a change that the server carries out shows how far it has come, and can be stopped', async () => {
    const page = await openMatters()
    // somebody who is not signed in yet would not be after loading again
    await grid(page).getByText('Matter 001').waitFor()
    const found = parts.app.db.selectFrom('matters').where('organisation_id', '=', owner.organisationId)
    const ids = (await found.select('id').execute()).map(({ id }) => id)
    // as if more than a thousand had been found
    const asked = { list: 'matters', change: { externalId: null }, onlyEmpty: false, checkOnly: false, ids }
    const id = await startBulkChange(parts.app, await actorFor(parts.app, owner), asked)
    await page.reload()
    await page.getByText('Changing 260 matters · 0 of 260 done').waitFor()
    const job = jobs.find(({ name }) => name === 'change-many')
    if (job) await runJob(parts.app, job, { organisationId: owner.organisationId, id })
    await page.getByText('Changing 260 matters · 200 of 260 done').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText(/^Stopped\. \d+ changed/).waitFor()
  })

  test('narrow screens show cards, and nothing runs over the edge', async () => {
    const page = await openAs(owner.email, password, '/matters?sort=Name', {
      viewport: { width: 360, height: 740 },
    })
    await grid(page).getByText('Matter 001').waitFor()
    await absent(page.getByRole('columnheader'))
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })

  test('a task is moved on the board by keyboard', async () => {
    const page = await openAs(counsel.email, password, '/tasks?view=open&layout=Board')
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Move / }) })
      .first()
    const name = (await card.getByRole('button', { name: /^Details of/ }).textContent()) ?? ''
    await card.getByRole('button', { name: /^Move / }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'On hold' }).waitFor()
    await page.getByRole('menuitem', { name: 'On hold' }).press('Enter')
    await page.getByText(`${name} is now in On hold.`).waitFor()
  })

  test('a key date is done, and open again', async () => {
    const page = await openAs(counsel.email, password, '/dates')
    await page
      .getByRole('button', { name: /^Mark .* as done$/ })
      .first()
      .click()
    await page
      .getByText(/is done/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page
      .getByText(/is open again/)
      .first()
      .waitFor()
  })
})
