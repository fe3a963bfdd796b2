import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import {
  createFileWorld,
  download,
  eventsOf,
  storedIn,
  upload,
  versionsOf,
} from '../../../test/fixtures/files.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { form } from '../../../test/documents/forms.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { systemActor } from '../../platform/events/change.ts'
import { linkOrganisations } from '../../identity/organisations/commands/link-organisations.ts'

const parts = useTestApp({ CHANCERY_MAX_UPLOAD_BYTES: '5000000' })
const world = () => createFileWorld(parts.app, parts.server)
const contracts = '/contract-apis/v1/contracts'

describe('adding a file', () => {
  test('returns its id, stores it byte for byte and publishes it [C-80, F-64, W-33, W-50]', async () => {
    const here = await world()
    const content = randomBytes(1_234_567)
    const answer = await upload(here.asOwner, here.contractId, { name: 'Annex A.bin', content })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    const fileId = answer.json<number>()
    expect((await download(here.asOwner, fileId)).equals(content)).toBe(true)
    expect(await eventsOf(parts.app, here.organisationId)).toEqual([['contract.file.created', fileId]])
  })

  test('moves the last activity of the contract, which a skipped one does not', async () => {
    const here = await world()
    const lastActivity = async () => {
      const { data } = (await here.asOwner.get(`${contracts}?fields=lastActivityDateUtc`)).json<{
        data: { lastActivityDateUtc: string }[]
      }>()
      return data[0]?.lastActivityDateUtc
    }
    const add = (query = '') => upload(here.asOwner, here.contractId, { name: 'a.txt', content: 'a', query })
    const before = await lastActivity()
    parts.clock.advance({ minutes: 1 })
    await add()
    const after = await lastActivity()
    expect(after).not.toBe(before)
    expect(after).toBe(parts.clock.now().toISOString().slice(0, -1))
    parts.clock.advance({ minutes: 1 })
    await add('?conflictResolution=Skip')
    expect(await lastActivity()).toBe(after)
  })

  test('takes it in base64 as JSON as well [C-82]', async () => {
    const here = await world()
    const content = randomBytes(2_000_000)
    const body = { FileName: 'a.bin', File: content.toString('base64') }
    const answer = await here.asOwner.post(`${contracts}/${here.contractId}/files`, body)
    expect(answer.statusCode, answer.body).toBe(201)
    expect((await download(here.asOwner, answer.json<number>())).equals(content)).toBe(true)
  })

  test('of a lawyer from outside lies in the space of the organisation that the contract belongs to [C-88]', async () => {
    const here = await world()
    const { id: firm } = await createOrganisation(parts.app, { type: 'ServiceProvider' })
    await linkOrganisations(parts.app, systemActor('test'), {
      customerId: here.organisationId,
      providerId: firm,
    })
    const lawyer = await createUser(parts.app, { organisationId: firm })
    const caller = await callerFor(parts, lawyer)
    const file = { name: 'advice.txt', content: 'advice' }
    expect((await upload(caller, here.contractId, file)).statusCode).toBe(404)
    const added = await here.asOwner.post(`${contracts}/${here.contractId}/users`, { userId: lawyer.id })
    expect(added.statusCode, added.body).toBe(204)
    // who may see what is read again after a second
    parts.clock.advance({ seconds: 2 })
    const member = await callerFor(parts, lawyer)
    await expect.poll(async () => (await upload(member, here.contractId, file)).statusCode).toBe(201)
    const [version] = await versionsOf(parts.app, here.organisationId)
    expect(version?.storage_key).toMatch(new RegExp(`^${here.organisationId}/`))
  })

  test('takes an empty file [F-30]', async () => {
    const here = await world()
    const answer = await upload(here.asOwner, here.contractId, { name: 'empty.txt', content: '' })
    expect(answer.statusCode).toBe(201)
    expect(await download(here.asOwner, answer.json<number>())).toHaveLength(0)
  })

  test('a member without the right to change the contract may add one [C-87, P-44]', async () => {
    const here = await world()
    expect((await upload(here.asMember, here.contractId, { name: 'a.txt', content: 'a' })).statusCode).toBe(
      201,
    )
    const refused = await upload(here.asColleague, here.contractId, { name: 'b.txt', content: 'b' })
    expect(refused.statusCode).toBe(404)
    expect(await versionsOf(parts.app, here.organisationId)).toHaveLength(1)
  })

  test('takes the fields of the form before and after the file [C-81]', async () => {
    const here = await world()
    const first = await upload(here.asOwner, here.contractId, { name: 'a.txt', content: 'one' })
    const { payload, headers } = form({
      Comments: 'second thoughts',
      file: { name: 'b.txt', content: 'two' },
      ParentFileId: first.body,
    })
    const answer = await here.asOwner.post(`${contracts}/${here.contractId}/files`, payload, { headers })
    expect(answer.json()).toBe(first.json())
    expect(await versionsOf(parts.app, here.organisationId)).toMatchObject([
      { version: 1, name: 'a.txt' },
      { version: 2, name: 'a.txt', given: 'b.txt' },
    ])
  })

  test('the part of the file may have any name [C-80]', async () => {
    const here = await world()
    const { payload, headers } = form({ attachment: { name: 'a.txt', content: 'a' } })
    const answer = await here.asOwner.post(`${contracts}/${here.contractId}/files`, payload, { headers })
    expect(answer.statusCode).toBe(201)
  })

  test.each([
    ['no parts', {}],
    ['fields only', { comments: 'nothing to see' }],
    ['a file field without a file chosen', { file: { name: '', content: '' } }],
  ])('without a file it is 400 that names file: %s [C-83]', async (_, fields) => {
    const here = await world()
    const { payload, headers } = form(fields)
    const answer = await here.asOwner.post(`${contracts}/${here.contractId}/files`, payload, { headers })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ errors: { file: [expect.stringContaining('missing')] } })
  })

  test('two files are refused and neither is kept [C-83]', async () => {
    const here = await world()
    const before = await storedIn(parts.app)
    const { payload, headers } = form({
      file: { name: 'a.txt', content: 'a' },
      file2: { name: 'b.txt', content: 'b' },
    })
    const answer = await here.asOwner.post(`${contracts}/${here.contractId}/files`, payload, { headers })
    expect(answer.statusCode).toBe(400)
    expect(await storedIn(parts.app)).toEqual(before)
    expect(await eventsOf(parts.app, here.organisationId)).toEqual([])
  })

  test('one byte more than the limit is refused, the limit itself is taken [G-56]', async () => {
    const here = await world()
    const before = await storedIn(parts.app)
    const tooMuch = await upload(here.asOwner, here.contractId, {
      name: 'a',
      content: randomBytes(5_000_001),
    })
    expect(tooMuch.statusCode).toBe(413)
    expect(tooMuch.json()).toMatchObject({ detail: expect.stringContaining('5000000') as string })
    expect(await storedIn(parts.app)).toEqual(before)
    const enough = await upload(here.asOwner, here.contractId, { name: 'a', content: randomBytes(5_000_000) })
    expect(enough.statusCode).toBe(201)
  })

  test('lies where only the server can read it [F-80]', async () => {
    const here = await world()
    await upload(here.asOwner, here.contractId, { name: 'a.txt', content: 'secret' })
    for (const path of await storedIn(parts.app)) expect((await stat(path)).mode & 0o777).toBe(0o600)
  })
})

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
