// What axe finds on a page. It is loaded once into each document: that takes longer than to run it.
import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What is wrong, and where: of the whole page, or of what a selector names. */
export async function foundByAxe(page: Page, within?: string): Promise<readonly string[]> {
  if (!(await page.evaluate('window.axe !== undefined'))) await page.evaluate(axe.source)
  const place = within === undefined ? 'document' : JSON.stringify({ include: [[within]] })
  // what is as it should be takes longer to list than to look at
  const { violations, passes, inapplicable } = await page.evaluate<AxeResults>(
    `axe.run(${place}, { resultTypes: ['violations'], preload: false })`,
  )
  // a name for each landmark of a kind is a recommendation only, which a choice of rules leaves out easily
  expect([...violations, ...passes, ...inapplicable].map(({ id }) => id)).toContain('landmark-unique')
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}
