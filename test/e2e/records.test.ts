// The pages of matters and contracts in a browser: editing, two people at once, approvals, the bin, keyboard. A
// contract from its first draft to executed is in journeys/counsel.test.ts.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '../peers/chromium.ts'
import { docx } from '../documents/docx.ts'
import { absent, gone } from './absence.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp({ demo: true })
const { parts } = app
const password = 'chancery-demo'

const openAs = (name: string, route: string, options?: Parameters<typeof app.open>[0]): Promise<Page> =>
  app.openAs({ email: `${name}@harbour.example`, password }, route, options)

async function idOf(table: 'matters' | 'contracts', name: string): Promise<number> {
  const row = await parts.app.db
    .selectFrom(table)
    .where('name', '=', name)
    .select('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const matterNamed = (name: string) => idOf('matters', name)

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

async function askForApproval(page: Page, approver: string): Promise<void> {
  await page.getByRole('button', { name: 'Ask for approval' }).click()
  const asking = page.getByRole('dialog')
  await asking.getByRole('combobox', { name: 'Who must approve it' }).fill(approver.slice(0, 5))
  await page.getByRole('option', { name: new RegExp(approver) }).click()
  await asking.getByLabel('Working days to decide').fill('3')
  await asking.getByText('They can decide for the approvers.').waitFor()
  await look(page, 'ask-approval')
  await asking.getByRole('button', { name: 'Ask for approval' }).click()
}

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
    // what is refused is announced
    await page.getByRole('alert').filter({ hasText: 'It must not be negative.' }).waitFor()
    await page.keyboard.press('Escape')
    await field(page, 'Budget').waitFor()
    // it becomes part of another matter
    const parent = 'Joint venture with Tasman Foods'
    await page.getByRole('button', { name: 'Link to a parent matter' }).click()
    await page.getByRole('combobox', { name: 'Matter' }).fill('Tasman')
    await page.getByRole('option', { name: new RegExp(parent) }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Choose' }).click()
    await page.getByRole('link', { name: parent }).waitFor()
    // the menu opens over the message that says so
    const menu = page.getByRole('button', { name: `Change the parent: ${parent}` })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByText(`No longer linked to “${parent}”`).waitFor()
    await page.getByRole('button', { name: 'Link to a parent matter' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await menu.waitFor()
  })

  test('a record is renamed, and gets its former name back', async () => {
    const former = 'Hosting by Northlight'
    const page = await openAs('counsel', `/contracts/${await idOf('contracts', former)}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rename' })
    await dialog.getByLabel('New name').fill('  ')
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await dialog.getByLabel('New name').fill('Hosting by Northlight Ltd')
    await look(page, 'rename-record')
    await page.keyboard.press('Enter')
    await heading(page, 'Hosting by Northlight Ltd').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await heading(page, former).waitFor()
    // the page shows the name before it is saved
    await expect.poll(() => idOf('contracts', former).catch(() => undefined)).toBeDefined()
  })

  test('a day is shown in the usual format while it is edited, and a part of one is not saved', async () => {
    const page = await openAs('counsel', `/contracts/${await idOf('contracts', 'Hosting by Northlight')}`)
    await field(page, 'Expiry').click()
    const input = page.getByLabel('Expiry', { exact: true })
    await input.fill('2027-03-31')
    await page.getByText('Wed, 31 Mar 2027').first().waitFor()
    await look(page, 'date-being-edited')
    await input.press('Enter')
    await page.getByRole('button', { name: /^Expiry: .*31 Mar 2027/ }).click()
    await input.press('Backspace')
    await input.blur()
    await page.getByRole('alert').filter({ hasText: 'Enter the whole date, or clear it.' }).waitFor()
    await input.press('Escape')
    await page.getByRole('button', { name: /^Expiry: .*31 Mar 2027/ }).waitFor()
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
    const question = one.getByRole('dialog', { name: 'Someone else has changed this too' })
    await question.getByText('Theirs: The contributor').waitFor()
    await question.getByLabel('Yours: Counsel again').check()
    await question.getByRole('button', { name: 'Save', exact: true }).click()
    await one.getByRole('button', { name: 'Background: Counsel again. Edit' }).waitFor()
  })

  test('an approval is declined, asked again, confirmed for a new version, handed on and withdrawn; the contract goes to the bin and back', async () => {
    const page = await openAs('counsel', '/contracts/new')
    await page.setInputFiles('input[type=file]', word('Kestrel agreement.docx', 'We pay in 30 days.'))
    await page.getByText('Kestrel agreement.docx uploaded').waitFor()
    await page.getByRole('combobox', { name: /^Type/ }).click()
    await page.getByRole('option', { name: /Settlement/ }).click()
    await page.getByRole('button', { name: 'Create contract' }).click()
    // the name is taken from the file
    await heading(page, 'Kestrel agreement').waitFor()

    await page.getByRole('tab', { name: 'Approvals' }).click()
    await askForApproval(page, 'Tomas Berg')
    await isAt(page, 'Approval')

    const approver = await openAs('contributor', '/approvals')
    await approver.getByRole('link', { name: 'Kestrel agreement' }).click()
    await heading(approver, 'Kestrel agreement').waitFor()
    await approver.getByRole('button', { name: 'Decline', exact: true }).click()
    const declining = approver.getByRole('dialog')
    expect(await declining.getByRole('button', { name: 'Decline' }).isDisabled()).toBe(true)
    await declining.getByLabel('Why?').fill('60 days, please.')
    await declining.getByRole('button', { name: 'Decline' }).click()

    await page.getByText('Tomas Berg declined to approve it: 60 days, please.').waitFor()
    await page.getByRole('button', { name: 'Restart the approval' }).click()
    await page.getByLabel('Reason').fill('Changed.')
    await page.getByRole('dialog').getByRole('button', { name: 'Restart the approval' }).click()
    await page.getByText('Waiting for the approval of Tomas Berg.').waitFor()
    await page.getByRole('button', { name: 'Remind' }).click()
    await page.getByText('Everyone who has not responded has been reminded').waitFor()

    await page.getByRole('tab', { name: 'Document' }).click()
    await page.getByRole('button', { name: 'Upload new version' }).click()
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose the file' }).click()
    await (await choosing).setFiles(word('Kestrel agreement.docx', 'We pay in 60 days.'))
    await page.getByRole('button', { name: 'Upload version' }).click()
    // nobody decides on something else than what they were asked about
    await approver.getByText('The document has changed since the approvers were asked.').waitFor()
    await absent(approver.getByRole('button', { name: 'Approve', exact: true }))
    await page.getByRole('link', { name: 'See the approval' }).click()
    await page.getByText('The document has changed since approval was asked for').waitFor()
    await look(page, 'changed-since-approval')
    await page.getByRole('button', { name: 'Ask them to confirm' }).click()
    await page.getByLabel('Reason').fill('As he asked.')
    await page.getByRole('dialog').getByRole('button', { name: 'Ask them to confirm' }).click()
    await page.getByText('Waiting for the approval of Tomas Berg.').waitFor()
    await page.getByText('Asked again: The document has changed. As he asked.').waitFor()

    // the owner hands on nobody's decision
    await absent(page.getByRole('button', { name: 'Delegate' }))
    await approver.getByRole('tab', { name: 'Approvals' }).click()
    await approver.getByRole('button', { name: 'Delegate' }).first().click()
    await approver.getByRole('combobox', { name: 'Person' }).fill('Sofia')
    await approver.getByRole('option', { name: /Sofia Marino/ }).click()
    await approver.getByRole('dialog').getByRole('button', { name: 'Delegate' }).click()
    await page.getByText('Waiting for the approval of Sofia Marino.').waitFor()
    // no move brings the request back, so it is asked about first
    await page.getByRole('button', { name: 'Move to Negotiating' }).click()
    const leaving = page.getByRole('dialog', { name: 'Move to Negotiating?' })
    await leaving
      .getByText('The request for approval, which waits for Sofia Marino, will be withdrawn.')
      .waitFor()
    await look(page, 'leaving-approval')
    await leaving.getByRole('button', { name: 'Move to Negotiating' }).click()
    await isAt(page, 'Negotiating')
    await page.getByText('Withdrawn').first().waitFor()
    await page.getByRole('button', { name: 'Move to Approval' }).click()
    await page.getByText('No one has been asked to approve it yet.').waitFor()
    // what was done can be taken back until somebody is asked
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await askForApproval(page, 'Sofia Marino')
    await page.getByText('Waiting for the approval of Sofia Marino.').waitFor()
    await gone(page.getByRole('button', { name: 'Undo' }))
    // nor does a change of many withdraw it without asking
    await page.goto(`${app.origin}/#/contracts?filter=${encodeURIComponent("Name eq 'Kestrel agreement'")}`)
    await page.getByLabel('Select Kestrel agreement').click()
    await page.getByRole('button', { name: 'Change…' }).click()
    const many = page.getByRole('dialog', { name: 'Change 1 contract' })
    await many.getByRole('radio', { name: 'Negotiating' }).check()
    await many.getByText('One of them waits for approval.').waitFor()
    const change = many.getByRole('button', { name: 'Change 1', exact: true })
    await expect.poll(() => change.isEnabled()).toBe(true)
    await look(page, 'change-many-leaving-approval')
    await change.click()
    await many.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Kestrel agreement' }).click()
    await isAt(page, 'Negotiating')

    // deleting leads to the list, is undone there, and who did it finds it for a day
    const deleteIt = async () => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('heading', { name: 'Contracts', level: 1 }).waitFor()
      await page.getByText('“Kestrel agreement” is in the bin', { exact: true }).waitFor()
    }
    // the newest is the last one of the list, where it need not be drawn
    const openInList = async () => {
      await page.getByRole('searchbox', { name: 'Find contracts' }).fill('Kestrel')
      await page.getByRole('link', { name: 'Kestrel agreement' }).click()
    }
    await deleteIt()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByText('Undone: “Kestrel agreement” is in the bin').waitFor()
    await openInList()
    await heading(page, 'Kestrel agreement').waitFor()
    await deleteIt()
    await page.goto(`${app.origin}/#/deleted`)
    await heading(page, 'Deleted by you').waitFor()
    await page.getByRole('button', { name: 'Restore Kestrel agreement' }).click()
    await page.getByText('“Kestrel agreement” is restored').waitFor()
    await page.getByRole('link', { name: 'Contracts', exact: true }).click()
    await openInList()
    await heading(page, 'Kestrel agreement').waitFor()
  })
})

const word = (name: string, text: string) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer: docx([text]),
})
