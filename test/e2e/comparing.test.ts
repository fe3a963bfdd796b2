// Comparing versions in the web app: texts in the browser, and Word documents by the server.
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '../peers/chromium.ts'
import { comparedDocuments } from '../documents/compared-docx.ts'
import { docx, rewritten } from '../documents/docx.ts'
import { returnedDocx } from '../documents/returned-docx.ts'
import { finishComparisons } from '../fixtures/comparisons.ts'
import { runJobs } from '../fixtures/jobs.ts'
import { pdfOf } from '../documents/pdf.ts'
import { useFilePages, word } from './file-pages.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { add, openFile, faultsOf, picture, owner } = useFilePages(app)

describe.skipIf(!chromiumPath())('two versions', () => {
  const first = [
    'Lease of Quay Street 7',
    'The rent is 1,000 a month.',
    'It is paid in advance.',
    'It ends after a year.',
  ]
  const second = [
    'Lease of Quay Street 7',
    'The rent is 1,200 a month.',
    'It ends after a year.',
    'It may be renewed.',
  ]

  test('are compared, and n and p go through the changes', async () => {
    await add('Lease.txt', first.join('\n\n'), 'text/plain')
    const id = await add('Lease.txt', second.join('\n\n'), 'text/plain')
    const page = await openFile(id)
    await page.getByRole('checkbox', { name: 'Compare version 1' }).check()
    await page.getByRole('checkbox', { name: 'Compare version 2' }).check()
    await page.getByText('3 changes').waitFor()
    expect(await page.locator('del[data-change]').allTextContents()).toEqual([
      '1,000 ',
      'It is paid in advance.',
    ])
    expect(await page.locator('ins[data-change]').allTextContents()).toEqual(['1,200 ', 'It may be renewed.'])
    await page.keyboard.press('n')
    await page.getByText('Change 1 of 3').waitFor()
    await page.keyboard.press('n')
    await page.getByText('Change 2 of 3').waitFor()
    await page.keyboard.press('p')
    await page.getByText('Change 1 of 3').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await picture(page, 'compare')
    await page.getByText('In one text').click()
    await page.getByText('The rent is').first().waitFor()
    await page.getByRole('button', { name: 'Back to the document' }).click()
    await page.getByText('It may be renewed.').waitFor()
  })

  test('of Word documents are compared by the server: by clause, with tables, filters, and an address to send', async () => {
    await add('Agreement.docx', comparedDocuments.first, word)
    const id = await add('Agreement.docx', comparedDocuments.second, word)
    const page = await openFile(id, '?version=2&compare=1')
    await page.getByText('Comparing the documents.').waitFor()
    const { first: before, second: after, redline } = comparedDocuments
    await finishComparisons(app.parts.app, { organisationId: owner().organisationId, before, after, redline })
    const filter = page.getByRole('combobox', { name: 'Which changes' })
    await filter.waitFor()
    expect(await page.locator('td[data-kind="Inserted"]').allTextContents()).toEqual(['Training', '2'])
    await page
      .getByRole('navigation', { name: 'Changes' })
      .getByText('Moved from after 2 Law to after 5 Copies')
      .waitFor()
    await page.keyboard.press('p')
    await page.getByText('Change 4 of 4').waitFor()
    await page.keyboard.press('n')
    await page.getByText('Change 1 of 4').waitFor()
    await look(page, 'redline')
    await filter.selectOption({ label: 'Money (1)' })
    await page.waitForURL(/changes=Money/)
    await page.getByText('Change 1 of 1').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Redline for Word' }).click()
    expect((await download).suggestedFilename()).toBe('Agreement (redline of versions 1 and 2).docx')
    const pdf = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Redline as PDF' }).click()
    expect((await pdf).suggestedFilename()).toBe('Agreement (redline).pdf')
    await page.reload()
    await page.getByRole('navigation', { name: 'Changes' }).getByText('$12,000').waitFor()
  })

  test('of Word documents say which changes were not tracked, and list these alone [C-563]', async () => {
    const before = docx(['Payment of at least 250 within 30 days.', 'English law governs.'])
    const tracked = { from: '30', to: '60', author: 'Nils Lindqvist', comment: 'Longer' }
    await add('Supply.docx', before, word)
    const after = rewritten(returnedDocx(before, tracked), { 'at least ': '' })
    const id = await add('Supply.docx', after, word)
    const page = await openFile(id, '?version=2&compare=1')
    await page.getByText('Comparing the documents.').waitFor()
    await runJobs(app.parts.app, 'compare-versions')
    await page.getByText('1 change was not tracked in the later document.').waitFor()
    await look(page, 'redline-untracked')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    const list = page.getByRole('navigation', { name: 'Changes' })
    await list.getByText('Not tracked').waitFor()
    expect(await list.locator('del').allTextContents()).toEqual(['at least '])
  })

  test('of different files are compared: a draft with what was signed', async () => {
    const draft = await add('Services.docx', docx(['The Supplier shall indemnify the Customer.']), word)
    await add('Services signed.pdf', pdfOf(['The Supplier may indemnify the Customer.']), 'application/pdf')
    const page = await openFile(draft)
    await page.getByRole('button', { name: 'Compare with another file…' }).click()
    await page.getByRole('button', { name: /Services signed.pdf/ }).click()
    await page.getByText('1 change', { exact: true }).waitFor()
    expect(await page.locator('del[data-change]').allTextContents()).toEqual(['may '])
    expect(await page.locator('ins[data-change]').allTextContents()).toEqual(['shall '])
  })
})
