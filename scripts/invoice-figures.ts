// `npm run invoice-figures -- <address> [<lines>] [<email of the firm>] [<email of the reviewer>] [<password>]`: how
// the page of a long invoice scrolls and takes decisions in a real browser, on a running server with the demo. Posts an
// invoice of so many lines first. Prints the longest task of the page's main thread and how many there were over 50 ms,
// while it is opened, scrolled from top to bottom, and decided on by keyboard. Asserts nothing.
import { randomUUID } from 'node:crypto'
import { chromium, type Page } from 'playwright-core'
import { chromiumPath } from '../test/peers/chromium.ts'

const [, , address = 'http://localhost:8080', given = '2000', ...rest] = process.argv
const [firm = 'partner@ashfield.example', reviewer = 'counsel@harbour.example', password = 'chancery-demo'] =
  rest
const lines = Math.min(5_000, Math.max(1, Number(given)))
const decisions = 40

const watching = `
  window.tasks = []
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({ type: 'longtask', buffered: true })`

/** In the page: steps down until the bottom is reached, a step for each frame. */
const scrolling = `new Promise((resolve) => {
  const step = () => {
    scrollBy(0, 400)
    if (scrollY + innerHeight >= document.documentElement.scrollHeight - 2) setTimeout(resolve, 500)
    else requestAnimationFrame(step)
  }
  step()
})`

const browser = await chromium.launch({
  executablePath: chromiumPath() ?? '',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
try {
  const billing = await openAs(firm)
  const id = await posted(billing)
  const page = await openAs(reviewer)
  await page.addInitScript(watching)
  await page.goto(`${address}/#/invoices/${id}`)
  await page.reload()
  await page.locator('[data-line="1"]').waitFor()
  await page.waitForTimeout(1_500)
  await report(page, `opened, ${lines} lines`)
  await page.evaluate(scrolling)
  await report(page, 'scrolled from top to bottom')
  await page.evaluate('scrollTo(0, 0)')
  await page.locator('[data-line="1"]').focus()
  const start = performance.now()
  for (let line = 0; line < decisions; line++) {
    await page.keyboard.press('a')
    await page.keyboard.press('ArrowDown')
  }
  const each = (performance.now() - start) / decisions
  await page.waitForTimeout(2_000)
  await report(page, `${decisions} lines accepted by keyboard, ${each.toFixed(0)} ms each`)
} finally {
  await browser.close()
}

async function openAs(email: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  await page.goto(address)
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Invoices' }).waitFor()
  return page
}

/** The id of an invoice on a matter of the firm that it has just posted. */
function posted(page: Page): Promise<number> {
  const content = {
    number: `LONG-${randomUUID().slice(0, 8)}`,
    invoiceDate: new Date().toISOString().slice(0, 10),
    lines: Array.from({ length: lines }, (_, index) => ({
      kind: 'Fee',
      description: `Review of document ${index + 1} of the data room, with a note on what it means for the closing`,
      quantity: 0.5,
      unitPrice: 400,
      timekeeper: `T. Keeper ${index % 12}`,
      taskCode: ['L110', 'L120', 'L210', 'L310'][index % 4],
    })),
  }
  return page.evaluate<number>(`(async () => {
    const { csrfToken } = await (await fetch('/session')).json()
    const headers = { 'content-type': 'application/json', 'x-csrf-token': csrfToken }
    const send = async (path, body) => {
      const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(await answer.text())
      return answer.json()
    }
    const { items } = await (await fetch('/v2/matters?$top=1')).json()
    const content = ${JSON.stringify(content)}
    const { id } = await send('/v2/invoices', { ...content, matter: { id: items[0].id } })
    await send('/v2/invoices/' + id + '/post', {})
    return id
  })()`)
}

async function report(page: Page, what: string): Promise<void> {
  const tasks = await page.evaluate<number[]>('tasks.splice(0)')
  const longest = Math.max(0, ...tasks)
  console.info(`${what}: longest task ${longest.toFixed(0)} ms, ${tasks.length} over 50 ms`)
}
