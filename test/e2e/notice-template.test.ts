// The document from which notices are made, on the page of a contract type.
import { describe, test } from 'vitest'
import { docx } from '../documents/docx.ts'
import { createContractTemplate, createOrganisation, createUser } from '../factories.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { absent } from './absence.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()
const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

describe.skipIf(!chromiumPath())('the notice of a contract type', () => {
  test('is the built-in text until a document takes its place, for the type or for all [C-431]', async () => {
    const { app } = parts
    const { id: organisationId } = await createOrganisation(app)
    const hash = await passwordHash()
    const admin = await createUser(app, { organisationId, passwordHash: hash, role: 'Administrator' })
    const typeId = await createContractTemplate(app, { organisationId, name: 'Lease' })
    const address = `/administration/contract-types/${typeId}?tab=template`
    const page = await openAs({ email: admin.email, password }, address)
    const panel = page.getByRole('region', { name: 'Notice that ends a contract' })
    await panel.getByText('made with the built-in text').waitFor()
    const choose = (name: string, ...paragraphs: string[]) =>
      panel
        .getByLabel('Choose the document of the notice')
        .setInputFiles({ name, mimeType, buffer: docx(paragraphs) })
    await choose('Wrong.docx', 'To {nobody}')
    await panel.getByText('{nobody} leads nowhere').waitFor()
    await panel.getByText('For all without their own').click()
    await choose('All.docx', 'To {otherParty}: it ends on {expiry}.')
    await panel.getByText('Notices of this type are made from the document of your organisation.').waitFor()
    await panel.getByText('For this type', { exact: true }).click()
    await choose('Own.docx', 'To {otherParty}: we end the lease on {expiry}.')
    await panel.getByText('Notices of this type are made from a document of its own.').waitFor()
    await look(page, 'notice-template')
    await panel.getByRole('button', { name: 'Remove it…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await panel.getByRole('button', { name: 'Remove that of your organisation…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await panel.getByText('made with the built-in text').waitFor()
    await panel.getByRole('link', { name: 'Download the built-in text to start from' }).waitFor()
    await absent(panel.getByRole('button', { name: /^Remove/ }))
  })
})
