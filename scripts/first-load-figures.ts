// What the home page, a list and a record cost when they are opened for the first time, for `npm run list-figures`:
// files and bytes before the content is there, how far the page moves, how long it takes and the longest task, at the
// full speed of the processor and at a quarter of it.
import type { BrowserContext } from 'playwright-core'
import { type FirstLoad, firstLoadOf } from '../test/peers/first-load.ts'

interface Measured {
  readonly name: string
  readonly hash: string
  /** The selector of what the page is for. */
  readonly content: string
}

const grid = '[role="grid"] a'
const tab = '[role="tabpanel"] button'

const speeds = [
  { speed: 'full speed', slowness: 1 },
  { speed: 'a quarter of it', slowness: 4 },
]

/** The address of the first row of a list, behind its #. */
async function firstRecord(context: BrowserContext, list: string): Promise<string> {
  const page = await context.newPage()
  await page.goto(list)
  await page.locator(grid).first().waitFor()
  const href = await page.locator(grid).first().getAttribute('href')
  await page.close()
  if (href === null) throw new Error(`${list} has no row`)
  return href
}

/** Prints a line for each page and speed. Somebody is signed in, in this context; nothing is taken from a cache. */
export async function printFirstLoads(
  context: BrowserContext,
  { address, rounds }: { address: string; rounds: number },
): Promise<void> {
  const matters = '#/matters?view=all'
  const contracts = '#/contracts?view=all'
  const pages: readonly Measured[] = [
    { name: 'home', hash: '#/', content: 'main li a' },
    { name: 'the list of matters', hash: matters, content: grid },
    { name: 'the list of contracts', hash: contracts, content: grid },
    { name: 'a matter', hash: await firstRecord(context, `${address}/${matters}`), content: tab },
    { name: 'a contract', hash: await firstRecord(context, `${address}/${contracts}`), content: tab },
  ]
  process.stdout.write(`first load, ${rounds} rounds: the middle of the times, the worst of the rest\n`)
  process.stdout.write(`${''.padEnd(42)}  files      KB   shift  content  longest task (ms)\n`)
  for (const { speed, slowness } of speeds) {
    for (const { name, hash, content } of pages) {
      const loads: FirstLoad[] = []
      for (let round = 0; round < rounds; round += 1) {
        const page = await context.newPage()
        page.setDefaultTimeout(300_000)
        loads.push(await firstLoadOf(page, { address: `${address}/${hash}`, content, slowness }))
        await page.close()
      }
      process.stdout.write(lineOf(`${name}, ${speed}`, loads))
    }
  }
}

function lineOf(name: string, loads: readonly FirstLoad[]): string {
  const most = (of: (load: FirstLoad) => number) => Math.max(...loads.map(of))
  const times = loads.map(({ content }) => content).toSorted((a, b) => a - b)
  const middle = times[Math.floor(times.length / 2)] ?? 0
  const shown = [
    String(most(({ files }) => files)).padStart(7),
    (most(({ bytes }) => bytes) / 1000).toFixed(0).padStart(7),
    most(({ shift }) => shift)
      .toFixed(3)
      .padStart(7),
    middle.toFixed(0).padStart(8),
    most(({ longestTask }) => longestTask)
      .toFixed(0)
      .padStart(8),
  ]
  return `${name.padEnd(42)}${shown.join(' ')}\n`
}
