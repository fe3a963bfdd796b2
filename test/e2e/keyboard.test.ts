// Work done by keyboard alone, and what a screen reader is told meanwhile. No pointer is used.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '../peers/chromium.ts'
import { focused, serveWebApp, typeInFocused } from './web-app.ts'

const { origin, open } = await serveWebApp({ demo: true })
const most = 90

const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read)

/** Tab, or Shift and Tab, until this has the focus: what cannot be reached fails. */
async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    if (name.test(await focused(page))) return
    await page.keyboard.press(key)
  }
  throw new Error(`${name} cannot be reached by ${key}; at the end ${await focused(page)} has the focus`)
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** The line of the list that has the focus. */
const focusedLine = (page: Page) => page.evaluate('document.activeElement.getAttribute("data-line")')

const hasFocus = (page: Page, name: RegExp) => eventually(() => focused(page)).toMatch(name)

/** The focus is in what has this role. */
const isWithin = (page: Page, role: string) =>
  eventually(() => page.evaluate(`document.activeElement.closest('[role=${role}]') !== null`)).toBe(true)

/** What live regions say. */
const hears = (page: Page, words: RegExp) =>
  eventually(() =>
    page.locator('output, [aria-live], [role=status], [role=alert]').allTextContents(),
  ).toContainEqual(expect.stringMatching(words))

async function start(path: string): Promise<Page> {
  const page = await open({ reducedMotion: 'reduce' })
  await page.goto(`${origin}/#${path}`)
  await typeInFocused(page, 'counsel@harbour.example')
  await press(page, 'Enter')
  await page.getByLabel('Password', { exact: true }).waitFor()
  await typeInFocused(page, 'chancery-demo')
  await press(page, 'Enter')
  await page.getByRole('banner').waitFor()
  return page
}

describe.skipIf(!chromiumPath())('by keyboard alone', () => {
  test('palette, list, filter, peek, board', async () => {
    const page = await start('/')
    await page.getByRole('region', { name: 'Waiting for you' }).getByRole('button').first().waitFor()

    // the palette leads to the list, whose heading is said
    await press(page, 'Control+k')
    await page.getByRole('combobox', { name: 'Search or go to' }).waitFor()
    await page.waitForFunction('document.activeElement?.role === "combobox"')
    await page.keyboard.type('matters')
    await press(page, 'Enter')
    await hasFocus(page, /^Matters$/)
    expect(await page.title()).toBe('Matters · Chancery')
    await hears(page, /^\d+ matters$/)

    // rows: the row that keys act on has the focus, also when they were pressed at the head of a column
    await page.getByRole('gridcell', { name: 'Distributor for the Baltics', exact: true }).waitFor()
    await press(page, 'j', 'j', 'x')
    await hears(page, /^1 selected/)
    expect(await focusedLine(page)).toBe('1')
    await press(page, 'x')
    await tabTo(page, /^Select all that match$/, 'Shift+Tab')
    await press(page, 'ArrowRight')
    await hasFocus(page, /^Number/)
    await press(page, 'j', 'k', ' ')
    expect(await focusedLine(page)).toBe('0')
    const peek = page.getByRole('complementary', { name: /^Details of/ })
    await peek.waitFor()
    await tabTo(page, /^Close the details$/)
    await press(page, 'Escape')
    await peek.waitFor({ state: 'hidden' })
    await eventually(() => focusedLine(page)).toBe('0')

    // a filter, as a sentence
    await tabTo(page, /^Add a filter$/, 'Shift+Tab')
    await press(page, 'Enter')
    await page.getByRole('option', { name: 'Name', exact: true }).waitFor()
    await typeInFocused(page, 'external')
    await press(page, 'Enter')
    await isWithin(page, 'dialog')
    await press(page, 'Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    // and back where it was opened; Escape closes the choices, then what they stand in
    await hasFocus(page, /^Add a filter$/)
    await press(page, 'Enter')
    await page.getByRole('option', { name: 'Owner', exact: true }).waitFor()
    await typeInFocused(page, 'owner')
    await press(page, 'Enter')
    await page.getByPlaceholder('Owner').waitFor()
    await isWithin(page, 'dialog')
    await typeInFocused(page, 'o')
    const choices = page.getByRole('listbox').getByRole('option').first()
    await choices.waitFor()
    await press(page, 'Escape')
    await choices.waitFor({ state: 'hidden' })
    expect(await page.getByRole('dialog').isVisible()).toBe(true)
    await press(page, 'Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await tabTo(page, /^Find matters$/, 'Shift+Tab')
    await page.keyboard.type('baltics')
    await hears(page, /^1 matter$/)
    await press(page, 'Enter', 'ArrowDown', 'Enter')
    await hasFocus(page, /^Distributor for the Baltics$/)

    // a card moves to another column of the board
    await page.goto(`${origin}/#/tasks?layout=Board`)
    await page.getByRole('button', { name: 'Move Comments of the business to another column' }).waitFor()
    await tabTo(page, /^Move Comments of the business/)
    await press(page, 'Enter')
    await page.getByRole('menuitem', { name: 'In progress' }).waitFor()
    await eventually(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('menuitem')
    await press(page, 'ArrowDown')
    await hasFocus(page, /^In progress$/)
    await press(page, 'Enter')
    await hears(page, /^Comments of the business is now in In progress\.$/)
    await eventually(() => page.evaluate('document.activeElement !== document.body')).toBe(true)
  })

  test('a matter: fields, state, dialogs, menus, tabs, tasks, files and messages', async () => {
    const page = await start('/matters/3')
    const note = { name: 'Note.txt', mimeType: 'text/plain', buffer: Buffer.from('Note') }
    // from the beginning: the browser has to be told before it opens the first one
    page.on('filechooser', (chooser) => void chooser.setFiles(note))
    await page.getByRole('tab', { name: 'Files' }).waitFor()
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1')

    // a field where it stands, and back
    await tabTo(page, /^Background: /)
    const before = await focused(page)
    await press(page, 'Enter')
    await eventually(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA')
    await press(page, 'Control+a')
    await page.keyboard.type('Asked for by keyboard')
    await press(page, 'Control+Enter')
    await hears(page, /Background saved/)
    await hasFocus(page, /^Background: Asked for by keyboard\. Edit$/)
    await press(page, 'z')
    await hears(page, /Undone: Background saved/)
    await hasFocus(page, new RegExp(`^${before.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`))

    // the state: what cannot be says why; after a move the focus is at the state
    await tabTo(page, /^Archived\. /, 'Shift+Tab')
    await press(page, 'Enter')
    await page.getByText('From Review it can go to').waitFor()
    await press(page, 'Escape')
    await tabTo(page, /^Move to Active$/, 'Shift+Tab')
    await press(page, 'Enter')
    await hears(page, /Moved to Active/)
    await hasFocus(page, /^Active$/)

    // dialogs take the focus and give it back, and so do menus
    await tabTo(page, /^Post status$/, 'Shift+Tab')
    await press(page, 'Enter')
    await page.getByRole('dialog', { name: 'Post status' }).waitFor()
    await eventually(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA')
    await press(page, 'Escape')
    await hasFocus(page, /^Post status$/)
    await tabTo(page, /^More actions$/)
    await press(page, 'Enter')
    // the first item is meant at once
    await hasFocus(page, /^Rename$/)
    await press(page, 'Escape')
    await hasFocus(page, /^More actions$/)

    // and so does a question that something in a popover asked
    await page.goto(`${origin}/#/contracts/1`)
    // the page of the matter has an Other as well
    await page.getByRole('tab', { name: 'Document' }).waitFor()
    await tabTo(page, /^Other$/)
    await press(page, 'Enter')
    await page.getByRole('button', { name: 'Move to Void' }).waitFor()
    await tabTo(page, /^Move to Void$/)
    await press(page, 'Enter')
    await page.getByRole('dialog', { name: 'Move to Void?' }).waitFor()
    await hasFocus(page, /^Cancel$/)
    await press(page, 'Escape')
    await hasFocus(page, /^Other$/)
    await page.goto(`${origin}/#/matters/3`)
    await page.getByRole('tab', { name: 'Tasks' }).waitFor()

    // tabs by arrows; a task is added, and done
    await tabTo(page, /^Overview$/)
    await press(page, 'ArrowRight', 'ArrowRight')
    await page.getByLabel('Add a task').waitFor()
    await tabTo(page, /^Add a task$/)
    await page.keyboard.type('Call the insurer')
    await press(page, 'Enter')
    await hears(page, /Task “Call the insurer” added/)
    await tabTo(page, /^Done: Call the insurer$/, 'Shift+Tab')
    await press(page, ' ')
    await hears(page, /“Call the insurer” is done/)
    await hasFocus(page, /^(?:Add a task|Done: .*)$/)

    // a message with a mention
    await tabTo(page, /^Tasks/, 'Shift+Tab')
    await press(page, 'ArrowRight')
    await page.getByLabel('Write a message').waitFor()
    await tabTo(page, /^Write a message$/)
    await page.keyboard.type('Please look, @Tom')
    await page.getByRole('option', { name: 'Tomas Berg' }).waitFor()
    await press(page, 'Enter')
    // somebody who is not on it yet: asked about, not added in passing, and what is typed goes on in the message
    await page.keyboard.type('and @Sof')
    await page.getByRole('group', { name: 'Not on this matter' }).getByText('Sofia Marino').waitFor()
    await press(page, 'Enter')
    await page.getByText('Add Sofia Marino to this matter?').waitFor()
    await hasFocus(page, /^Write a message$/)
    await page.keyboard.type('at clause 7')
    await eventually(() => page.getByLabel('Write a message').inputValue()).toBe(
      'Please look, @Tomas Berg and @Sofia Marino at clause 7',
    )
    await tabTo(page, /^Add them$/)
    await press(page, 'Enter')
    await hears(page, /Sofia Marino added/)
    await tabTo(page, /^Write a message$/, 'Shift+Tab')
    await press(page, 'Control+Enter')
    await page.getByRole('listitem').getByText('@Tomas Berg').waitFor()
    await page.getByRole('listitem').getByText('@Sofia Marino').waitFor()
    await eventually(() => page.getByLabel('Write a message').inputValue()).toBe('')

    // a file, by the button
    await tabTo(page, /^Messages/, 'Shift+Tab')
    await press(page, 'ArrowLeft', 'ArrowLeft')
    await page.getByRole('button', { name: 'Upload files' }).waitFor()
    await tabTo(page, /^Upload files$/)
    await press(page, 'Enter')
    await hears(page, /1 file uploaded/)
    await page.getByRole('link', { name: 'Note.txt' }).waitFor()
  })
})
