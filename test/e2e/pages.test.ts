// What holds of pages in general: fingers, paper, enlargement, rights. test/e2e/catalogue examines each of them.
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '../peers/chromium.ts'
import { absent } from './absence.ts'
import { covered, telephone } from './fingers.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp({ demo: true })

const counsel = { email: 'counsel@harbour.example', password: 'chancery-demo' }

describe.skipIf(!chromiumPath())('a page', () => {
  test('has dialogs that fingers can use', async () => {
    const page = await app.openAs(counsel, '/contracts', telephone)
    await page
      .getByLabel(/^Select (?!all)/)
      .first()
      .tap()
    await page.getByRole('button', { name: 'Change…' }).tap()
    await page.getByRole('dialog').getByRole('radio', { name: 'Approval' }).tap()
    await page.getByText(/(will|would) change\.$/).waitFor()
    expect(await page.evaluate(tooSmall)).toEqual([])
    await look(page, 'change-many')

    await page.goto(`${app.origin}/#/contracts/1?tab=dates`)
    await page.getByRole('button', { name: 'Add a key date' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Add a key date' })
    await dialog.getByText('dd/mm/yyyy').waitFor()
    // whom a date is for is a colleague: people of firms are not offered
    const responsible = dialog.getByRole('combobox', { name: 'Responsible' })
    await responsible.fill('Ashfield')
    await page.getByText('Nothing found. Try other words.').waitFor()
    await responsible.fill('Marino')
    await page.getByRole('option', { name: /Sofia Marino/ }).tap()
    expect(await page.evaluate(tooSmall)).toEqual([])
    await look(page, 'key-date')
  })

  test('is printed as a sheet, without what only a screen can use', async () => {
    const page = await app.openAs(counsel, '/contracts/1?tab=details')
    await page.getByText('Contract value').first().waitFor()
    const forScreens = [
      page.getByRole('navigation', { name: 'Main' }),
      page.getByRole('banner'),
      page.getByRole('tablist'),
      page.getByRole('button', { name: 'More actions' }),
      page.getByText('Link to a matter'),
    ]
    for (const part of forScreens) await part.waitFor()
    await page.emulateMedia({ media: 'print' })
    const shown = page.getByText('Contract value').first()
    expect(await shown.isVisible()).toBe(true)
    expect((await page.locator('main').boundingBox())?.x).toBe(0)
    for (const part of forScreens) await absent(part.filter({ visible: true }))
    const sheet = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(sheet.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1)
  })

  test('leaves room where it is enlarged to 400 %: the header scrolls away', async () => {
    const page = await app.openAs(counsel, '/contracts/1?tab=details', {
      viewport: { width: 320, height: 200 },
    })
    await page.getByText('Contract value').first().scrollIntoViewIfNeeded()
    expect((await page.getByRole('banner').boundingBox())?.y).toBeLessThan(-50)
  })

  test('for people with a permission says who grants it, and offers nothing that would be refused', async () => {
    const page = await app.openAs(counsel, '/administration/roles')
    for (const [path, offered] of [
      ['/administration/roles', 'Add a role'],
      ['/invoices/exports', 'New export'],
      ['/rates', 'Add a rate'],
    ] as const) {
      await page.goto(`${app.origin}/#${path}`)
      const refused = page.getByText('You do not have access to this')
      await refused.first().waitFor()
      await look(page, `refused${path.replaceAll('/', '-')}`)
      const works = page.getByRole('link', { name: offered }).or(page.getByRole('button', { name: offered }))
      await absent(works)
      await page.goto(`${app.origin}/#/matters`)
      await refused.waitFor({ state: 'detached' })
    }
  })

  test('leaves every button of a record within reach on a telephone', async () => {
    const page = await app.openAs(counsel, '/contracts/1?tab=messages', telephone)
    await page.getByRole('textbox', { name: 'Write a message' }).waitFor()
    const keys = page.getByText('Enter to send')
    await keys.waitFor({ state: 'attached' })
    await absent(keys.filter({ visible: true }))
    // an arrow says that more tabs follow, and leads to them
    const last = page.getByRole('tab', { name: 'History' })
    await page.goto(`${app.origin}/#/contracts/1`)
    await page.locator('[data-tab="document"][aria-selected="true"]').waitFor()
    expect(await isInSight(last)).toBe(false)
    const placeOfLast = async () => (await last.boundingBox())?.x ?? 0
    const atFirst = await placeOfLast()
    await page.locator('[data-more="after"]').tap()
    await expect.poll(placeOfLast).toBeLessThan(atFirst)
    await page.locator('[data-more="before"]').tap()
    await expect.poll(placeOfLast).toBe(atFirst)
    // the one that is shown is in sight, wherever the page was opened from
    await page.goto(`${app.origin}/#/contracts/1?tab=history`)
    await expect.poll(() => isInSight(last)).toBe(true)
    // a finger's width around a tick belongs to it
    await page.goto(`${app.origin}/#/contracts/1?tab=dates`)
    const tick = page.getByRole('checkbox').first()
    await tick.waitFor()
    expect(await tick.evaluate(aroundIt)).toEqual([true, true, true, true])
    await page.goto(`${app.origin}/#/contracts/1`)
    // what is said about a change takes its room from the page
    await page
      .getByRole('button', { name: /^Move to/ })
      .first()
      .tap()
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.waitFor()
    await expect.poll(() => page.evaluate(covered)).toEqual([])
    await undo.tap()
    await page.getByText(/^Undone: /).waitFor()
  })
})

async function isInSight(element: Locator): Promise<boolean> {
  const box = await element.boundingBox()
  return box !== null && box.x >= 0 && box.x + box.width <= telephone.viewport.width
}

/** Whether what is 20 pixels from the middle of a control, on each side, is the control. */
const aroundIt = (control: unknown): readonly boolean[] => {
  const element = control as {
    getBoundingClientRect(): { x: number; y: number; width: number; height: number }
    ownerDocument: { elementFromPoint(x: number, y: number): unknown }
  }
  const { x, y, width, height } = element.getBoundingClientRect()
  return [
    [20, 0],
    [-20, 0],
    [0, 20],
    [0, -20],
  ].map(
    ([right = 0, down = 0]) =>
      element.ownerDocument.elementFromPoint(x + width / 2 + right, y + height / 2 + down) === control,
  )
}

/** The controls of the dialog that is open, with the words that belong to them, which are lower than a finger needs. */
const tooSmall = `[...document.querySelectorAll('[role=dialog] :is(button, input, textarea)')].flatMap((control) => {
  const choice = control.closest('.mantine-Radio-body, .mantine-Checkbox-body') ?? control
  const { width, height } = choice.getBoundingClientRect()
  return width === 0 || Math.min(width, height) >= 43.5 ? [] : [control.outerHTML]
})`
