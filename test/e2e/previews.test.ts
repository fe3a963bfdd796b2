// Files in the web app: previews in which nothing of a document runs, finding in them, comparing versions; by keyboard
// and for screen readers too.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { insertContract } from '../fixtures/contracts.ts'
import { commentedDocx } from '../documents/commented-docx.ts'
import { docx } from '../documents/docx.ts'
import { createContractTemplate, createOrganisation, createUser, type TestUser } from '../factories.ts'
import { form } from '../documents/forms.ts'
import type { Caller } from '../http.ts'
import { pdfOf } from '../documents/pdf.ts'
import { callerFor } from '../tokens.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app
const look = process.env['CHANCERY_TEST_PICTURES']
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

let owner: TestUser
let asOwner: Caller
let contractId: number
beforeAll(async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  owner = await createUser(parts.app, { organisationId, passwordHash: await passwordHash() })
  const templateId = await createContractTemplate(parts.app, { organisationId })
  contractId = await insertContract(parts.app, { owner, templateId })
  asOwner = await callerFor(parts, owner)
})

async function add(
  name: string,
  content: Buffer | string,
  contentType = 'application/octet-stream',
  more: Record<string, string> = {},
) {
  const { payload, headers } = form({
    targetResourceType: 'Contract',
    targetResourceId: String(contractId),
    onConflict: 'SaveVersion',
    ...more,
    file: { name, content, contentType },
  })
  return (await asOwner.post('/v2/files', payload, { headers })).json<{ id: number }>().id
}

const openFile = (id: number, query = '', options: Parameters<typeof app.open>[0] = {}): Promise<Page> =>
  app.openAs({ email: owner.email, password }, `/files/${id}${query}`, options)

async function faultsOf(page: Page) {
  const { violations } = await new AxeBuilder({ page }).include('main').setLegacyMode().analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

const picture = async (page: Page, name: string) => {
  if (look !== undefined) await page.screenshot({ path: `${look}/files-${name}.png` })
}

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
    expect(ran).toEqual([])
    expect(await page.locator('a[href^="javascript" i]').count()).toBe(0)
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
    await page.getByText('of 30', { exact: true }).waitFor()
    const number = page.getByLabel('Page', { exact: true })
    expect(await number.inputValue()).toBe('1')

    const comments = page.getByRole('complementary', { name: 'Comments in this document' })
    const [first, answer] = [comments.getByRole('listitem').nth(0), comments.getByRole('listitem').nth(1)]
    expect(await first.innerText()).toMatch(
      /Ana Prior\s+2 Mar 2026, \d\d:\d\d\s+Resolved\s+without limit\s+Cap this\./,
    )
    expect(await answer.innerText()).toMatch(/Tomas Berg[^]*At the fees of a year\?/)
    await first.getByRole('button', { name: 'without limit' }).click()
    await expect.poll(() => number.inputValue()).toBe('2')
    expect(await faultsOf(page)).toEqual([])

    await page.getByRole('button', { name: 'Outline' }).click()
    const outline = page.getByRole('navigation', { name: 'Outline' })
    expect(await outline.getByRole('listitem').count()).toBe(30)
    await outline.getByRole('button', { name: 'Clause 17' }).click()
    await expect.poll(() => number.inputValue()).toBe('17')
    await number.fill('29')
    await number.press('Enter')
    await page.getByText('Clause 29').last().waitFor()

    await page.getByRole('button', { name: 'Whole page' }).click()
    const whole = Number.parseInt(await page.getByText(/^\d+ %$/).innerText(), 10)
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.getByText(`${Math.round(whole * 1.1)} %`).waitFor()
    await page.getByRole('button', { name: 'Full screen' }).click()
    await page.getByRole('button', { name: 'Leave full screen' }).click()
    expect(await printedPages(page)).toBe(30)
    expect(await faultsOf(page)).toEqual([])
    await picture(page, 'long')
  })

  test('in PDF is printed whole, though only some pages are drawn', async () => {
    const pages = Array.from({ length: 30 }, (_, index) => `Clause ${index + 1}`)
    const page = await openFile(await add('Long.pdf', pdfOf(pages), 'application/pdf'))
    await page.getByText('of 30', { exact: true }).waitFor()
    expect(await printedPages(page)).toBe(30)
  })
})

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

  test.each(['light', 'dark'] as const)(
    'are compared, and n and p go through the changes (%s)',
    async (colorScheme) => {
      const name = `Lease ${colorScheme}.docx`
      await add(name, docx(first), word)
      const id = await add(name, docx(second), word)
      const page = await openFile(id, '', { colorScheme })
      await page.getByRole('checkbox', { name: 'Compare version 1' }).check()
      await page.getByRole('checkbox', { name: 'Compare version 2' }).check()
      await page.getByText('3 changes').waitFor()
      expect(await page.locator('del[data-change]').allTextContents()).toEqual([
        '1,000 ',
        'It is paid in advance.',
      ])
      expect(await page.locator('ins[data-change]').allTextContents()).toEqual([
        '1,200 ',
        'It may be renewed.',
      ])
      await page.keyboard.press('n')
      await page.getByText('Change 1 of 3').waitFor()
      await page.keyboard.press('n')
      await page.getByText('Change 2 of 3').waitFor()
      await page.keyboard.press('p')
      await page.getByText('Change 1 of 3').waitFor()
      expect(await faultsOf(page)).toEqual([])
      await picture(page, `compare-${colorScheme}`)
      await page.getByText('In one text').click()
      await page.getByText('The rent is').first().waitFor()
      await page.getByRole('button', { name: 'Back to the document' }).click()
      await page.getByRole('searchbox', { name: 'Find in this document' }).waitFor()
    },
  )

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

describe.skipIf(!chromiumPath())('the files of a record', () => {
  test.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)(
    'are renamed, moved by keyboard, deleted and brought back (%s, %d pixels)',
    async (colorScheme, width) => {
      const resource = { type: 'Contract', id: contractId }
      const folder = await asOwner.post('/v2/files', { name: `Work ${colorScheme}`, resource })
      const folderId = folder.json<{ id: number }>().id
      await asOwner.post('/v2/files', { name: 'Signed', resource, folder: { id: folderId } })
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
