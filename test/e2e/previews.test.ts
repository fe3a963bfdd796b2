// Files in the web app: previews in which nothing of a document runs, finding in them; by keyboard
// and for screen readers too.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '../peers/chromium.ts'
import { commentedDocx } from '../documents/commented-docx.ts'
import { docx } from '../documents/docx.ts'
import { markedDocx } from '../documents/marked-docx.ts'
import { pdfOf } from '../documents/pdf.ts'
import { absent } from './absence.ts'
import { useFilePages, word } from './file-pages.ts'
import { serveWebApp } from './web-app.ts'

const files = useFilePages(await serveWebApp())
const { add, openFile, faultsOf, picture } = files

const script = `fetch('/ran')`
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><rect width="80" height="80" fill="red"/><script>${script}</script></svg>`
const link = `<w:hyperlink r:id="rId9" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:r><w:t>a link</w:t></w:r></w:hyperlink>`
const linked = {
  'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="javascript:${script.replaceAll("'", '&apos;')}" TargetMode="External"/></Relationships>`,
}
const hostileMail = `From: a@example.com\r\nSubject: Hello\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<p style="position:fixed;color:red" onclick="${script}">words of the mail</p><script>${script}</script><img src="/ran">`
const hostilePdf = pdfOf(['words of the page'])
  .toString('latin1')
  .replace(
    '/Type /Catalog',
    `/Type /Catalog /OpenAction << /S /JavaScript /JS (${script.replaceAll(/[()]/g, '\\$&')}) >>`,
  )

describe.skipIf(!chromiumPath())('a preview', () => {
  test.each([
    ['page.html', `<!doctype html><p>words of the page</p><script>${script}</script>`, 'words of the page'],
    ['mail.eml', hostileMail, 'words of the mail'],
    [
      'draft.docx',
      docx(['words of the draft', `</w:t></w:r>${link}<w:r><w:t>`], linked),
      'words of the draft',
    ],
    ['form.pdf', Buffer.from(hostilePdf, 'latin1'), 'words of the page'],
    ['code.js', script, script],
  ])('of %s shows it and runs nothing of it', async (name, content, words) => {
    const page = await openFile(await add(name, content))
    const ran: string[] = []
    page.on('request', (request) => request.url().endsWith('/ran') && ran.push(request.url()))
    await page.getByText(words).first().waitFor()
    for (const element of await page.getByText('a link').all()) await element.click({ force: true })
    await absent(page.locator('a[href^="javascript" i]'))
    expect(ran).toEqual([])
  })

  test('of a drawing shows it as a picture', async () => {
    const page = await openFile(await add('plan.svg', drawing, 'image/svg+xml'))
    await expect
      .poll(() =>
        page
          .getByRole('img', { name: 'Picture: plan.svg' })
          .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
      )
      .toBe(80)
  })

  test('of a PDF opens at the page and words that were searched, and finds others', async () => {
    const pages = ['The lease begins in May.', 'The tenant pays the rent.', 'The tenant insures the house.']
    const page = await openFile(
      await add('Lease.pdf', pdfOf(pages), 'application/pdf'),
      '?page=3&find=tenant',
    )
    await page.getByText('of 3', { exact: true }).waitFor()
    await expect.poll(() => page.getByLabel('Page', { exact: true }).inputValue()).toBe('3')
    await page.getByText('2 of 2').waitFor()
    await page.locator('.textLayer .highlight.selected').waitFor()
    await page.getByRole('searchbox', { name: 'Find in this document' }).fill('lease')
    await page.getByText('1 of 1').waitFor()
    await expect.poll(() => page.getByLabel('Page', { exact: true }).inputValue()).toBe('1')
    expect(await faultsOf(page)).toEqual([])
    await picture(page, 'pdf')
  })

  test('finds and marks words in a Word document', async () => {
    const page = await openFile(
      await add('Terms.docx', docx(['The tenant pays.', 'A tenant insures.']), word),
      '?find=tenant',
    )
    await page.getByText('1 of 2').waitFor()
    await page.keyboard.press('Tab')
    await page.getByRole('searchbox', { name: 'Find in this document' }).press('Enter')
    await page.getByText('2 of 2').waitFor()
  })
})

/** How many pages are printed of what the page shows, once it has been made ready for paper. */
async function printedPages(page: Page): Promise<number> {
  await page.evaluate('window.print = () => undefined')
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await page.locator('html[data-prints-alone]').waitFor()
  const paper = await page.pdf({ preferCSSPageSize: true })
  await page.evaluate('dispatchEvent(new Event("afterprint"))')
  await page.locator('html:not([data-prints-alone])').waitFor()
  return paper.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
}

describe.skipIf(!chromiumPath())('a long document', () => {
  test('of Word has pages, zoom, an outline and its comments, and is printed whole', async () => {
    const page = await openFile(await add('Long agreement.docx', commentedDocx, word))
    await page.getByText('of 12', { exact: true }).waitFor()
    const number = page.getByLabel('Page', { exact: true })
    await expect.poll(() => number.inputValue()).toBe('1')

    const comments = page.getByRole('complementary', { name: 'Comments in this document' })
    const [first, answer] = [comments.getByRole('listitem').nth(0), comments.getByRole('listitem').nth(1)]
    await expect.poll(() => first.innerText()).toMatch(/^Ana Prior\s+Resolved\s+Cap this\.$/)
    await comments.getByRole('switch', { name: 'Show what is resolved (1)' }).click()
    await expect
      .poll(() => first.innerText())
      .toMatch(/Ana Prior\s+2 Mar 2026, \d\d:\d\d\s+Resolved\s+without limit\s+Cap this\./)
    await expect.poll(() => answer.innerText()).toMatch(/Tomas Berg[^]*At the fees of a year\?/)
    await first.getByRole('button', { name: 'without limit' }).click()
    await expect.poll(() => number.inputValue()).toBe('2')
    expect(await faultsOf(page)).toEqual([])

    await page.getByRole('button', { name: 'Outline' }).click()
    const outline = page.getByRole('navigation', { name: 'Outline' })
    await expect.poll(() => outline.getByRole('listitem').count()).toBe(12)
    await outline.getByRole('button', { name: 'Clause 7' }).click()
    await expect.poll(() => number.inputValue()).toBe('7')
    await number.fill('11')
    await number.press('Enter')
    await page.getByText('Clause 11').last().waitFor()

    await page.getByRole('button', { name: 'Whole page' }).click()
    const whole = Number.parseInt(await page.getByText(/^\d+ %$/).innerText(), 10)
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.getByText(`${Math.round(whole * 1.1)} %`).waitFor()
    await page.getByRole('button', { name: 'Full screen' }).click()
    await page.getByRole('button', { name: 'Leave full screen' }).click()
    expect(await printedPages(page)).toBe(12)
    expect(await faultsOf(page)).toEqual([])
    await picture(page, 'long')
  })

  test('of Word has tracked changes, decided by keyboard and saved as a version, and comments are answered [F-166]', async () => {
    const page = await openFile(await add('Marked agreement.docx', markedDocx, word))
    await page.getByRole('button', { name: 'Tracked changes' }).click()
    const panel = page.getByRole('complementary', { name: 'Tracked changes' })
    const entry = (words: string) => panel.getByRole('listitem').filter({ hasText: words })
    const first = panel.getByRole('button', { name: /Tomas Berg.*Removed.*30/s })
    await first.focus()
    await page.keyboard.press('a')
    await page.keyboard.press('a')
    expect(await entry('45').innerText()).toContain('Accepted')
    await page.keyboard.press('j')
    await page.keyboard.press('r')
    await panel.getByText('2 accepted, 1 rejected').waitFor()
    // what was decided and not saved is there after a reload, and after another panel
    await page.reload()
    await page.getByRole('button', { name: 'Tracked changes' }).click()
    await panel.getByText('2 accepted, 1 rejected').waitFor()
    expect(await entry('45').innerText()).toContain('Accepted')
    // both places of what moved are drawn
    expect(await page.getByText('5. Notices. Notices are in writing.').count()).toBeGreaterThan(1)
    // styles of shared components come before those that are built on them
    const save = panel.getByRole('button', { name: 'Save as a new version' })
    const padding = await page.evaluate(
      `getComputedStyle([...document.querySelectorAll('button')].find((each) => each.textContent === 'Save as a new version')).paddingInlineStart`,
    )
    expect(padding).not.toBe('0px')
    expect(await faultsOf(page)).toEqual([])
    await picture(page, 'changes')
    await panel.getByRole('combobox').selectOption('Moved')
    await entry('Notices').getByRole('button', { name: /Moved/ }).click()
    await picture(page, 'changes-moved')
    await save.click()
    await page.getByText('Saved as version 2').first().waitFor()
    await page.getByText('Accepted 2 and rejected 1 of 10 tracked changes in version 1.').waitFor()

    await page.getByRole('button', { name: 'Tracked changes' }).click()
    await panel.getByRole('button', { name: 'Reject all' }).click()
    const question = page.getByRole('dialog', { name: 'Reject all changes' })
    await question.getByText('7 changes will be rejected').waitFor()
    await picture(page, 'changes-all')
    await question.getByRole('button', { name: 'Reject all' }).click()
    await page.getByText('Rejected 7 of 7 tracked changes in version 2.').waitFor()

    await page.getByRole('button', { name: '3 comments' }).waitFor()
    const comments = page.getByRole('complementary', { name: 'Comments in this document' })
    const thread = comments.getByRole('listitem').filter({ hasText: 'We need more time.' }).first()
    await thread.getByRole('button', { name: 'Reply' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('At most 45 days.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await comments.getByText('1 answer, 1 resolved').waitFor()
    await comments.getByLabel('Post in the conversation as well').check()
    expect(await faultsOf(page)).toEqual([])
    await picture(page, 'comments')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 360, height: 800 })
    await comments.getByRole('button', { name: 'Remove answer' }).scrollIntoViewIfNeeded()
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(await faultsOf(page)).toEqual([])
    await picture(page, 'comments-dark')
    await page.setViewportSize({ width: 1280, height: 800 })
    // it is kept while another panel is open
    await page.getByRole('button', { name: 'Tracked changes' }).click()
    await page.getByRole('button', { name: '3 comments' }).click()
    await comments.getByText('1 answer, 1 resolved').waitFor()
    await comments.getByLabel('Post in the conversation as well').check()
    await comments.getByRole('button', { name: 'Save as a new version' }).click()
    await page.getByText('Answered 1 comment, resolved 1 in version 3.').waitFor()
    await page.getByRole('button', { name: '4 comments' }).waitFor()
    await comments.getByRole('button', { name: /^Tomas Berg\s*Resolved/ }).click()
    await comments.getByText('At most 45 days.').waitFor()
    await thread.getByRole('button', { name: 'Reopen' }).waitFor()
    await picture(page, 'comments-resolved')
  })

  test('in PDF is printed whole, though only some pages are drawn', async () => {
    const pages = Array.from({ length: 30 }, (_, index) => `Clause ${index + 1}`)
    const page = await openFile(await add('Long.pdf', pdfOf(pages), 'application/pdf'))
    await page.getByText('of 30', { exact: true }).waitFor()
    expect(await printedPages(page)).toBe(30)
  })
})

describe.skipIf(!chromiumPath())('the files of a record', () => {
  test.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)(
    'are renamed, moved by keyboard, deleted and brought back (%s, %d pixels)',
    async (colorScheme, width) => {
      const resource = { type: 'Contract', id: files.contractId() }
      const folder = await files.asOwner().post('/v2/files', { name: `Work ${colorScheme}`, resource })
      const folderId = folder.json<{ id: number }>().id
      await files.asOwner().post('/v2/files', { name: 'Signed', resource, folder: { id: folderId } })
      await add('draft one.txt', 'text', 'text/plain', { folderId: String(folderId) })
      const page = await openFile(folderId, '', { colorScheme, viewport: { width, height: 800 } })
      await page.getByRole('link', { name: 'draft one.txt' }).waitFor()
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      expect(await faultsOf(page)).toEqual([])
      await picture(page, `folder-${colorScheme}`)

      await page.getByRole('button', { name: 'Actions for draft one.txt' }).click()
      await page.getByRole('menuitem', { name: 'Rename' }).click()
      await page.getByLabel('New name').fill('final.txt')
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: 'final.txt' }).waitFor()

      await page.getByRole('link', { name: 'final.txt' }).focus()
      await page.keyboard.press('x')
      await page.getByText('1 item selected').waitFor()
      await page.getByRole('button', { name: 'Move to…' }).click()
      await page.getByRole('dialog').getByRole('treeitem', { name: 'Signed' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Move here' }).click()
      await page.getByText('Moved 1 item to Signed').waitFor()
      await page.getByRole('link', { name: 'final.txt' }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Undo' }).last().click()
      await page.getByRole('link', { name: 'final.txt' }).waitFor()

      await page.getByRole('link', { name: 'final.txt' }).focus()
      await page.keyboard.press('Delete')
      await page.getByRole('link', { name: 'final.txt' }).waitFor({ state: 'detached' })
      await page.getByText('Deleted final.txt').waitFor()
      await page.getByRole('button', { name: 'Undo' }).last().click()
      await page.getByRole('link', { name: 'final.txt' }).waitFor()
    },
  )
})
