// What a document says, on the page of its contract: reviewed, shown in the document, accepted by key.
import { describe, expect, test } from 'vitest'
import { docx } from '../documents/docx.ts'
import { form } from '../documents/forms.ts'
import { createContractTemplate, createOrganisation, createUser } from '../factories.ts'
import { insertFieldOn } from '../fixtures/fields.ts'
import { runJobs } from '../fixtures/jobs.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { startDocumentReader } from '../peers/document-reader.ts'
import { callerFor } from '../tokens.ts'
import { look } from './look.ts'
import { focused, serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

const agreement = [
  'SERVICES AGREEMENT',
  'This Services Agreement is made as of 3 May 2024 (the “Effective Date”) between Northgate Instruments Ltd, a company incorporated in England (“Northgate”), and Birch and Rowan LLP, a limited liability partnership (“Consultant”).',
  'The total contract value is £120,000. Northgate pays each invoice within thirty (30) days of receipt of the invoice.',
  'This Agreement commences on the Effective Date and shall continue until 2 May 2099. It shall automatically renew for successive periods of one (1) year unless either party gives at least ninety (90) days’ notice of non-renewal before the end of the term.',
  'This Agreement is governed by the laws of England and Wales.',
]

async function withContract() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app, { name: 'Northgate Instruments Limited' })
  const owner = await createUser(app, {
    organisationId,
    role: 'InhouseLegal',
    passwordHash: await passwordHash(),
  })
  const typeId = await createContractTemplate(app, { organisationId })
  const details = { organisationId, form: 'ContractDetails', templateId: typeId } as const
  await insertFieldOn(app, details, { title: 'Party', type: 'ContractEntity', meaning: 'OtherParty' })
  const caller = await callerFor(parts, owner)
  const file = { name: 'Agreement.docx', content: docx(agreement) }
  const { payload, headers } = form({ targetResourceType: 'ContractCreation', file })
  const document = (await caller.post('/v2/files', payload, { headers })).json<{ id: number }>()
  const made = await caller.post('/v2/contracts', { type: { id: typeId }, name: 'Services', document })
  const { id } = made.json<{ id: number }>()
  return { caller, owner, id }
}

describe.skipIf(!chromiumPath())('what a document says', () => {
  test('is reviewed beside the document and accepted with one key each', async () => {
    const { caller, owner, id } = await withContract()
    const page = await openAs({ email: owner.email, password }, `/contracts/${id}`)
    await page.getByRole('button', { name: 'What the document says' }).click()
    const panel = page.getByRole('region', { name: 'What the document says' })
    await panel.getByText('2 May 2099').first().waitFor()
    await look(page, 'document-facts')
    // a passage opens in the document
    await panel.getByRole('button', { name: /^Show in the document: .*governed by the laws/ }).click()
    await page
      .getByRole('searchbox')
      .or(page.getByRole('textbox', { name: /find/i }))
      .first()
      .waitFor()
    // all that are certain, then the rest one by one
    await panel.getByRole('button', { name: /^Accept all that are certain/ }).click()
    await panel.getByText('Recorded', { exact: true }).first().waitFor()
    const left = panel.getByRole('button', { name: /^Accept .* as / })
    await left.first().focus()
    for (let count = await left.count(); count > 0; count--) {
      // the focus follows what is drawn
      await expect.poll(() => focused(page)).toContain('Accept')
      await page.keyboard.press('Enter')
      await expect.poll(() => left.count()).toBe(count - 1)
    }
    expect((await caller.get(`/v2/contracts/${id}/keyFacts`)).json()).toMatchObject({
      otherParty: { name: 'Birch and Rowan LLP' },
      effectiveDate: '2024-05-03',
      expiry: '2099-05-02',
      noticePeriod: { amount: 90, unit: 'Days' },
    })
    await look(page, 'document-facts-recorded')
  })

  test('is read by a service of the organisation too, when somebody sends it the text [C-473]', async () => {
    const { owner, id } = await withContract()
    const { organisationId } = owner
    const admin = await createUser(parts.app, {
      organisationId,
      role: 'Administrator',
      passwordHash: await passwordHash(),
    })
    const service = await startDocumentReader()
    service.say({
      facts: [{ kind: 'GoverningLaw', name: 'England', paragraph: 4, words: 'laws of England' }],
    })
    const settings = await openAs({ email: admin.email, password }, '/administration/document-reading')
    await settings.getByRole('textbox', { name: 'Address' }).fill(service.url)
    await settings.getByLabel('Token').fill('k7Qe')
    await settings.getByRole('button', { name: 'Test and use' }).click()
    await settings.getByText('Confirm that it may.').waitFor()
    await settings.getByRole('checkbox', { name: /may leave this installation/ }).check()
    await settings.getByRole('button', { name: 'Test and use' }).click()
    await settings.getByRole('button', { name: 'Read by rules alone' }).waitFor()
    await look(settings, 'document-reading')
    const page = await openAs({ email: owner.email, password }, `/contracts/${id}`)
    await page.getByRole('button', { name: 'What the document says' }).click()
    const panel = page.getByRole('region', { name: 'What the document says' })
    await panel.getByRole('button', { name: `Send the text to ${service.host}` }).click()
    await panel.getByText(`${service.host} is reading…`).waitFor()
    await runJobs(parts.app, 'ask-document-reader')
    await panel.getByText(`${service.host} has read this version.`).waitFor()
    await panel.getByText('Read by the service').waitFor()
    await look(page, 'document-facts-by-service')
    await service.close()
  })
})
