// Browser tests wait until the page rests after each act of theirs, as the web app itself publishes it
// (web/src/lib/quiet.ts): calls, lazy parts, saves under way and what they draw have ended.
import type { Page } from 'playwright-core'
import { patience } from '../patience.ts'
import { unansweredBy } from './page-requests.ts'

/** A page of another kind, which publishes nothing, rests at once. */
const REST = `new Promise((resolve) => {
  const root = document.documentElement
  const observer = new MutationObserver(end)
  function end() {
    if (root.dataset.rest === 'no') return
    observer.disconnect()
    resolve()
  }
  observer.observe(root, { attributes: true, attributeFilter: ['data-rest'] })
  end()
})`

/** Resolves when the page rests. Throws, with the calls that are not answered, if it does not come to rest. */
export async function atRest(page: Page): Promise<void> {
  if (await restsWithin(page, patience(60))) return
  const calls = unansweredBy(page).join(', ') || 'none'
  throw new Error(`${page.url()} does not come to rest. Calls without an answer: ${calls}`)
}

/** Whether the page comes to rest in that time, whatever document it shows then. */
async function restsWithin(page: Page, limitMs: number): Promise<boolean> {
  for (const end = Date.now() + limitMs; Date.now() < end; )
    if (await rests(page, end - Date.now())) return true
  return false
}

/** Whether it came to rest in that time, before another document took the place of this one. */
async function rests(page: Page, withinMs: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), withinMs)
  })
  const rest = page.evaluate(REST).then(
    () => true,
    (error: unknown) => {
      if (page.isClosed()) return true
      if (/context was destroyed|detached|navigat/i.test(String(error))) return false
      throw error
    },
  )
  try {
    return await Promise.race([rest, late])
  } finally {
    clearTimeout(timer)
  }
}

type Method = (...values: unknown[]) => Promise<unknown>

/** Runs something around a method of an object. */
function around(target: object, name: string, run: (call: () => Promise<unknown>) => Promise<unknown>): void {
  const method = Reflect.get(target, name) as Method
  Object.assign(target, { [name]: (...values: unknown[]) => run(() => method.apply(target, values)) })
}

/** Pages of which every act is followed by a wait for rest. */
const watched = new WeakSet<Page>()

const ofLocators =
  'check clear click dblclick dragTo fill press pressSequentially selectOption setChecked setInputFiles tap uncheck'
const ofPages = 'goBack goForward goto reload'
const ofKeyboards = 'insertText press type'
const ofMice = 'click dblclick up'
// who holds or stops calls, or the clock, waits for what is to be seen meanwhile
const holding = 'route routeFromHAR routeWebSocket'
const holdingClocks = 'fastForward install pauseAt setFixedTime setSystemTime'

/** From now on each act on this page waits until the page rests, unless its calls or its clock are held. */
export function restAfterActs(page: Page): void {
  watched.add(page)
  watchLocators(page)
  const context = page.context()
  for (const [target, names] of [
    [page, ofPages],
    [page.keyboard, ofKeyboards],
    [page.mouse, ofMice],
    [page.touchscreen, 'tap'],
  ] as const) {
    for (const name of names.split(' ')) around(target, name, (act) => thenRest(page, act))
  }
  for (const [target, names] of [
    [page, holding],
    [context, `${holding} setOffline`],
    [page.clock, holdingClocks],
  ] as const) {
    for (const name of names.split(' ')) {
      around(target, name, (act) => {
        watched.delete(page)
        return act()
      })
    }
  }
}

async function thenRest(page: Page, act: () => Promise<unknown>): Promise<unknown> {
  const result = await act()
  // what waits for a person or for others does not rest: what the test looks for next decides
  if (watched.has(page)) await restsWithin(page, patience(15))
  return result
}

let areLocatorsWatched = false

/** All locators of the process have one prototype. */
function watchLocators(page: Page): void {
  if (areLocatorsWatched) return
  areLocatorsWatched = true
  const prototype = Object.getPrototypeOf(page.locator('body')) as object
  for (const name of ofLocators.split(' ')) {
    const method = Reflect.get(prototype, name) as Method
    Object.assign(prototype, {
      [name](this: ReturnType<Page['locator']>, ...values: unknown[]) {
        return thenRest(this.page(), () => method.apply(this, values))
      },
    })
  }
}
