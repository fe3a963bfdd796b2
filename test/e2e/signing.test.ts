// Saying who signed a contract outside the product, on its page.
import { readFile } from 'node:fs/promises'
import { extractText } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { docx } from '../documents/docx.ts'
import { form } from '../documents/forms.ts'
import { createContractTemplate, createOrganisation, createUser } from '../factories.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { callerFor } from '../tokens.ts'
import { examine, look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

const agreement = [
  'SUPPLY AGREEMENT',
  'This Agreement is made on 3 May 2024 between Northgate Instruments Ltd (“Northgate”) and Birch and Rowan LLP (“Supplier”).',
  'IN WITNESS WHEREOF the parties have executed this Agreement.',
  'NORTHGATE INSTRUMENTS LTD',
  'By: ______________',
  'Name: Helena Marsh',
  'Title: Managing Director',
  'BIRCH AND ROWAN LLP',
  'By: ______________',
  'Name: Peter Rowan',
  'Title: Partner',
]

async function withContract() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app, { name: 'Northgate Instruments Limited' })
  const person = { organisationId, passwordHash: await passwordHash() }
  const owner = await createUser(app, { ...person, role: 'InhouseLegal' })
  const admin = await createUser(app, { ...person, role: 'Administrator' })
  const typeId = await createContractTemplate(app, { organisationId })
  const caller = await callerFor(parts, owner)
  const file = { name: 'Supply Agreement.docx', content: docx(agreement) }
  const { payload, headers } = form({ targetResourceType: 'ContractCreation', file })
  const document = (await caller.post('/v2/files', payload, { headers })).json<{ id: number }>()
  const made = await caller.post('/v2/contracts', { type: { id: typeId }, name: 'Supply', document })
  const { id } = made.json<{ id: number }>()
  expect((await caller.patch(`/v2/contracts/${id}`, { status: 'Signing' })).statusCode).toBe(204)
  return { owner, admin, typeId, id }
}

describe.skipIf(!chromiumPath())('a contract that was signed elsewhere', () => {
  test('is executed by saying who signed it, which its type can demand [C-306]', async () => {
    const { owner, admin, typeId, id } = await withContract()
    const settings = await openAs(
      { email: admin.email, password },
      `/administration/contract-types/${typeId}?tab=general`,
    )
    await settings.getByLabel(/executed only with a signed copy/).check()
    await settings.getByRole('button', { name: 'Save' }).click()
    await settings.getByText('Saved').first().waitFor()
    await look(settings, 'contract-type-signed-copy')

    const page = await openAs({ email: owner.email, password }, `/contracts/${id}`)
    await page.getByRole('button', { name: 'Print to sign in ink' }).click()
    const printing = page.getByRole('dialog', { name: 'Print to sign in ink' })
    expect(await printing.getByLabel('Name').first().inputValue()).toBe('Helena Marsh')
    await look(page, 'contract-packet')
    const [packet] = await Promise.all([
      page.waitForEvent('download'),
      printing.getByRole('button', { name: 'Download the packet' }).click(),
    ])
    expect(packet.suggestedFilename()).toBe('Supply Agreement - to sign.pdf')
    await printing.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Record who signed' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Version 1 of Supply Agreement.docx is kept as the signed copy.').waitFor()
    // as the document names them
    expect(await dialog.getByLabel('Name').first().inputValue()).toBe('Helena Marsh')
    expect(await dialog.getByLabel('Title').nth(1).inputValue()).toBe('Partner')
    expect(await dialog.getByLabel('Title').first().inputValue()).toBe('Managing Director')
    await dialog.getByLabel('Signed for').first().fill('Northgate Instruments Ltd')
    await dialog.getByLabel('Signed for').nth(1).fill('Birch and Rowan LLP')
    await dialog.getByLabel('Signed on').first().fill('2026-03-02')
    await dialog.getByLabel('Signed on').nth(1).fill('2026-02-27')
    await examine(page, 'sign-dialog')
    await dialog.getByRole('button', { name: 'Add a signature' }).click()
    await dialog.getByRole('button', { name: 'Remove signature 3' }).click()
    await dialog.getByRole('button', { name: 'Record and execute' }).click()
    await dialog.waitFor({ state: 'detached' })
    const line = page.getByRole('button', { name: /^Signed by: Helena Marsh and Peter Rowan, / })
    await line.click()
    const details = page.getByRole('dialog', { name: 'Signatures' })
    await details.getByText(/^[0-9a-f]{64}$/).waitFor()
    await look(page, 'signatures')
    await details.getByRole('button', { name: 'Correct who signed' }).click()
    await dialog.getByLabel('Name').first().fill('Helena Marsh-Jones')
    await dialog.getByRole('button', { name: 'Record signatures' }).click()
    await page.getByRole('button', { name: /^Signed by: Helena Marsh-Jones and Peter Rowan, / }).waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('recorded who signed it').first().waitFor()
    await look(page, 'history-signed')

    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Binder and record sheet…' }).click()
    const binder = page.getByRole('dialog', { name: 'Binder and record sheet' })
    await binder.getByLabel('Binder as an archive').check()
    await look(page, 'binder')
    const archive = page.waitForEvent('download')
    await binder.getByRole('link', { name: 'Download' }).click()
    expect((await archive).suggestedFilename()).toBe('Supply - binder.zip')
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Binder and record sheet…' }).click()
    await binder.getByLabel('Record sheet').check()
    const sheet = page.waitForEvent('download')
    await binder.getByRole('button', { name: 'Download' }).click()
    expect((await sheet).suggestedFilename()).toBe('Supply - record.pdf')
    const text = await extractText(new Uint8Array(await readFile(await (await sheet).path())), {
      mergePages: true,
    })
    expect(text.text).toContain('Helena Marsh-Jones')
  })
})
