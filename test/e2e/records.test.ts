// The pages of matters and contracts in a browser: editing, two people at once, states, wizard, approvals, keyboard.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '../chromium.ts'
import { serveWebApp, signIn } from './web-app.ts'

const { parts, origin, open } = await serveWebApp({ demo: true })
const password = 'chancery-demo'

async function openAs(name: string, route: string, options?: Parameters<typeof open>[0]): Promise<Page> {
  const page = await open(options)
  await page.goto(`${origin}/#${route}`)
  await signIn(page, `${name}@harbour.example`, password)
  return page
}

async function matterNamed(name: string): Promise<number> {
  const row = await parts.app.db
    .selectFrom('matters')
    .where('name', '=', name)
    .select('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const field = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^${label}: `) })

async function setText(page: Page, label: string, text: string): Promise<void> {
  await field(page, label).click()
  await page.getByRole('textbox', { name: label, exact: true }).fill(text)
}

const isAt = (page: Page, state: string) =>
  page
    .locator('[aria-current=step]')
    .getByText(state, { exact: true })
    .or(page.locator('[aria-current=step]', { hasText: state }))
    .first()
    .waitFor()

const name = 'Standard terms of sale 2027'

describe.skipIf(!chromiumPath())('a record on its page', () => {
  test('a field is edited where it stands by keyboard alone, and the change is taken back', async () => {
    const page = await openAs('counsel', `/matters/${await matterNamed(name)}`)
    await heading(page, name).waitFor()
    const before = await field(page, 'Background').textContent()
    await field(page, 'Background').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Asked by the board')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByRole('button', { name: 'Background: Asked by the board. Edit' }).waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Asked by the board')
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect.poll(() => field(page, 'Background').textContent()).toBe(before)
    await setText(page, 'Budget', '-5')
    await page.keyboard.press('Enter')
    await page.getByText('This must be 0 or more.').waitFor()
    await page.keyboard.press('Escape')
    await field(page, 'Budget').waitFor()
  })

  test('two people change one matter: neither loses anything, and one field is asked about', async () => {
    const id = await matterNamed(name)
    const one = await openAs('counsel', `/matters/${id}`)
    const other = await openAs('contributor', `/matters/${id}`)
    await heading(one, name).waitFor()
    await heading(other, name).waitFor()
    // both begin before either has saved
    await setText(one, 'Background', 'Written by counsel')
    await setText(other, 'Budget', '77000')
    await other.keyboard.press('Enter')
    await other.getByRole('button', { name: /^Budget: .*77,000/ }).waitFor()
    await one.keyboard.press('ControlOrMeta+Enter')
    await one.getByRole('button', { name: 'Background: Written by counsel. Edit' }).waitFor()
    await one.getByRole('button', { name: /^Budget: .*77,000/ }).waitFor()

    await other.reload()
    await other.getByRole('button', { name: 'Background: Written by counsel. Edit' }).waitFor()
    await setText(one, 'Background', 'Counsel again')
    await setText(other, 'Background', 'The contributor')
    await other.keyboard.press('ControlOrMeta+Enter')
    await other.getByRole('button', { name: 'Background: The contributor. Edit' }).waitFor()
    await one.keyboard.press('ControlOrMeta+Enter')
    const question = one.getByRole('dialog', { name: 'Somebody else has changed this too' })
    await question.getByText('Theirs: The contributor').waitFor()
    await question.getByLabel('Yours: Counsel again').check()
    await question.getByRole('button', { name: 'Save', exact: true }).click()
    await one.getByRole('button', { name: 'Background: Counsel again. Edit' }).waitFor()
  })

  test('a wizard writes a contract, which goes through its stages and is approved', async () => {
    const page = await openAs('counsel', '/contracts/new')
    await page.getByText('With answers to questions').click()
    await page.getByRole('combobox', { name: /^Type/ }).or(page.getByLabel(/^Type/)).first().click()
    await page.getByRole('option', { name: /NDA from answers/ }).click()
    await page.getByLabel('Name').fill('NDA with Zephyr')
    await page.getByRole('button', { name: 'Create contract' }).click()
    await page.getByText('Some answers need your attention').waitFor()
    await page.getByLabel(/^Other party/).fill('Zephyr Ltd')
    await page.getByText('between Harbour and Zephyr Ltd', { exact: false }).waitFor()
    await page.getByLabel(/^Start of discussions/).fill('2026-12-01')
    await page
      .getByLabel(/^Applicable law/)
      .first()
      .click()
    await page.getByRole('option').first().click()
    await page.reload()
    await expect.poll(() => page.getByLabel(/^Other party/).inputValue()).toBe('Zephyr Ltd')
    await page.getByRole('button', { name: 'Create contract' }).click()
    await heading(page, 'NDA with Zephyr').waitFor()
    await page.getByRole('button', { name: 'Move to Negotiating' }).click()
    await isAt(page, 'Negotiating')

    await page.getByRole('tab', { name: 'Approvals' }).click()
    await page.getByRole('button', { name: 'Ask for approval' }).click()
    await page.getByLabel('Who must approve it').first().fill('Tomas')
    await page.getByRole('option', { name: /Tomas Berg/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click()
    await isAt(page, 'Approval')

    const approver = await openAs('contributor', '/approvals')
    await approver.getByRole('link', { name: 'NDA with Zephyr' }).click()
    await heading(approver, 'NDA with Zephyr').waitFor()
    await approver.getByRole('button', { name: 'Approve', exact: true }).click()
    await approver.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
    await approver.getByRole('dialog').waitFor({ state: 'detached' })

    await page.reload()
    await page.getByRole('button', { name: 'Move to Signing' }).click()
    await isAt(page, 'Signing')
    await page.getByRole('button', { name: 'Move to Executed' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Move to Executed' }).click()
    await isAt(page, 'Executed')
  })
})
