// Counsel makes a contract from answers, negotiates it over two versions, has it approved and signed, and sees to its
// dates.
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '../../peers/chromium.ts'
import { rewritten } from '../../documents/docx.ts'
import { runJobs } from '../../fixtures/jobs.ts'
import { absent } from '../absence.ts'
import { serveWebApp, signIn } from '../web-app.ts'
import {
  askTomas,
  beginWithAnswers,
  choose,
  downloaded,
  isAt,
  openTab,
  uploadVersion,
} from './contract-steps.ts'
import { signedCopy, wordFile } from './documents.ts'
import { startJourney } from './journey.ts'

const { origin, open, parts } = await serveWebApp({ demo: true })
const password = 'chancery-demo'
const name = 'NDA with Zephyr'

describe.skipIf(!chromiumPath())('journey of counsel', () => {
  test('a contract goes from answers to executed', async () => {
    const journey = startJourney('counsel')
    const page = await open()

    await journey.step(page, 'Counsel signs in at the first page', async () => {
      await page.goto(origin)
      await signIn(page, 'counsel@harbour.example', password)
      await page.getByRole('heading', { name: 'Waiting for you' }).waitFor()
    })
    await journey.step(page, 'Counsel begins a contract with answers to questions', async () => {
      await beginWithAnswers(page, name)
    })
    await journey.step(page, 'Counsel answers, and the document is redrawn', async () => {
      await page.getByLabel(/^Counterparty/).fill('Zephyr Ltd')
      await page.getByText('between Harbour and Zephyr Ltd', { exact: false }).waitFor()
      await page.getByLabel(/^Start of discussions/).fill('2026-12-01')
      await choose(page, /^Applicable law/, /New Zealand/)
      // what was answered survives a reload
      await page.reload()
      await expect.poll(() => page.getByLabel(/^Counterparty/).inputValue()).toBe('Zephyr Ltd')
      await page.getByText('governed by the law of New Zealand', { exact: false }).waitFor()
    })
    await journey.step(page, 'Counsel creates the contract', async () => {
      await page.getByRole('button', { name: 'Create contract' }).click()
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      await page.getByText('between Harbour and Zephyr Ltd', { exact: false }).waitFor()
    })
    await journey.step(page, 'Counsel sets its end and a notice period', async () => {
      await page.getByRole('button', { name: /^Expiry: / }).click()
      await page.getByLabel('Expiry', { exact: true }).fill('2028-12-01')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Expiry: 1 Dec 2028. Edit' }).waitFor()
      await page.getByRole('button', { name: /^Notice period: / }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('button', { name: /^Notice period: 3 months · Notice by 1 Sept 2028/ }).waitFor()
    })

    const sent = await downloaded(page, 'Download')
    const theirs = wordFile(
      'NDA with Zephyr - comments.docx',
      rewritten(sent, { 'three years': 'five years' }),
    )
    await journey.step(page, 'Counsel uploads what Zephyr sent back', async () => {
      await page.getByRole('button', { name: 'Move to Negotiating' }).click()
      await isAt(page, 'Negotiating')
      await uploadVersion(page, 'Upload new version', {
        file: theirs,
        comment: 'Zephyr asks for five years.',
      })
      await page.getByText('Version 2', { exact: false }).first().waitFor()
    })
    await journey.step(page, 'Counsel compares the two versions', async () => {
      await page.getByRole('button', { name: 'What changed in this version' }).click()
      await page.getByText('Comparing the documents.').waitFor()
      await runJobs(parts.app, 'compare-versions')
      await page.getByRole('option', { name: 'All 1 change' }).waitFor({ state: 'attached' })
      await page.locator('del', { hasText: 'three' }).first().waitFor()
      await page.locator('ins', { hasText: 'five' }).first().waitFor()
    })
    await journey.step(page, 'Counsel comments on it', async () => {
      await openTab(page, 'Messages')
      await page.getByRole('textbox', { name: 'Write a message' }).fill('Five years are fine with us.')
      await page.keyboard.press('ControlOrMeta+Enter')
      await page.getByRole('tab', { name: 'Messages 1' }).waitFor()
    })
    await journey.step(page, 'Counsel asks for approval', async () => {
      await page.getByRole('button', { name: 'Move to Approval' }).click()
      await page.getByText('No one has been asked to approve it yet.').waitFor()
      await askTomas(page)
    })

    const approver = await open()
    await journey.step(approver, 'The approver signs in and finds it on the first page', async () => {
      await approver.goto(origin)
      await signIn(approver, 'contributor@harbour.example', password)
      await approver.getByRole('link', { name: `Review: ${name}` }).click()
      await approver.getByText('Priya Raman asks you to approve version 2.').waitFor()
    })
    await journey.step(approver, 'The approver approves', async () => {
      await approver.getByRole('button', { name: 'Approve', exact: true }).click()
      await approver.getByLabel('Note (optional)').fill('Agreed.')
      await approver.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
      await approver.getByRole('dialog').waitFor({ state: 'detached' })
      await approver.getByText('Everyone has approved it.').waitFor()
    })

    // without a reload: the page follows what others do
    await journey.step(page, 'Counsel sees the approval and moves on to signing', async () => {
      await page.getByText('Everyone has approved it. Move it to Signing').waitFor()
      await page.getByRole('button', { name: 'Move to Signing' }).click()
      await isAt(page, 'Signing')
    })
    await journey.step(page, 'Counsel uploads the signed copy', async () => {
      await openTab(page, 'Document')
      const file = signedCopy('NDA with Zephyr - signed.pdf')
      await uploadVersion(page, 'Upload the signed copy', { file, comment: 'Signed by both.' })
      await page.getByText('Signed by both.').waitFor()
      await page.locator('.textLayer').first().waitFor()
    })
    await journey.step(page, 'Counsel says who signed, which executes the contract', async () => {
      await page.getByRole('button', { name: 'Record who signed' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('The contract becomes Executed').waitFor()
      for (const [index, signed] of ['Ana Prior', 'Nils Lindqvist'].entries()) {
        // as many are proposed as the signed copy names
        if ((await dialog.getByLabel('Name').count()) <= index) {
          await dialog.getByRole('button', { name: 'Add a signature' }).click()
        }
        await dialog.getByLabel('Name').nth(index).fill(signed)
        await dialog.getByLabel('Signed on').nth(index).fill('2026-03-02')
      }
      await dialog.getByRole('button', { name: 'Record and execute' }).click()
      await isAt(page, 'Executed')
      await absent(page.getByText('Moved to Signing'))
      await page.getByRole('button', { name: /^Signed by: Ana Prior and Nils Lindqvist/ }).waitFor()
    })
    await journey.step(page, 'Counsel adds a date that repeats, with reminders', async () => {
      await openTab(page, 'Key dates')
      await page.getByRole('button', { name: 'Add a key date' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Report on the discussions')
      await dialog.getByLabel('Date').fill('2026-04-15')
      await choose(page, /^Kind/, /Obligation/)
      await choose(page, /^Repeats/, /Every 3 months/)
      const reminders = dialog.getByRole('group', { name: 'Reminders' })
      for (const usual of ['30 days before', '7 days before']) await reminders.getByLabel(usual).uncheck()
      for (const own of ['14 days before', '1 day before']) await reminders.getByLabel(own).check()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Every 3 months · Reminders 14 and 1 days before').waitFor()
    })
    await journey.step(page, 'Counsel reads what happened', async () => {
      await openTab(page, 'History')
      const history = page.getByRole('list', { name: 'History, the latest first' })
      await history.getByText('Every 3 months').waitFor()
      await history.getByText('Tomas Berg').first().waitFor()
    })
    await journey.step(page, 'Counsel finds the date among those of all contracts', async () => {
      await page.getByRole('link', { name: 'Key dates' }).click()
      await page.getByText('Wed 15 Apr').waitFor()
      await page.getByRole('button', { name: 'Details of Report on the discussions' }).waitFor()
    })
    expect(journey.end()).toBeLessThan(10)
  })
})
