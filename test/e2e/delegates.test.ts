// Somebody who goes away names a delegate for their approvals in a browser, who finds what waits and decides.
import { describe, expect, test } from 'vitest'
import { createContractTemplate, createOrganisation, createUser } from '../factories.ts'
import { insertContract, insertDocument } from '../fixtures/contracts.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { callerFor } from '../tokens.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app

describe.skipIf(chromiumPath === undefined)('in a browser', () => {
  test('an approver names a delegate, who decides for them [C-220]', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const person = async (firstName: string, role: 'InhouseLegal' | 'Standard') =>
      createUser(parts.app, {
        organisationId,
        role,
        firstName,
        lastName: 'Prior',
        passwordHash: await passwordHash(),
      })
    const [owner, away, deputy] = [
      await person('Olga', 'InhouseLegal'),
      await person('Finn', 'Standard'),
      await person('Ben', 'Standard'),
    ]
    const templateId = await createContractTemplate(parts.app, { organisationId })
    const contractId = await insertContract(parts.app, {
      owner,
      templateId,
      values: { name: 'Harbour lease' },
    })
    await insertDocument(parts.app, owner, contractId)
    const asOwner = await callerFor(parts, owner)
    const asked = await asOwner.post(`/v2/contracts/${contractId}/approvals`, {
      approvers: [{ id: away.id }],
    })
    expect(asked.statusCode, asked.body).toBe(201)

    const ofAway = await app.openAs({ email: away.email, password }, '/me')
    await ofAway.getByRole('button', { name: 'Name a delegate' }).click()
    const form = ofAway.getByRole('region', { name: 'While you are away' })
    await form.getByRole('combobox', { name: 'Who decides for you' }).fill('Ben')
    await ofAway.getByRole('option', { name: 'Ben Prior' }).click()
    const day = (days: number) =>
      new Date(parts.app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
    await form.getByLabel('First day').fill(day(0))
    await form.getByLabel('Last day').fill(day(5))
    await look(ofAway, 'delegate-naming')
    await form.getByRole('button', { name: 'Name them' }).click()
    await form.getByText('Ben Prior decides for you').waitFor()
    await look(ofAway, 'delegate-named')

    const ofDeputy = await app.openAs({ email: deputy.email, password }, '/approvals')
    await ofDeputy.getByText('for Finn Prior').waitFor()
    await look(ofDeputy, 'delegate-approvals')
    await ofDeputy.goto(`${app.origin}/#/contracts/${contractId}?tab=approvals`)
    await ofDeputy.getByText('You decide for Finn Prior').waitFor()
    await look(ofDeputy, 'delegate-contract')
    await ofDeputy.getByRole('button', { name: 'Approve for Finn Prior' }).click()
    await ofDeputy.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await ofDeputy.getByText('by Ben Prior').waitFor()
  })
})
