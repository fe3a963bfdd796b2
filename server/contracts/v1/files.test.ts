// v1 of the document of a contract; files in general: server/records/v1/files.test.ts.
import { describe, expect, test } from 'vitest'
import { createFileWorld, download, eventsOf, upload, versionsOf } from '../../../test/fixtures/files.ts'
import { createContractTemplate } from '../../../test/factories.ts'
import { form } from '../../../test/documents/forms.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()
const world = () => createFileWorld(parts.app, parts.server)
const contracts = '/contract-apis/v1/contracts'

describe('the contract document', () => {
  async function withDocument() {
    const here = await world()
    const templateId = await createContractTemplate(parts.app, here)
    const { payload, headers } = form({
      ContractTemplateId: templateId,
      Name: 'Lease',
      ContractFile: { name: 'Lease.docx', content: 'draft' },
    })
    const created = await here.asOwner.post(contracts, payload, { headers })
    expect(created.statusCode, created.body).toBe(200)
    const contractId = created.json<number>()
    const [document] = await versionsOf(parts.app, here.organisationId)
    return { here, contractId, documentId: document?.id ?? 0 }
  }

  test('is updated with parentFileId alone: a version, announced as an update of the document [C-84, W-52]', async () => {
    const { here, contractId, documentId } = await withDocument()
    const query = `?parentFileId=${documentId}&comments=signed`
    const answer = await upload(here.asOwner, contractId, { name: 'scan 17.pdf', content: '%PDF-1.7', query })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.json()).toBe(documentId)
    expect(await versionsOf(parts.app, here.organisationId)).toMatchObject([
      { version: 1, given: 'Lease.docx' },
      { version: 2, given: 'scan 17.pdf', name: 'Lease.pdf' },
    ])
    expect(await eventsOf(parts.app, here.organisationId)).toEqual([
      ['contract.created', contractId],
      ['contract.document.updated', documentId],
    ])
    expect((await download(here.asOwner, documentId, '?version=1')).toString()).toBe('draft')
  })

  test.each([
    ['folderId=0', ['folderId']],
    ['conflictResolution=SaveVersion', ['conflictResolution']],
    ['folderId=1&conflictResolution=Skip', ['folderId', 'conflictResolution']],
  ])('is not updated with parentFileId and %s [C-85, C-86]', async (more, names) => {
    const { here, contractId, documentId } = await withDocument()
    const query = `?parentFileId=${documentId}&${more}`
    const answer = await upload(here.asOwner, contractId, { name: 'Lease.docx', content: 'final', query })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual(names)
    expect(await versionsOf(parts.app, here.organisationId)).toHaveLength(1)
  })

  test('is not in the way of a file of its name', async () => {
    const { here, contractId } = await withDocument()
    const answer = await upload(here.asOwner, contractId, { name: 'Lease.docx', content: 'a copy' })
    expect(answer.statusCode).toBe(201)
    expect((await eventsOf(parts.app, here.organisationId)).at(-1)?.[0]).toBe('contract.file.created')
  })
})
