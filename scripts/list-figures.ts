// `npm run list-figures -- <address> <email> <password>`: how quick the list of matters is in a real browser, on a running server, best
// with a large organisation (`chancery seed --size 1000000`). Prints times and asserts nothing; pictures go to the folder
// in CHANCERY_TEST_PICTURES, if there is one.
import { chromium, type Page } from 'playwright-core'
import { chromiumPath } from '../test/chromium.ts'

const [, , address = 'http://localhost:8080', email = '', password = 'chancery-demo'] = process.argv
const pictures = process.env['CHANCERY_TEST_PICTURES']
const grid = '[role="grid"]'

async function picture(page: Page, name: string): Promise<void> {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` })
}

/** Milliseconds of real time until something is there, as the best, the middle and the worst of several. */
async function timed(name: string, times: number, once: (turn: number) => Promise<void>): Promise<void> {
  const taken: number[] = []
  for (let turn = 0; turn < times; turn += 1) {
    const start = performance.now()
    await once(turn)
    taken.push(performance.now() - start)
  }
  const sorted = taken.toSorted((a, b) => a - b)
  const [best = 0, middle = 0, worst = 0] = [sorted[0], sorted[Math.floor(times / 2)], sorted.at(-1)]
  process.stdout.write(
    `${name.padEnd(44)} ${best.toFixed(0).padStart(6)} ${middle.toFixed(0).padStart(6)} ${worst.toFixed(0).padStart(6)} ms\n`,
  )
}

async function signedIn(): Promise<Page> {
  const executablePath = chromiumPath()
  if (executablePath === undefined) throw new Error('There is no chromium on this machine.')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  page.setDefaultTimeout(300_000)
  await page.goto(`${address}/#/matters?view=all&sort=Name`)
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator(`${grid} a`).first().waitFor()
  return page
}

/** Waits until an expression is true in the page; the content policy forbids the page to evaluate texts itself. */
async function until(page: Page, expression: string): Promise<void> {
  while (!(await page.evaluate<boolean>(expression))) await page.waitForTimeout(5)
}

/** The lengths of the frames while the wheel turns. */
async function frames(page: Page): Promise<void> {
  const lengths = await page.evaluate<number[]>(`new Promise((resolve) => {
    const scroller = document.querySelector('${grid}')
    const lengths = []
    let last = performance.now()
    const step = (now) => {
      lengths.push(now - last)
      last = now
      scroller.scrollTop += 120
      if (lengths.length < 300) requestAnimationFrame(step)
      else resolve(lengths)
    }
    requestAnimationFrame(step)
  })`)
  const sorted = lengths.slice(5).toSorted((a, b) => a - b)
  const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1)
  process.stdout.write(`frames while scrolling: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms\n`)
}

async function keyToPaint(page: Page): Promise<void> {
  await page.locator(grid).focus()
  const lengths: number[] = []
  for (let turn = 0; turn < 40; turn += 1) {
    const measured = page.evaluate<number>(`new Promise((resolve) => {
      document.addEventListener('keydown', ({ timeStamp }) => {
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)))
      }, { once: true, capture: true })
    })`)
    await page.waitForTimeout(30)
    await page.keyboard.press('j')
    lengths.push(await measured)
  }
  const sorted = lengths.toSorted((a, b) => a - b)
  process.stdout.write(`key to paint: p50 ${sorted[20]?.toFixed(0)} ms, p95 ${sorted[38]?.toFixed(0)} ms\n`)
}

const activeHas = (page: Page, row: number) =>
  page
    .locator(`[role="row"][aria-rowindex="${row + 2}"][data-active="true"] a`)
    .first()
    .waitFor()

const page = await signedIn()
const count = Number(await page.locator(grid).getAttribute('aria-rowcount')) - 1
process.stdout.write(`${count.toLocaleString('en-GB')} matters; ${'best'.padStart(24)} middle  worst\n`)
await picture(page, 'list-first')

await page.locator(grid).focus()
await timed('the last row (End)', 1, async () => {
  await page.keyboard.press('End')
  await activeHas(page, count - 1)
})
await picture(page, 'list-last')
await timed('the first row (Home)', 3, async () => {
  await page.keyboard.press('Home')
  await activeHas(page, 0)
})
await timed('the middle, by the thumb', 1, async () => {
  await page.evaluate(
    `(() => { const s = document.querySelector('${grid}'); s.scrollTop = s.scrollHeight / 2 })()`,
  )
  await until(
    page,
    `(() => {
    const box = document.querySelector('${grid}').getBoundingClientRect()
    return document.elementFromPoint(box.x + 300, box.y + 300)?.closest('[role="row"]')?.querySelector('a') !== null
  })()`,
  )
})
await picture(page, 'list-middle')
await page.keyboard.press('Home')
await activeHas(page, 0)

const filters = ["Status eq 'Active'", 'Owner/Id eq me()', "Status in ('Draft','Review') and Owner ne null"]
await timed('a filter, first time', filters.length, async (turn) => {
  const filter = encodeURIComponent(filters[turn] ?? '')
  await page.evaluate(
    `location.hash = '#/matters?view=all&sort=Name&filter=${filter.replaceAll("'", '%27')}'`,
  )
  await until(
    page,
    `document.querySelector('${grid}')?.getAttribute('aria-busy') === 'false' && Number(document.querySelector('${grid}').getAttribute('aria-rowcount')) !== ${count + 1}`,
  )
})
await picture(page, 'list-filtered')
await page.evaluate(`location.hash = '#/matters?view=all&sort=Name'`)
await until(page, `document.querySelector('${grid}')?.getAttribute('aria-rowcount') === '${count + 1}'`)
await timed('warm navigation: tasks and back to matters', 6, async (turn) => {
  const there = turn % 2 === 0 ? '/tasks' : '/matters?view=all&sort=Name'
  const title = turn % 2 === 0 ? 'Tasks' : 'Matters'
  await page.evaluate(`location.hash = '#${there}'`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  if (turn % 2 === 1) await page.locator(`${grid} a`).first().waitFor()
})
await keyToPaint(page)
await frames(page)
await page.context().browser()?.close()
