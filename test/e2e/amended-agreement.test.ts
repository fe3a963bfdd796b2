// What is in force of an agreement that was amended, on its page.
import { describe, expect, test } from 'vitest'
import { followAmendments } from '../../server/contracts/key-facts/follow-amendments.ts'
import { createContractTemplate, createOrganisation, createUser } from '../factories.ts'
import { insertContract } from '../fixtures/contracts.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { callerFor } from '../tokens.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

describe.skipIf(!chromiumPath())('an agreement that was amended', () => {
  test('shows the expiry that is in force, where it comes from, and what it says itself [C-433]', async () => {
    const { app } = parts
    const { id: organisationId } = await createOrganisation(app)
    const hash = await passwordHash()
    const owner = await createUser(app, { organisationId, passwordHash: hash, role: 'InhouseLegal' })
    const caller = await callerFor(parts, owner)
    const make = async (name: string, templateId: number, expiry: string, parent?: number) => {
      const id = await insertContract(app, { owner, templateId, values: { name } })
      const path = `/v2/contracts/${id}`
      if (parent) await caller.put(`${path}/parent`, { id: parent })
      await caller.patch(`${path}/keyFacts`, { expiry })
      expect((await caller.patch(path, { status: 'Executed' })).statusCode).toBe(204)
      return id
    }
    const type = await createContractTemplate(app, { organisationId })
    const amending = await createContractTemplate(app, { organisationId, amends: true })
    const id = await make('Lease of pier 7', type, '2028-12-31')
    await caller.put(`/v2/contracts/${id}/noticePeriod`, { amount: 3, unit: 'Months' })
    await caller.put(`/v2/contracts/${id}/renewal`, { amount: 1, unit: 'Years' })
    await make('First amendment', amending, '2030-12-31', id)
    expect(await followAmendments(app)).toBe(1)

    const page = await openAs({ email: owner.email, password }, `/contracts/${id}`)
    const panel = page.getByRole('region', { name: 'In force with its amendments' })
    await panel.getByText('31 Dec 2030').waitFor()
    await panel.getByText('31 Dec 2028').waitFor()
    await panel.getByText(/30 Sept? 2030/).waitFor()
    await panel.getByText('31 Dec 2031').waitFor()
    await look(page, 'amended-agreement')
    await page.getByRole('tab', { name: 'Key dates' }).click()
    await panel.getByText('Last day for notice').waitFor()
    await look(page, 'amended-agreement-dates')
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('moved its expiry as an amendment says').waitFor()
  })
})
