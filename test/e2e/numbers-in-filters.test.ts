// Numbers in the filters of lists, in a browser.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createContractTemplate, createOrganisation, createUser } from '../factories.ts'
import { insertContract } from '../fixtures/contracts.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { absent } from './absence.ts'
import { look } from './look.ts'
import { serveWebApp, typeInFocused } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app
const hash = (page: Page) => page.evaluate('decodeURIComponent(location.hash.replaceAll("+", " "))')

describe.skipIf(!chromiumPath())('filters', () => {
  test('a number in a filter is read as amounts are everywhere, or refused with what would be right [C-533]', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const role = 'InhouseLegal'
    const owner = await createUser(parts.app, { organisationId, role, passwordHash: await passwordHash() })
    const templateId = await createContractTemplate(parts.app, { organisationId })
    await insertContract(parts.app, { owner, templateId })
    const page = await app.openAs({ email: owner.email, password }, '/contracts')
    await page.getByRole('button', { name: 'Add a filter' }).click()
    await typeInFocused(page, 'Value')
    await page.keyboard.press('Enter')
    const value = page.getByRole('textbox', { name: 'Value' })
    for (const [written, problem] of [
      ['10k', 'Write it in full: 10,000.'],
      ['1.000', '1.000 can be read in two ways: write 1,000 or 1.00.'],
    ] as const) {
      await value.fill(written)
      // it stays open with what would be right
      await page.getByRole('heading', { level: 1 }).click()
      await page.getByRole('alert').getByText(problem).waitFor()
      expect(await hash(page)).not.toContain('Value')
    }
    await look(page, 'filter-refused')
    await value.fill('1 000,50')
    await expect.poll(() => hash(page)).toContain('Value eq 1000.5')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Change the filter Value is 1,000.5' }).click()
    await value.fill('1.000.00')
    await page.keyboard.press('Escape')
    // left without a change
    await page.getByRole('button', { name: 'Change the filter Value is 1,000.5' }).waitFor()
    await absent(value)
  })
})
