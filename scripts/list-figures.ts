// `npm run list-figures -- <address> <email> [<password>] [<rounds>]`: how quick the list of matters is in a real
// browser, on a running server, best with a large organisation (`chancery seed --size 1000000`). Each round loads the
// page again. Prints the best, the middle and the worst of all rounds, and how long the page's own program ran for it:
// that depends less on what else the machine does. Then what home, lists and records cost when they are opened for the
// first time. Asserts nothing; pictures go to the folder in CHANCERY_TEST_PICTURES, if there is one.
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { chromiumPath } from '../test/peers/chromium.ts'
import { printFirstLoads } from './first-load-figures.ts'

const [, , address = 'http://localhost:8080', email = '', password = 'chancery-demo', given = '5'] =
  process.argv
const rounds = Math.max(1, Number(given))
const pictures = process.env['CHANCERY_TEST_PICTURES']
const grid = '[role="grid"]'
const listAddress = '#/matters?view=all&sort=Name'

// In the page, because a question from outside takes longer than what is measured. `painted` resolves with the
// milliseconds from `act` until `isThere` holds and is painted.
const inPage = `
  window.figures = {
    grid: () => document.querySelector('${grid}'),
    painted: (act, isThere) => new Promise((resolve) => {
      const start = performance.now()
      const look = () => {
        if (isThere()) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
        else requestAnimationFrame(look)
      }
      act()
      look()
    }),
    heading: (text) => document.querySelector('h1')?.textContent === text,
    rowAt: (y) => {
      const box = figures.grid().getBoundingClientRect()
      return document.elementFromPoint(box.x + 300, box.y + y)?.closest('[role="row"]')
    },
    hasRow: (index) => figures.grid()?.querySelector('[aria-rowindex="' + index + '"] a') != null,
    isActive: (index) => figures.grid()?.querySelector('[aria-rowindex="' + index + '"][data-active="true"] a') != null,
    rows: () => Number(figures.grid()?.getAttribute('aria-rowcount')) - 1,
    hasRows: () => figures.grid()?.getAttribute('aria-busy') === 'false' && figures.grid().querySelector('a') !== null,
  }`

const figures = new Map<string, { wall: number; cpu: number }[]>()

/** Milliseconds that the page's program, layout and style have taken so far. */
async function busy(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics
    .filter(({ name }) => ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'].includes(name))
    .reduce((sum, { value }) => sum + value * 1000, 0)
}

interface Measured {
  readonly page: Page
  readonly session: CDPSession
}

async function measure(
  { page, session }: Measured,
  name: string,
  act: string,
  isThere: string,
): Promise<void> {
  const before = await busy(session)
  const wall = await page.evaluate<number>(`figures.painted(() => { ${act} }, () => ${isThere})`)
  keep(name, wall, (await busy(session)) - before)
}

function keep(name: string, wall: number, cpu: number): void {
  figures.set(name, [...(figures.get(name) ?? []), { wall, cpu }])
}

const press = (key: string) =>
  `figures.grid().focus(); figures.grid().dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true, cancelable: true }))`
const goTo = (hash: string) => `location.hash = '${hash.replaceAll("'", '%27')}'`

async function picture(page: Page, name: string, round: number): Promise<void> {
  if (pictures !== undefined && round === 0) await page.screenshot({ path: `${pictures}/${name}.png` })
}

async function signedIn(): Promise<Measured> {
  const executablePath = chromiumPath()
  if (executablePath === undefined) throw new Error('There is no chromium on this machine.')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  // further pages are opened beside this one
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  const page = await context.newPage()
  page.setDefaultTimeout(300_000)
  await page.addInitScript(inPage)
  await page.goto(`${address}/${listAddress}`)
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator(`${grid} a`).first().waitFor()
  const session = await page.context().newCDPSession(page)
  // the processor's time: what others do meanwhile does not count
  await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' })
  await session.send('Performance.enable')
  return { page, session }
}

/** The ends of the list, and the middle by dragging the thumb there. Nothing of it is known before. */
async function places(measured: Measured, count: number, round: number): Promise<void> {
  const { page } = measured
  await measure(measured, 'the last row (End)', press('End'), `figures.isActive(${count + 1})`)
  await picture(page, 'list-last', round)
  await measure(measured, 'the first row (Home)', press('Home'), 'figures.isActive(2)')
  // another place in each round: what was read once is kept
  const part = 0.5 + (round % 2 === 0 ? 1 : -1) * 0.04 * Math.ceil(round / 2)
  const near = `Math.abs(Number(figures.rowAt(300)?.getAttribute('aria-rowindex')) - ${Math.round(part * count)}) < ${Math.max(60, count / 100)}`
  await measure(
    measured,
    'the middle, by the thumb',
    `figures.grid().scrollTop = figures.grid().scrollHeight * ${part}`,
    `${near} && figures.rowAt(300).querySelector('a') !== null`,
  )
  await picture(page, 'list-middle', round)
  await measure(measured, 'the first row again', press('Home'), 'figures.isActive(2)')
}

const filters = ["Status eq 'Active'", 'Owner/Id eq me()', "Status in ('Draft','Review') and Owner ne null"]

async function filtered(measured: Measured, count: number, round: number): Promise<void> {
  for (const filter of filters) {
    await measure(
      measured,
      `filter ${filter}`,
      goTo(`${listAddress}&filter=${encodeURIComponent(filter)}`),
      `figures.hasRows() && figures.rows() !== ${count}`,
    )
    await picture(measured.page, 'list-filtered', round)
    await measured.page.evaluate(
      `figures.painted(() => { ${goTo(listAddress)} }, () => figures.hasRows() && figures.rows() === ${count})`,
    )
  }
}

async function navigation(measured: Measured): Promise<void> {
  const contracts = [
    goTo('#/contracts?view=all'),
    `figures.heading('Contracts') && figures.hasRows()`,
  ] as const
  const matters = [goTo(listAddress), `figures.heading('Matters') && figures.hasRows()`] as const
  const first = await measured.page.evaluate<string>(`figures.grid().querySelector('a').getAttribute('href')`)
  const record = [
    goTo(first),
    `location.hash === '${first}' && document.querySelector('[role="tabpanel"] button') !== null`,
  ] as const
  // once each, so that nothing has to be loaded afterwards
  for (const [act, isThere] of [contracts, matters, record, matters])
    await measured.page.evaluate(`figures.painted(() => { ${act} }, () => ${isThere})`)
  await measured.page.waitForTimeout(500)
  await measure(measured, 'warm navigation: matters to contracts', ...contracts)
  await measure(measured, 'warm navigation: contracts to matters', ...matters)
  await measure(measured, 'warm navigation: matters to a matter', ...record)
  await measure(measured, 'warm navigation: a matter to matters', ...matters)
}

/** Each press of a key until what it does is painted. */
async function keyToPaint({ page, session }: Measured): Promise<void> {
  await page.locator(grid).focus()
  for (let turn = 0; turn < 20; turn += 1) {
    const before = await busy(session)
    const painted = page.evaluate<number>(`new Promise((resolve) => {
      document.addEventListener('keydown', ({ timeStamp }) => {
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)))
      }, { once: true, capture: true })
    })`)
    await page.waitForTimeout(30)
    await page.keyboard.press('j')
    const wall = await painted
    keep('key to paint', wall, (await busy(session)) - before)
  }
}

/** Frames while the wheel turns by 120 pixels for each, and what a second of that costs. */
async function frames({ page, session }: Measured): Promise<void> {
  await page.evaluate(`(() => { figures.grid().scrollTop = 4000 })()`)
  await page.waitForTimeout(1000)
  const before = await busy(session)
  const lengths = await page.evaluate<number[]>(`new Promise((resolve) => {
    const scroller = figures.grid()
    const lengths = []
    let last = performance.now()
    const step = (now) => {
      lengths.push(now - last)
      last = now
      scroller.scrollTop += 120
      if (lengths.length < 240) requestAnimationFrame(step)
      else resolve(lengths)
    }
    requestAnimationFrame(step)
  })`)
  const cpu = ((await busy(session)) - before) / lengths.length
  const sorted = lengths.slice(5).toSorted((a, b) => a - b)
  keep('frame while scrolling: p50', at(sorted, 0.5), cpu)
  keep('frame while scrolling: p95', at(sorted, 0.95), cpu)
  keep('frame while scrolling: p99', at(sorted, 0.99), cpu)
}

const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

function print(count: number): void {
  const number = (value: number) => value.toFixed(value < 10 ? 1 : 0).padStart(7)
  process.stdout.write(`${count.toLocaleString('en-GB')} matters, ${rounds} rounds; milliseconds\n`)
  process.stdout.write(`${''.padEnd(58)}   best  median   worst   program\n`)
  for (const [name, taken] of figures) {
    const walls = taken.map(({ wall }) => wall).toSorted((a, b) => a - b)
    const cpus = taken.map(({ cpu }) => cpu).toSorted((a, b) => a - b)
    const shown = [at(walls, 0), at(walls, 0.5), at(walls, 1)].map(number).join(' ')
    process.stdout.write(`${name.padEnd(56)} ${shown} ${number(at(cpus, 0.5)).padStart(9)}\n`)
  }
}

const measured = await signedIn()
const { page } = measured
const count = await page.evaluate<number>('figures.rows()')
for (let round = 0; round < rounds; round += 1) {
  await page.goto(`${address}/${listAddress}`)
  await page.reload()
  await page.locator(`${grid} a`).first().waitFor()
  await page.waitForTimeout(500)
  await picture(page, 'list-first', round)
  await places(measured, count, round)
  await filtered(measured, count, round)
  await keyToPaint(measured)
  await frames(measured)
  await page.evaluate(`figures.painted(() => { ${press('Home')} }, () => figures.isActive(2))`)
  await navigation(measured)
  process.stderr.write(`round ${round + 1} of ${rounds}\n`)
}
print(count)
await printFirstLoads(page.context(), { address, rounds })
await page.context().browser()?.close()
