// A person without a mouse: clicking and filling in are done by keys alone. What keys cannot reach fails.
import type { Locator, Page } from 'playwright-core'

const mostPresses = 150
const ATTENTION_MS = 280

/** Where the focus is, as seen from what is to be reached: there, or the key that leads on. */
type Way = 'there' | 'Tab' | 'Shift+Tab' | 'ArrowDown' | 'ArrowUp' | 'ArrowRight' | 'ArrowLeft' | 'Enter'

// Runs in the page, on what is to be reached.
const wayTo = `(found) => {
  const control = found.closest('label')?.control
  const target = control ?? (found.matches('[role=option], button, a') ? found : (found.querySelector('input') ?? found))
  const active = document.activeElement ?? document.body
  if (active === target || target.contains(active)) return 'there'
  // a row that has the focus opens and selects by the same keys as the link and the box in it
  if (active.matches('[role=row]') && active.contains(target) && target.tabIndex < 0) return 'there'
  const isBefore = (a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const towards = (back, on) => (isBefore(target, active) ? back : on)
  if (target.matches('[role=option]')) {
    const chosen = document.querySelector('[role=option][data-combobox-selected]')
    if (chosen === target) return 'there'
    return chosen && isBefore(target, chosen) ? 'ArrowUp' : 'ArrowDown'
  }
  if (target.matches('[role^=menuitem]'))
    return active.matches('[role^=menuitem]') ? towards('ArrowUp', 'ArrowDown') : 'ArrowDown'
  if (target.matches('[role=tab]') && active.matches('[role=tab]')) return towards('ArrowLeft', 'ArrowRight')
  if (target.type === 'radio' && active.type === 'radio' && active.name === target.name)
    return towards('ArrowUp', 'ArrowDown')
  if (target.dataset.head !== undefined && active.dataset.head !== undefined) return towards('ArrowLeft', 'ArrowRight')
  const row = (element) => element.closest('[role=columnheader]') ? null : element.closest('[role=grid] [role=row]')
  if (row(active) && row(target) && row(active) !== row(target)) return towards('ArrowUp', 'ArrowDown')
  return active === document.body ? 'Tab' : towards('Shift+Tab', 'Tab')
}`

async function reach(target: Locator): Promise<void> {
  const page = target.page()
  await target.waitFor({ state: 'attached' })
  let way: Way = 'Tab'
  for (let presses = 0; presses < mostPresses; presses += 1) {
    way = await onElement<Way>(target, wayTo)
    if (way === 'there') return
    await page.keyboard.press(way)
  }
  const focused = await page.evaluate<string>('document.activeElement.outerHTML.slice(0, 200)')
  throw new Error(`${String(target)} cannot be reached by ${way}; ${focused} has the focus`)
}

// Runs in the page: the key that a person presses where the mouse clicks; null where the focus is enough.
const keyOf = `(found) => {
  const control = found.closest('label')?.control ?? found.querySelector('input') ?? found
  if (found.matches('[role=option]')) return 'Enter'
  if (control.matches('[role=combobox], input[aria-haspopup=listbox]')) return 'ArrowDown'
  if (control.matches('input[type=radio]')) return control.checked ? null : 'Space'
  // the space bar shows what is in a row
  if (control.matches('[role=row] input[type=checkbox]') && control.tabIndex < 0) return 'x'
  if (control.matches('input[type=checkbox], [role=checkbox], [role=tab]')) return 'Space'
  if (control.matches('input, textarea, [contenteditable]')) return null
  return 'Enter'
}`

/** Calls a function that is given as text with what the locator finds. */
async function onElement<Value>(target: Locator, text: string): Promise<Value> {
  const element = await target.elementHandle()
  return (await target.page().evaluateHandle(text)).evaluate(
    (run: unknown, found: unknown) => (run as (element: unknown) => Value)(found),
    element,
  )
}

/** Lets clicking, ticking and filling in on this page be done by keys. */
export function withKeysOnly(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator('body')) as Locator
  if ('byKeysOnly' in locators) return
  const click = async function (this: Locator) {
    const target = this.first()
    await reach(target)
    const key = await onElement<string | null>(target, keyOf)
    if (key !== null) await target.page().keyboard.press(key)
    // nobody types on before the page has drawn what they opened
    await target.page().waitForTimeout(ATTENTION_MS)
  }
  const fill = async function (this: Locator, text: string) {
    await reach(this.first())
    const { keyboard } = this.page()
    const date = await onElement<boolean>(this.first(), 'found => found.type === "date"')
    // month, day and year have places of their own, in the order of the browser's own language
    if (date) await keyboard.type(text.replace(/^(\d+)-(\d+)-(\d+)$/, '$2$3$1'))
    else {
      await keyboard.press('ControlOrMeta+A')
      await keyboard.type(text)
    }
  }
  Object.assign(locators, { byKeysOnly: true, click, check: click, uncheck: click, fill })
}
