// Browser contexts that one test after the other uses: what the browser has loaded and compiled of the web app stays,
// which is half of what opening a page costs; cookies and what pages have stored goes.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

export interface Contexts {
  readonly browser: Browser
  /** A page of this origin, in a context that no other page of the test is in, and in which nobody is signed in. */
  newPage(origin: string, options: BrowserContextOptions): Promise<Page>
  /** Closes all pages: their contexts can be used again. */
  free(): Promise<void>
}

interface Kept {
  readonly key: string
  free: boolean
  /** A test has changed what a later one would find. */
  changed: boolean
}

/** The contexts of this browser. */
export function reusedContexts(browser: Browser): Contexts {
  const ours = new Map<BrowserContext, Kept>()
  return {
    browser,
    async newPage(origin, options) {
      const key = JSON.stringify([origin, options])
      const [earlier] = [...ours].find(([, each]) => each.free && each.key === key) ?? []
      const context = earlier ?? (await browser.newContext(options))
      const kept = ours.get(context) ?? { key, free: false, changed: false }
      kept.free = false
      if (!earlier) noticeChanges(context, () => (kept.changed = true))
      ours.set(context, kept)
      const page = await context.newPage()
      if (earlier) await forget(page, origin)
      return page
    },
    async free() {
      for (const context of browser.contexts()) {
        const kept = ours.get(context)
        if (kept && !kept.changed) {
          for (const page of context.pages()) await page.close()
          kept.free = true
        } else {
          // changed, or opened by a test itself
          ours.delete(context)
          await context.close()
        }
      }
    },
  }
}

const ofContext = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
]
// which pages share with their context
const ofClock = ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime']

function noticeChanges(context: BrowserContext, notice: () => void): void {
  for (const [changed, names] of [
    [context, ofContext],
    [context.clock, ofClock],
  ] as const) {
    for (const name of names) {
      const change = Reflect.get(changed, name) as (...values: unknown[]) => unknown
      const noticed = (...values: unknown[]) => {
        notice()
        return change.apply(changed, values)
      }
      Object.assign(changed, { [name]: noticed })
    }
  }
}

async function forget(page: Page, origin: string): Promise<void> {
  await page.context().clearCookies()
  const session = await page.context().newCDPSession(page)
  const storageTypes =
    'local_storage,indexeddb,cache_storage,service_workers,websql,file_systems,shader_cache'
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await session.detach()
}
