// A journey: what one or several people do, step by step. Each step is timed and printed; CHANCERY_TEST_PICTURES names
// a folder that keeps a picture of the page at the end of each; CHANCERY_TEST_HANDS=keyboard takes the mouse away.
import { mkdirSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { Page } from 'playwright-core'
import { withKeysOnly } from './by-keyboard.ts'

/** What a person did with the hands. */
interface Hands {
  clicks: number
  characters: number
}

interface Journey {
  /**
   * Does one step on the page. `act` ends when the page shows that it is done. `what` says who does what, as it is told
   * to a reader: "Counsel asks for approval".
   */
  step(page: Page, what: string, act: () => Promise<unknown>): Promise<void>
  /**
   * Prints the sum, and answers the minutes that a person needs for clicking and typing: a count, the same on every
   * machine.
   */
  end(): number
}

const folder = process.env['CHANCERY_TEST_PICTURES']
const keysOnly = process.env['CHANCERY_TEST_HANDS'] === 'keyboard'

// The keystroke-level model (Card, Moran and Newell): deciding, pointing and clicking; a character of somebody who
// types as most do.
const secondsPerClick = 1.35 + 1.1 + 0.2
const secondsPerCharacter = 0.28

// Runs in the page. What is filled in at once counts as typed; what nobody would type, as pasted.
const watchHands = `
  const keysFor = (characters) => (characters > 300 ? 2 : Math.max(1, characters))
  const lengths = new WeakMap()
  addEventListener('click', (event) => event.isTrusted && event.detail > 0 && actedInJourney(1, 0), true)
  addEventListener('keydown', (event) => event.isTrusted && event.key.length > 1 && actedInJourney(0, 1), true)
  addEventListener('focusin', ({ target }) => lengths.set(target, target.value?.length ?? 0), true)
  addEventListener('input', ({ target }) => {
    const length = target.value?.length ?? 0
    const before = lengths.get(target) ?? 0
    lengths.set(target, length)
    if (typeof target.value === 'string') actedInJourney(0, keysFor(length - before))
  }, true)`

/** Begins a journey. `name` begins the names of its pictures. */
export function startJourney(name: string): Journey {
  const hands: Hands = { clicks: 0, characters: 0 }
  const watched = new WeakSet<Page>()
  let steps = 0
  let machine = 0
  if (folder) mkdirSync(folder, { recursive: true })

  async function watch(page: Page): Promise<void> {
    if (watched.has(page)) return
    watched.add(page)
    if (keysOnly) withKeysOnly(page)
    await page.exposeFunction('actedInJourney', (clicks: number, characters: number) => {
      hands.clicks += clicks
      hands.characters += characters
    })
    await page.addInitScript(watchHands)
    if (page.url() !== 'about:blank') await page.evaluate(watchHands)
  }

  return {
    async step(page, what, act) {
      await watch(page)
      const before = performance.now()
      await act()
      const took = performance.now() - before
      steps += 1
      machine += took
      const number = String(steps).padStart(2, '0')
      print(`${name} ${number}  ${(took / 1000).toFixed(1).padStart(5)} s  ${what}`)
      if (folder) {
        // a picture of what is read, not of what is on its way
        await page
          .getByText(/^(Loading|Opening the document)…$/)
          .first()
          .waitFor({ state: 'hidden' })
        const picture = `${folder}/${name}-${number}-${what.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.png`
        await page.screenshot({ path: picture, animations: 'disabled' })
      }
    },
    end() {
      const minutes = (hands.clicks * secondsPerClick + hands.characters * secondsPerCharacter) / 60
      print(
        `${name}: ${steps} steps, ${(machine / 1000).toFixed(1)} s of the machine; ` +
          `${hands.clicks} clicks and ${hands.characters} keys, about ${minutes.toFixed(1)} min by hand`,
      )
      return minutes
    },
  }
}

const print = (line: string) => process.stdout.write(`${line}\n`)
