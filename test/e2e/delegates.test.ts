// Approvals in a browser: decided by keys; somebody who goes away names a delegate, who finds what waits and decides;
// and who leads the department sees what is late.
import { describe, expect, test } from 'vitest'
import { createContractTemplate, createOrganisation, createUser } from '../factories.ts'
import { docx } from '../documents/docx.ts'
import { form } from '../documents/forms.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { password, passwordHash } from '../peers/browser.ts'
import type { Caller } from '../http.ts'
import { callerFor } from '../tokens.ts'
import { look } from './look.ts'
import { focused, serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app

async function addContract(caller: Caller, templateId: number, name: string): Promise<number> {
  const file = { name: `${name}.docx`, content: docx(['The rent is due on the first of each month.']) }
  const { payload, headers } = form({ ContractTemplateId: templateId, Name: name, ContractFile: file })
  const created = await caller.post('/contract-apis/v1/contracts', payload, { headers })
  expect(created.statusCode, created.body).toBe(200)
  return created.json<number>()
}

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
    const asOwner = await callerFor(parts, owner)
    const contractId = await addContract(asOwner, templateId, 'Harbour lease')
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

  test('approvals are worked through with single keys, and a leader opens what is late [C-136] [P-106]', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const person = async (values: object) =>
      createUser(parts.app, {
        organisationId,
        lastName: 'Prior',
        passwordHash: await passwordHash(),
        ...values,
      })
    const owner = await person({ firstName: 'Olga' })
    const approver = await person({ firstName: 'Finn', role: 'Standard' })
    const leader = await person({ firstName: 'Ada', groups: ['ContractAdministrators'] })
    const templateId = await createContractTemplate(parts.app, { organisationId })
    const asOwner = await callerFor(parts, owner)
    const ask = async (name: string, due: number) => {
      const contractId = await addContract(asOwner, templateId, name)
      const day = new Date(parts.app.clock.now().getTime() + due * 86_400_000).toISOString().slice(0, 10)
      const body = { approvers: [{ id: approver.id }], due: day }
      const asked = await asOwner.post(`/v2/contracts/${contractId}/approvals`, body)
      expect(asked.statusCode, asked.body).toBe(201)
    }
    await ask('Harbour lease', 9)
    await ask('Quay lease', 3)

    const page = await app.openAs({ email: approver.email, password }, '/approvals')
    const waiting = page.getByRole('region', { name: 'Contracts waiting for you' })
    await waiting.getByText('Asked by').first().waitFor()
    expect(await waiting.getByRole('link').allTextContents()).toEqual(['Quay lease', 'Harbour lease'])
    await page.keyboard.press('j')
    await expect.poll(() => focused(page)).toBe('Quay lease')
    await page.keyboard.press('j')
    await expect.poll(() => focused(page)).toBe('Harbour lease')
    await page.keyboard.press('d')
    const dialog = page.getByRole('dialog', { name: 'Decline to approve?' })
    await dialog.getByText('Harbour lease').waitFor()
    await look(page, 'approvals-decline')
    // nothing is sent without a reason
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA')
    await page.keyboard.type('The cap is too low')
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'hidden' })
    // what is left has the focus
    await expect.poll(() => focused(page)).toBe('Quay lease')
    await page.keyboard.press('a')
    await page.getByRole('dialog', { name: 'Approve this contract?' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('Quay lease')

    parts.clock.advance({ days: 5 })
    const ofLeader = await app.openAs({ email: leader.email, password }, '/department')
    await ofLeader.getByRole('link', { name: /^1\s*Approvals past their deadline$/ }).waitFor()
    await look(ofLeader, 'department')
    await ofLeader.getByRole('link', { name: 'Contracts of Olga Prior: 2' }).click()
    await ofLeader.getByRole('gridcell', { name: 'Quay lease', exact: true }).waitFor()
    await ofLeader.goBack()
    await ofLeader.getByRole('link', { name: /Approvals past their deadline$/ }).click()
    await ofLeader.getByRole('region', { name: 'Late, of everyone' }).getByText('Quay lease').waitFor()
  })
})
