// What a browser loads for a page that it opens for the first time, until the page shows what it is for: files of the
// app and their size, how far the page moved while it came together, how long it took, and the longest task.
import type { CDPSession, Page } from 'playwright-core'

export interface FirstLoad {
  /** Files of the app that were asked for before the content was there: the page, scripts, styles, pictures. */
  readonly files: number
  /** What came over the network for them, in bytes, compressed. */
  readonly bytes: number
  /** The sum of the layout shifts until the page was quiet, as the browser counts them. */
  readonly shift: number
  /** Milliseconds from the request until the content was there. */
  readonly content: number
  /** Milliseconds of the longest task of the page's main thread, until it was quiet. */
  readonly longestTask: number
  /** The names of the files, without the hashes that stand for their content. */
  readonly names: readonly string[]
}

interface Observed {
  readonly shift: number
  readonly longestTask: number
}

// In the page, before anything else runs there.
const observers = (content: string) => `
  window.firstLoad = { shift: 0, longestTask: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) firstLoad.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) firstLoad.longestTask = Math.max(firstLoad.longestTask, entry.duration)
  }).observe({ type: 'longtask', buffered: true })
  firstLoad.shown = new Promise((resolve) => {
    const look = () => {
      const there = document.querySelector(${JSON.stringify(content)})
      if (there === null) requestAnimationFrame(look)
      else
        requestAnimationFrame(() =>
          setTimeout(() => {
            resolve(performance.now())
            contentIsThere()
          }),
        )
    }
    requestAnimationFrame(look)
  })`

/**
 * Loads the address on this page, where somebody is signed in, with nothing in the browser's cache. `content` is the
 * selector of what the page is for. `slowness` 4 lets the processor work at a quarter of its speed.
 */
export async function firstLoadOf(
  page: Page,
  { address, content, slowness = 1 }: { address: string; content: string; slowness?: number },
): Promise<FirstLoad> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  const { asked, sizes } = watch(session)
  let before: (readonly [id: string, url: string])[] = []
  await page.exposeFunction('contentIsThere', () => {
    before = [...asked]
  })
  await page.addInitScript(observers(content))
  await page.goto(address)
  const time = await page.evaluate<number>('window.firstLoad.shown')
  // what loads ahead afterwards moves nothing either
  await page.waitForTimeout(1500)
  const { shift, longestTask } = await page.evaluate<Observed>(
    '({ shift: firstLoad.shift, longestTask: firstLoad.longestTask })',
  )
  await session.detach()
  return {
    files: before.length,
    bytes: before.reduce((sum, [id]) => sum + (sizes.get(id) ?? 0), 0),
    shift,
    content: time,
    longestTask,
    names: before.map(([, url]) => nameOf(url)),
  }
}

/** The files of the app that are asked for, by the id of their request, and their sizes once they have arrived. */
function watch(session: CDPSession) {
  const asked = new Map<string, string>()
  const sizes = new Map<string, number>()
  session.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => {
    const { pathname } = new URL(url)
    if (pathname === '/' || /^\/(assets|favicon|fonts)\b/.test(pathname)) asked.set(requestId, url)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.set(requestId, encodedDataLength),
  )
  return { asked, sizes }
}

const nameOf = (url: string): string =>
  new URL(url).pathname.replace(/^\/assets\//, '').replace(/-[\w-]{8}(?=\.\w+$)/, '')
