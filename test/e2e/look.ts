// Looks at a page as its users do: narrow and wide, light and dark. What axe finds fails the test;
// CHANCERY_TEST_PICTURES names a folder that keeps the pictures, of three widths.
//
// `examine` is for the catalogue (test/e2e/catalogue), which has every page once, and for states that it cannot reach.
// `look` is for the steps of walks: they are examined before a release only, because it takes as long as the walk.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isFull } from '../repetitions.ts'
import { foundByAxe } from './axe.ts'
import { waitsForServer } from './page-requests.ts'
import { atRest } from './rest.ts'

const folder = process.env['CHANCERY_TEST_PICTURES']
/** Whether pictures are kept of what is looked at. */
export const keepsPictures = folder !== undefined
const desktop = { width: 1280, height: 800, colorScheme: 'light' } as const
const phone = { width: 360, height: 760, colorScheme: 'dark' } as const
/** Each width and each theme once; all of them, and a width between, when pictures are kept. */
const ways = folder
  ? [desktop.width, 768, phone.width].flatMap((width) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ width, height: 800, colorScheme })),
    )
  : [desktop, phone]

/** Examines a step of a walk before a release, and when pictures are kept; otherwise waits until the page rests. */
export const look = (page: Page, name: string): Promise<void> =>
  isFull || keepsPictures ? examine(page, name) : settled(page)

/**
 * The page has to be loaded. Its content policy is watched by `serveWebApp`. Afterwards it is as wide as before, and
 * follows the system's theme.
 */
export async function examine(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  for (const { width, height, colorScheme } of ways) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    await settled(page)
    const where = `${name} at ${width} px, ${colorScheme}`
    expect.soft((await found(page)).join('\n'), where).toBe('')
    expect.soft(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), where).toBe(true)
    expect.soft(await page.evaluate(brokenImages), where).toEqual([])
    expect.soft(unnamedIn(await page.locator('body').ariaSnapshot()), where).toEqual([])
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` })
  }
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
  // what is drawn for another width moves: nobody presses where something was
  await settled(page)
}

// a refusal of the server is no complaint of the page, and leaves an image without a picture
const brokenImages =
  '[...document.images].filter((one) => one.complete && one.naturalWidth === 0).map((one) => one.src)'

/**
 * What a screen reader would announce without a name: "button", and nothing else. Not pictures: those that the
 * component library draws in its fields have no name and need none.
 */
const unnamedIn = (snapshot: string): readonly string[] =>
  snapshot.split('\n').filter((line) => named.has(/^ *- (\w+):?$/.exec(line)?.[1] ?? ''))

const named = new Set(
  'button checkbox combobox complementary dialog link navigation option radio searchbox tab textbox treeitem'.split(
    ' ',
  ),
)

/** Of a dialog that is open, because the page behind it cannot be used and is examined elsewhere. */
const found = async (page: Page): Promise<readonly string[]> =>
  foundByAxe(page, (await page.locator(MODAL).count()) > 0 ? `${MODAL}, ${CHOICES}` : undefined)

const MODAL = '[role=dialog][aria-modal=true]'
/** What may be open above a dialog. */
const CHOICES = '[role=listbox]'

/** Whether anything moved. */
const END_MOVEMENTS = `document.getAnimations().map((animation) => {
  // one without an end cannot be finished
  try { animation.finish() } catch { animation.cancel() }
}).length > 0`

const nextFrame = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'

/** An answer of the server may lead to the next request. */
async function isLoaded(page: Page): Promise<boolean> {
  if (waitsForServer(page)) return false
  await page.evaluate(nextFrame)
  return !waitsForServer(page) && (await page.getByText('Loading…').count()) === 0
}

/** Nothing is loading or moving any more. Before a gesture, which goes where things are when it begins. */
export async function settled(page: Page): Promise<void> {
  await atRest(page)
  await expect.poll(() => isLoaded(page)).toBe(true)
  await page.locator('h1').first().waitFor()
  // the end of a movement may begin another
  while (await page.evaluate(END_MOVEMENTS)) await atRest(page)
}
