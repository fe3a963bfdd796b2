// What several journeys do on the page of a contract.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import type { Upload } from './documents.ts'

/** Waits until the contract is in this state. */
export const isAt = (page: Page, state: string): Promise<void> =>
  page.locator('[aria-current=step]', { hasText: state }).waitFor()

/** Opens a tab of the record. */
export const openTab = (page: Page, label: string): Promise<void> =>
  page.getByRole('tab', { name: new RegExp(`^${label}`) }).click()

/** Chooses from a list that opens. */
export async function choose(page: Page, label: RegExp, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

/** Begins a contract of the type *NDA from answers*, with the questions open. */
export async function beginWithAnswers(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New contract' }).click()
  await page.getByText('Answer questions').click()
  await choose(page, /^Type/, /NDA from answers/)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create contract' }).click()
  await page.getByText('Some answers need your attention').waitFor()
}

/** Uploads the next version of the document with the button of this name. */
export async function uploadVersion(
  page: Page,
  button: string,
  { file, comment }: { file: Upload; comment: string },
): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog', { name: button })
  const choosing = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose the file' }).click()
  await (await choosing).setFiles(file)
  await dialog.getByLabel('What changed in this version?').fill(comment)
  await dialog.getByRole('button', { name: 'Upload version' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Asks Tomas Berg to approve the contract. */
export async function askTomas(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ask for approval' }).click()
  await page.getByRole('combobox', { name: 'Who must approve it' }).fill('Tomas')
  await page.getByRole('option', { name: /Tomas Berg/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click()
  await page.getByText('Waiting for the approval of Tomas Berg.').waitFor()
}

/** The content of what the link with this name downloads. */
export async function downloaded(page: Page, link: string): Promise<Buffer> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: link }).first().click()
  return readFile(await (await downloading).path())
}
