// What a page does not show. A page that still loads shows nothing yet, so a test that looks too early cannot fail.
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { settled } from './look.ts'

/** Expects that a page has none of it once it is at rest. Wait first for what it would stand beside. */
export async function absent(locator: Locator): Promise<void> {
  await settled(locator.page())
  expect(await locator.count(), String(locator)).toBe(0)
}

/** Waits until what the page has shown is no longer there. */
export async function gone(locator: Locator): Promise<void> {
  await expect.poll(() => locator.count(), { message: String(locator) }).toBe(0)
}
