// Editing Word documents in the web app: by keyboard, with a draft that survives leaving, and into a later version.
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '../peers/chromium.ts'
import { docx } from '../documents/docx.ts'
import { createUser } from '../factories.ts'
import { callerFor } from '../tokens.ts'
import { useFilePages, word } from './file-pages.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const files = useFilePages(app)
const { add, openFile, faultsOf, picture } = files

const cell = (text: string) => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`
const table = `</w:t></w:r></w:p><w:tbl><w:tr>${cell('Support')}${cell('100')}</w:tr></w:tbl><w:p><w:r><w:t>`
const agreement = (law: string) =>
  docx(['1. Payment. Fees are due within 30 days.', `2. Prices. As listed:${table}`, `3. Law. ${law}`])

describe.skipIf(!chromiumPath())('editing a Word document', () => {
  test('is done by keyboard, keeps a draft, and makes a version with tracked changes [F-174]', async () => {
    const id = await add('Edited agreement.docx', agreement('English law.'), word)
    const page = await openFile(id)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const text = page.getByRole('region', { name: 'Text of Edited agreement.docx' })
    const payment = text.getByRole('button', { name: /Payment/ })
    await payment.waitFor()
    expect((await files.asOwner().get(`/v2/files/${id}`)).json().lock).toMatchObject({ for: 'Editing' })

    await payment.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    const field = text.getByRole('textbox')
    await field.fill('1. Payment. Fees are due within 45 days.')
    await page.keyboard.press('Enter')
    await page.keyboard.type('1a. Interest. None is due.')
    await page.keyboard.press('Escape')
    expect(await text.locator('ins', { hasText: '45' }).count()).toBe(1)
    await text.getByRole('button', { name: '100' }).click()
    await field.fill('120')
    await page.getByText('3 changes').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await picture(page, 'editing')
    await page.keyboard.press('Escape')
    await page.getByText(/^Draft kept/).waitFor()

    await page.reload()
    await page.getByText('3 changes').waitFor()
    await text.getByText('1a. Interest. None is due.').waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 360, height: 800 })
    await text.getByRole('button', { name: /Law/ }).click()
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(await faultsOf(page)).toEqual([])
    await picture(page, 'editing-dark')
    await text.getByRole('button', { name: 'Remove' }).click()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByText('4 changes').waitFor()
    await page.getByRole('button', { name: 'Save as a new version' }).click()
    await page.getByText('Edited 2, added 1 and removed 1 paragraphs of version 1.').waitFor()
    expect((await files.asOwner().get(`/v2/files/${id}`)).json()).toMatchObject({ version: 2, lock: null })
    const { changes } = (await files.asOwner().get(`/v2/files/${id}/versions/2/markup`)).json()
    expect(changes.map(({ kind, text: own }: { kind: string; text: string }) => `${kind} ${own}`)).toEqual([
      'Deleted 30',
      'Inserted 45',
      'Inserted 1a. Interest. None is due.',
      'Deleted 100',
      'Inserted 120',
      'Deleted 3. Law. English law.',
    ])
  })

  test('makes words bold, italic and underlined by keyboard and buttons, as tracked changes [C-435]', async () => {
    const id = await add('Looks.docx', agreement('English law.'), word)
    const page = await openFile(id, '?edit=yes')
    const text = page.getByRole('region', { name: 'Text of Looks.docx' })
    await text.getByRole('button', { name: /Payment/ }).focus()
    await page.keyboard.press('Enter')
    const field = text.getByRole('textbox')
    await field.waitFor()
    // the words "1. Payment."
    await page.keyboard.press('Home')
    for (let step = 0; step < '1. Payment.'.length; step++) await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Control+b')
    await page.keyboard.press('Control+u')
    await page.keyboard.press('Control+u')
    const looked = text.getByRole('group', { name: 'How it looks' })
    expect(await looked.getByRole('button', { name: 'Bold' }).getAttribute('aria-pressed')).toBe('true')
    expect(await looked.getByRole('button', { name: 'Underline' }).getAttribute('aria-pressed')).toBe('false')
    // the word where one is
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await looked.getByRole('button', { name: 'Italic' }).click()
    await field.fill('1. Payment. All fees are due within 30 days.')
    await page.getByText('1 change', { exact: true }).waitFor()
    await look(page, 'editing-looks')
    await page.keyboard.press('Escape')
    await page.getByText(/^Draft kept/).waitFor()
    await page.reload()
    await text.locator('[data-look="Bold"]', { hasText: '1. Payment.' }).waitFor()
    await page.getByRole('button', { name: 'Save as a new version' }).click()
    await page.getByText('Edited 1 paragraph of version 1.').waitFor()
    const { changes } = (await files.asOwner().get(`/v2/files/${id}/versions/2/markup`)).json()
    expect(changes.map(({ kind, text: own }: { kind: string; text: string }) => `${kind} ${own}`)).toEqual([
      'Formatted 1. Payment.',
      'Deleted Fees',
      'Inserted All fees',
      'Formatted days',
    ])
  })

  test('adds rows to a table and removes some, by keyboard, as tracked changes [C-437]', async () => {
    const id = await add('Rows.docx', agreement('English law.'), word)
    const page = await openFile(id, '?edit=yes')
    const text = page.getByRole('region', { name: 'Text of Rows.docx' })
    await text.getByRole('button', { name: 'Support' }).focus()
    await page.keyboard.press('Enter')
    await text.getByRole('button', { name: 'New row' }).focus()
    await page.keyboard.press('Enter')
    const cell = (row: number, at: number) => text.getByLabel(`New row ${row}, cell ${at}`)
    await expect
      .poll(() => page.evaluate<string>("document.activeElement?.getAttribute('aria-label') ?? ''"))
      .toBe('New row 1, cell 1')
    await page.keyboard.type('Travel')
    await page.keyboard.press('Tab')
    await page.keyboard.type('50')
    await page.getByText('1 change', { exact: true }).waitFor()
    await text.getByRole('button', { name: 'Support' }).click()
    await text.getByRole('row').first().getByRole('button', { name: 'Remove row' }).click()
    await text.locator('del', { hasText: 'Support' }).waitFor()
    await look(page, 'editing-rows')
    await page.getByText(/^Draft kept/).waitFor()
    await page.reload()
    await text.locator('del', { hasText: 'Support' }).waitFor()
    expect(await cell(1, 2).inputValue()).toBe('50')
    await page.getByRole('button', { name: 'Save as a new version' }).click()
    await page.getByText('Added 1 and removed 1 rows of version 1.').waitFor()
    const { paragraphs } = (await files.asOwner().get(`/v2/files/${id}/versions/2/paragraphs`)).json()
    const cells = paragraphs.filter(({ cell: place }: { cell: object | null }) => place !== null)
    expect(cells.map(({ pieces }: { pieces: { text: string }[] }) => pieces[0]?.text)).toEqual([
      'Travel',
      '50',
    ])
  })

  test('goes on in a later version where the text is the same; what has no place is shown [F-174]', async () => {
    const id = await add('Later agreement.docx', agreement('English law.'), word)
    const page = await openFile(id, '?edit=yes')
    const text = page.getByRole('region', { name: 'Text of Later agreement.docx' })
    await text.getByRole('button', { name: /Payment/ }).click()
    await text.getByRole('textbox').fill('1. Payment. Fees are due within 60 days.')
    await text.getByRole('button', { name: /Law/ }).click()
    await text.getByRole('textbox').fill('3. Law. Scots law.')
    await page.keyboard.press('Escape')
    await page.getByText(/^Draft kept/).waitFor()
    await add('Later agreement.docx', agreement('French law.'), word)
    await page.getByRole('button', { name: 'Save as a new version' }).click()
    await page.getByText('Somebody changed the document meanwhile').waitFor()
    await page.getByRole('button', { name: 'Open the current version with my draft' }).click()
    await page.getByText('Your draft is of version 1').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await picture(page, 'editing-later')
    await page.getByRole('button', { name: 'Carry over' }).click()
    const left = page.getByRole('region', { name: /could not be carried over/ })
    await left.getByText('3. Law. Scots law.').waitFor()
    await page.getByText('1 change', { exact: true }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await picture(page, 'editing-left')
    await page.getByRole('button', { name: 'Save as a new version' }).click()
    await page.getByText('Edited 1 paragraph of version 2.').waitFor()
  })

  test('waits while somebody else edits it, and says who [F-173]', async () => {
    const id = await add('Locked agreement.docx', agreement('English law.'), word)
    const { organisationId } = files.owner()
    const admin = await createUser(app.parts.app, {
      organisationId,
      role: 'Administrator',
      groups: ['ContractAdministrators'],
      firstName: 'Cy',
      lastName: 'Dahl',
    })
    const asAdmin = await callerFor(app.parts, admin)
    expect((await asAdmin.put(`/v2/files/${id}/lock`, { for: 'Editing' })).statusCode).toBe(200)
    const page = await openFile(id)
    await page.getByText(/Cy Dahl is editing this document, until/).waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByText('Cy Dahl is editing this document').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await picture(page, 'editing-locked')
    await asAdmin.delete(`/v2/files/${id}/lock`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: /Payment/ }).waitFor()
  })
})
