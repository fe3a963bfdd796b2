// The library of clauses in the browser: added, approved, changed, found.
import { describe, expect, test } from 'vitest'
import { docx } from '../documents/docx.ts'
import { createOrganisation, createUser } from '../factories.ts'
import { clauseContent } from '../fixtures/clauses.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { callerFor } from '../tokens.ts'
import { absent, gone } from './absence.ts'
import { useFilePages, word } from './file-pages.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts, openAs } = app
const files = useFilePages(app)

async function department() {
  const { id: organisationId } = await createOrganisation(parts.app)
  const hash = { organisationId, passwordHash: await passwordHash() }
  const admin = await createUser(parts.app, { ...hash, role: 'Administrator' })
  return { organisationId, hash, admin, caller: await callerFor(parts, admin) }
}

describe.skipIf(!chromiumPath())('a clause', () => {
  test('is added, approved, changed by a version and found [C-395, C-399]', async () => {
    const { admin, caller, hash } = await department()
    const page = await openAs({ email: admin.email, password }, '/administration/types')
    await page.getByRole('main').getByRole('link', { name: 'Clauses' }).click()
    await page.getByText('There are no clauses yet.').waitFor()
    await page.getByRole('link', { name: 'New clause' }).click()
    await page.getByLabel('Title').fill('Limitation of liability')
    await page.getByLabel('Category').fill('Liability')
    await page.getByLabel('Standard text').fill('Liability is limited to the fees of twelve months.')
    await page.getByRole('button', { name: 'Add an alternative' }).click()
    const alternative = page.getByRole('group', { name: 'Alternative 1' })
    await alternative.getByLabel('Name').fill('Fixed amount')
    await alternative.getByLabel('When to use it').fill('There are no regular fees.')
    await alternative.getByLabel('Text').fill('Liability is limited to 250,000 euros.')
    await page.getByRole('button', { name: 'Add a fallback position' }).click()
    const fallback = page.getByRole('group', { name: 'Fallback 1' })
    await fallback.getByLabel('Text').fill('Liability is limited to the fees of 24 months.')
    await fallback.getByLabel('Guidance').fill('Ask the head of legal.')
    await look(page, 'clause-new')
    await page.getByRole('button', { name: 'Add the clause' }).click()
    await page.getByRole('heading', { name: 'Limitation of liability' }).waitFor()
    await page.getByText('{{clause:limitation-of-liability}}').waitFor()
    await page.getByRole('button', { name: 'Approve version 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve version 1' }).click()
    await page.getByText('Version 1 is in use').waitFor()

    await page.getByRole('button', { name: 'Edit texts' }).click()
    await page.getByLabel('Standard text').fill('Liability is limited to the fees of a year.')
    await page.getByLabel('Reason for this version').fill('Shorter')
    await page.getByRole('button', { name: 'Save as a version' }).click()
    await page.getByText('Saved as version 2').waitFor()
    await page.getByText('Version 2, not approved').waitFor()
    await look(page, 'clause')
    await page.getByRole('button', { name: 'Approve version 2' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve version 2' }).click()
    await page.getByText('Version 2 is in use').waitFor()

    await caller.post('/v2/clauses', {
      title: 'Law',
      category: 'Governing law',
      text: 'Norwegian law applies.',
    })
    await page.getByRole('main').getByRole('link', { name: 'Clauses' }).click()
    await page.getByRole('link', { name: 'Law', exact: true }).waitFor()
    await look(page, 'clauses')
    await page.getByLabel('Search titles and texts').fill('a year')
    await gone(page.getByRole('link', { name: 'Law', exact: true }))
    await page.getByRole('link', { name: 'Limitation of liability' }).click()
    await page.getByRole('button', { name: 'Retire' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click()
    await page.getByText('Clause retired').waitFor()
    await page.getByRole('button', { name: 'Take into use again' }).click()
    await page.getByText('Clause is in use again').waitFor()

    const colleague = await createUser(parts.app, hash)
    const other = await openAs({ email: colleague.email, password }, page.url().replace(/^[^#]*#/, ''))
    await other.getByText('Ask the head of legal.').waitFor()
    await absent(other.getByRole('button', { name: 'Edit texts' }))
  })

  test('is found while a document is edited, and goes in after the paragraph where one is [C-405]', async () => {
    const { organisationId } = files.owner()
    const admin = await callerFor(
      parts,
      await createUser(parts.app, { organisationId, role: 'Administrator' }),
    )
    const text = 'Liability is limited to {cap}.\nNot for fraud.'
    const clause = { title: 'Limitation of liability', category: 'Liability', ...clauseContent({ text }) }
    const { id: clauseId } = (await admin.post('/v2/clauses', clause)).json()
    await admin.post(`/v2/clauses/${clauseId}/approve`, { version: 1 })
    await admin.post('/v2/clauses', { ...clause, title: 'A draft' })

    const id = await files.add('Agreement.docx', docx(['1. Payment.', '2. Law.']), word)
    const page = await files.openFile(id, '?edit=yes')
    const edited = page.getByRole('region', { name: 'Text of Agreement.docx' })
    await edited.getByRole('button', { name: /Payment/ }).waitFor()
    await page.getByRole('button', { name: 'Clauses', exact: true }).click()
    const panel = page.getByRole('region', { name: 'Clauses of the library' })
    await panel.getByLabel('Search clauses').fill('fraud')
    await panel.getByRole('button', { name: /Limitation of liability/ }).click()
    await panel.getByRole('button', { name: 'Insert: Standard text' }).click()
    await panel.getByText('Choose the paragraph first').waitFor()
    await edited.getByRole('button', { name: /Payment/ }).click()
    await panel.getByRole('button', { name: 'Insert: Standard text' }).click()
    await page.getByText('2 paragraphs inserted').waitFor()
    await panel.getByRole('button', { name: 'Insert: Alternative: Fixed amount' }).click()
    await look(page, 'clause-insert')
    await page.getByRole('button', { name: 'Save as a new version' }).click()
    await page.getByText('Added 3 paragraphs of version 1.').waitFor()
    const { changes } = (await files.asOwner().get(`/v2/files/${id}/versions/2/markup`)).json()
    expect(changes).toMatchObject([
      {
        kind: 'Inserted',
        text: 'Liability is limited to [cap].\nNot for fraud.\nLiability is limited to 100,000 euros.',
      },
    ])
  })

  test('is compared with the passage of a document that is about the same [C-406]', async () => {
    const { organisationId } = files.owner()
    const admin = await callerFor(
      parts,
      await createUser(parts.app, { organisationId, role: 'Administrator' }),
    )
    const clause = { title: 'Cap on liability', category: 'Liability', ...clauseContent() }
    const { id: clauseId } = (await admin.post('/v2/clauses', clause)).json()
    await admin.post(`/v2/clauses/${clauseId}/approve`, { version: 1 })
    const liability = 'Neither party is liable for more than the fees of 24 months.'
    const text = ['1. Payment', 'Fees are due in 30 days.', '2. Cap on Liability', liability]
    const id = await files.add('Compared.docx', docx(text), word)
    const page = await files.openFile(id)
    await page.getByRole('button', { name: 'Compare with a clause' }).click()
    const panel = page.getByRole('region', { name: 'Clauses of the library' })
    await panel.getByRole('button', { name: /Cap on liability/ }).click()
    await panel.getByRole('button', { name: 'Find it in this document' }).click()
    const found = panel.getByRole('region', { name: 'In this document' })
    await found.getByText('Under “Cap on Liability”').waitFor()
    await found.getByText('Nearest to Fallback 1, 100% the same').waitFor()
    expect(await found.locator('del').allTextContents()).toEqual(['twelve'])
    expect(await found.locator('ins').allTextContents()).toEqual(['24'])
    await look(page, 'clause-compared')
    await found.getByLabel('Compare with').selectOption({ label: 'Fallback 1 (100% the same)' })
    await gone(found.locator('ins'))
    await page.getByRole('button', { name: 'Versions' }).click()
    await page.getByRole('button', { name: 'Compare with a clause' }).waitFor()
  })

  test('that went into a draft is on the page of the contract, and compared from there [C-430]', async () => {
    const { admin, caller } = await department()
    const lease = { name: 'Lease', category: 'Commercial', parent: { name: 'Property' } }
    const type = (await caller.post('/v2/contractTypes', lease)).headers.location
    await caller.post('/v2/fields', { name: 'Law', fieldType: 'ShortText' })
    await caller.put(`${type}/forms/wizard`, { parts: [{ field: 'law' }] })
    const approved = async (title: string) => {
      const clause = { title, category: 'Usual', ...clauseContent() }
      const { id } = (await caller.post('/v2/clauses', clause)).json<{ id: number }>()
      await caller.post(`/v2/clauses/${id}/approve`, { version: 1 })
      return id
    }
    const liability = await approved('Cap on liability')
    await approved('Usual remedies')
    const text = [
      '1. Cap on Liability',
      '{{clause:cap-on-liability}}',
      '2. Remedies',
      '{{clause:usual-remedies}}',
    ]
    const put = await caller.put(`${type}/document`, docx(text), { headers: { 'content-type': word } })
    expect(put.statusCode, put.body).toBe(204)
    const typeId = Number(type?.split('/').at(-1))
    const made = await caller.post('/v2/contracts', { type: { id: typeId }, name: 'Pier 7', fields: {} })
    expect(made.statusCode, made.body).toBe(201)
    const next = clauseContent({ text: 'Neither party is liable for more than the fees of ten months.' })
    await caller.post(`/v2/clauses/${liability}/versions`, { ...next, reason: 'Less' })
    await caller.post(`/v2/clauses/${liability}/approve`, { version: 2 })

    const { id: contractId } = made.json<{ id: number }>()
    const page = await openAs({ email: admin.email, password }, `/contracts/${contractId}`)
    await page.getByText('Drafted with 2 clauses of the library').click()
    const listed = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'Cap on liability' }) })
    await listed.getByText('version 1, standard text').waitFor()
    await listed.getByText('Changed in the library since').waitFor()
    await page.getByText('As in the library').waitFor()
    await look(page, 'clauses-of-contract')
    await listed.getByRole('button', { name: 'Compare with the clause Cap on liability' }).click()
    const found = page.getByRole('region', { name: 'In this document' })
    await found
      .getByText('Under “1 Cap on Liability”')
      .or(found.getByText('Under “Cap on Liability”'))
      .waitFor()
    expect(await found.locator('del').allTextContents()).toEqual(['ten'])
    expect(await found.locator('ins').allTextContents()).toEqual(['twelve'])
    await look(page, 'clause-of-contract-compared')
    await page.getByRole('button', { name: 'Versions' }).click()
    await page.getByRole('button', { name: 'Compare with a clause' }).waitFor()
    await page.getByRole('link', { name: 'Cap on liability' }).click()
    await page.getByRole('heading', { name: 'Cap on liability', level: 1 }).waitFor()
  })
})
