// Every dialog that is not part of a walk elsewhere, looked at as pages are: narrow and wide, light and dark, by axe.
// What it does is tested where its page is.
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '../../peers/chromium.ts'
import { createClient } from '../../tokens.ts'
import { examine } from '../look.ts'
import { serveWebApp } from '../web-app.ts'

const app = await serveWebApp({ demo: true })
const person = (name: string) => ({ email: `${name}@harbour.example`, password: 'chancery-demo' })

type Step = (page: Page) => Locator
const button =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('button', { name }).first()
const item =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('menuitem', { name })

/** Where it is, and what is pressed until it is there. */
const dialogs: Readonly<Record<string, readonly [address: string, ...steps: Step[]]>> = {
  assign: ['/intake', button(/^Actions: /), item(/^Assign/)],
  ask: ['/intake', button(/^Actions: /), item(/^Ask a question/)],
  decline: ['/intake', button(/^Actions: /), item(/^Decline/)],
  'save-view': ['/matters?filter=Urgent eq true', button(/^Views: /), item('Save as…')],
  'as-text': ['/matters', button('As text')],
  rename: ['/matters/3', button('More actions'), item('Rename')],
  'post-status': ['/matters/3', button('Post status')],
  'add-person': ['/matters/3', button('Add a person')],
  relation: ['/matters/3', button('Link to a parent matter')],
  'new-folder': ['/matters/3?tab=files', button('New folder')],
  void: ['/contracts/1', button('Other'), button('Move to Void')],
  'ask-approval': ['/contracts/1?tab=approvals', button('Ask for approval')],
  subscribe: ['/dates', button(/^Subscribe/)],
}

/** What is open from before, without loading the app once more. */
async function closeAll(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog').last()
  while (await dialog.isVisible()) await page.keyboard.press('Escape')
}

async function open(page: Page, address: string, steps: readonly Step[]): Promise<void> {
  await closeAll(page)
  await page.goto(`${app.origin}/#${address}`)
  for (const step of steps) await step(page).click()
  await page.getByRole('dialog').last().waitFor()
  // the first field may have opened its choices
  const choices = page.getByRole('listbox')
  await expect
    .poll(() => page.evaluate('document.activeElement.closest("[role=dialog]") !== null'))
    .toBe(true)
  if (await choices.isVisible()) await page.keyboard.press('Escape')
  await choices.waitFor({ state: 'hidden' })
}

describe.skipIf(!chromiumPath())('every dialog', () => {
  test('of counsel', async () => {
    const page = await app.openAs(person('counsel'), '/')
    for (const [name, [address, ...steps]] of Object.entries(dialogs)) {
      await open(page, address, steps)
      await examine(page, `dialog-${name}`)
    }
  })

  test('that deletes or cannot be undone, of an administrator', async () => {
    const admin = person('admin')
    const page = await app.openAs(admin, '/tasks/templates')
    await page.getByRole('button', { name: 'Delete…' }).first().click()
    await page.getByRole('dialog', { name: /^Delete .*\?$/ }).waitFor()
    await examine(page, 'dialog-delete-template')
    await page.getByRole('button', { name: 'Cancel' }).click()

    await open(page, '/matters?filter=Urgent eq true', [button(/^Views: /), item('Save as…')])
    await page.getByRole('textbox', { name: 'Name' }).fill('Urgent ones')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('The view Urgent ones is saved.').waitFor()
    await page.getByRole('button', { name: /^Views: Urgent ones/ }).click()
    await page.getByRole('menuitem', { name: 'Delete the view…' }).click()
    await page.getByRole('dialog', { name: 'Delete the view Urgent ones?' }).waitFor()
    await examine(page, 'dialog-delete-view')

    const { organisation_id: organisationId } = await app.parts.app.db
      .selectFrom('users')
      .select('organisation_id')
      .where('email_key', '=', admin.email)
      .executeTakeFirstOrThrow()
    const client = await createClient(app.parts.app, { organisationId })
    await open(page, `/integration-clients/${client.id}`, [button('Create a new secret')])
    await examine(page, 'dialog-rotate')
    await open(page, `/integration-clients/${client.id}`, [button('Disable…')])
    await examine(page, 'dialog-disable')
    await open(page, '/matters/3', [button('More actions'), item(/^Place on legal hold/)])
    await examine(page, 'dialog-hold')
    expect(await page.getByRole('dialog').count()).toBe(1)
  })
})
