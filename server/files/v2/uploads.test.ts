// v2 of new files: for records, for contracts that do not exist yet, and folders.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { createFileWorld, download, eventsOf, storedIn, versionsOf } from '../../../test/fixtures/files.ts'
import { form } from '../../../test/documents/forms.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { organisationOfKey } from '../../platform/storage/storage-keys.ts'
import { removeStagedUploads } from '../commands/remove-staged-uploads.ts'

const parts = useTestApp()
const world = () => createFileWorld(parts.app, parts.server)

const file = (name: string, content: Buffer | string = name) => ({ name, content, contentType: 'text/plain' })
type Parts = Parameters<typeof form>[0]

function send(caller: Caller, fields: Parts, headers: Record<string, string> = {}) {
  const { payload, headers: own } = form(fields)
  return caller.post('/v2/files', payload, { headers: { ...own, ...headers } })
}

const md5 = (content: string) => createHash('md5').update(content).digest('base64')

describe('a file for a record', () => {
  test('goes where the form says, whether the form says so before or after the file [V-206]', async () => {
    const { contractId, asOwner, asMember, organisationId } = await world()
    const folder = await asOwner.post('/v2/files', {
      name: 'Drafts',
      resource: { id: contractId, type: 'Contract' },
    })
    const folderId = folder.json<{ id: number }>().id
    const target = { targetResourceType: 'contract', targetResourceId: contractId, folderId }
    const before = await send(asOwner, { ...target, file: file('a.txt') })
    const after = await send(asMember, { file: file('b.txt'), ...target })
    for (const [answer, name] of [
      [before, 'a.txt'],
      [after, 'b.txt'],
    ] as const) {
      expect(answer.statusCode, answer.body).toBe(201)
      const { id } = answer.json<{ id: number }>()
      expect(answer.headers.location).toBe(`/v2/files/${id}`)
      expect((await asOwner.get(`/v2/files/${id}`)).json()).toMatchObject({
        name,
        folder: { id: folderId },
        resource: { id: contractId, type: 'Contract' },
      })
      expect((await download(asOwner, id)).toString()).toBe(name)
    }
    const events = await eventsOf(parts.app, organisationId)
    const created = ['contract.folder.created', 'contract.file.created', 'contract.file.created']
    expect(events.map(([name]) => name)).toEqual(created)
    expect(await storedIn(parts.app)).toHaveLength(2)
  })

  test('of a record of another organisation is stored with that organisation, even if the form names it last', async () => {
    const { app } = parts
    const { owner, organisationId } = await world()
    const firm = await createOrganisation(app, { type: 'ServiceProvider' })
    const lawyer = await createUser(app, { organisationId: firm.id, role: 'MatterManager' })
    const templateId = await createContractTemplate(app, { organisationId })
    const contractId = await insertContract(app, { owner, templateId, members: [lawyer] })
    const guest = await callerFor(parts, lawyer)
    const answer = await send(guest, {
      file: file('brief.txt'),
      targetResourceType: 'Contract',
      targetResourceId: contractId,
    })
    expect(answer.statusCode, answer.body).toBe(201)
    const keys = (await versionsOf(app, organisationId)).map(({ storage_key }) => storage_key)
    expect(keys.map(organisationOfKey)).toEqual([organisationId])
  })

  test('under a name that is taken is a conflict, and nothing is stored [V-207]', async () => {
    const { contractId, asOwner, organisationId } = await world()
    const target = { targetResourceType: 'Contract', targetResourceId: contractId }
    expect((await send(asOwner, { ...target, file: file('a.txt') })).statusCode).toBe(201)
    const stored = (await storedIn(parts.app)).length
    for (const fields of [
      { ...target, file: file('A.TXT', 'other') },
      { file: file('A.TXT', 'other'), ...target },
    ]) {
      const again = await send(asOwner, fields)
      expect(again.statusCode, again.body).toBe(409)
      expect(again.json<{ detail: string }>().detail).toContain('a.txt')
    }
    const folder = { name: 'a.txt', resource: { id: contractId, type: 'Contract' } }
    expect((await asOwner.post('/v2/files', folder)).statusCode).toBe(409)
    expect(await versionsOf(parts.app, organisationId)).toHaveLength(1)
    expect(await storedIn(parts.app)).toHaveLength(stored)
  })

  test('must have the checksum that its sender gives [V-208]', async () => {
    const { contractId, asOwner, organisationId } = await world()
    const fields = {
      targetResourceType: 'Contract',
      targetResourceId: contractId,
      file: file('a.txt', 'one'),
    }
    for (const wrong of [md5('two'), 'x', md5('one').slice(0, 8)]) {
      const refused = await send(asOwner, fields, { 'content-md5': wrong })
      expect(refused.statusCode).toBe(400)
      expect(refused.json()).toMatchObject({ errors: { 'Content-MD5': [expect.any(String)] } })
    }
    expect(await versionsOf(parts.app, organisationId)).toEqual([])
    const answer = await send(asOwner, fields, { 'content-md5': md5('one') })
    expect(answer.statusCode, answer.body).toBe(201)
    const { id } = answer.json<{ id: number }>()
    const { payload, headers } = form({ file: file('a.txt', 'three') })
    const version = (sum: string) =>
      asOwner.post(`/v2/files/${id}`, payload, { headers: { ...headers, 'content-md5': sum } })
    expect((await version(md5('one'))).statusCode).toBe(400)
    expect((await version(md5('three'))).statusCode).toBe(201)
    const content = await asOwner.get(`/v2/files/${id}/content`)
    expect([content.body, content.headers['content-md5']]).toEqual(['three', md5('three')])
  })

  test.each<[Parts, string]>([
    [{ targetResourceType: 'Contract', targetResourceId: 1 }, 'file'],
    [{ file: file('a.txt'), targetResourceId: 1 }, 'targetResourceType'],
    [{ file: file('a.txt'), targetResourceType: 'Contract' }, 'targetResourceId'],
    [{ file: file('a.txt'), targetResourceType: 'Task', targetResourceId: 1 }, 'targetResourceType'],
    [{ targetResourceType: 'Matter', targetResourceId: 'x', file: file('a.txt') }, 'targetResourceId'],
    [{ targetResourceType: 'Matter', targetResourceId: 2_000_000_000, file: file('a') }, 'targetResourceId'],
    [{ targetResourceType: 'ContractCreation', targetResourceId: 1, file: file('a') }, 'targetResourceId'],
  ])('%j is rejected by name, and nothing is stored', async (fields, name) => {
    const { asOwner } = await world()
    const stored = (await storedIn(parts.app)).length
    const answer = await send(asOwner, fields)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json()).toMatchObject({ errors: { [name]: [expect.stringContaining(name)] } })
    expect(await storedIn(parts.app)).toHaveLength(stored)
  })

  test.each([
    [{ resource: { id: 1, type: 'Contract' } }, 'name', 400],
    [{ name: 'a' }, 'resource', 400],
    [{ name: 'a', resource: { id: 2_000_000_000, type: 'Contract' } }, 'resource', 400],
    [{ name: 'a', resource: { id: 1, type: 'Task' } }, 'type', 400],
    [{ name: 'a', resource: { id: 1, type: 'Matter' }, colour: 'red' }, 'colour', 400],
  ])('the folder %j is rejected by name', async (body, name, status) => {
    const { asOwner } = await world()
    const answer = await asOwner.post('/v2/files', body)
    expect([answer.statusCode, answer.json<{ errors: object }>().errors]).toEqual([
      status,
      { [name]: [expect.stringContaining(name)] },
    ])
  })

  test('a folder is created in a folder; one that is not in the record is rejected by name [V-209]', async () => {
    const { contractId, asOwner } = await world()
    const resource = { id: contractId, type: 'Contract' }
    const make = (body: object) => asOwner.post('/v2/files', { resource, ...body })
    const outer = (await make({ name: 'Outer' })).json<{ id: number }>()
    const inner = await make({ name: 'Inner', folder: outer })
    expect(inner.statusCode, inner.body).toBe(201)
    expect((await asOwner.get(inner.headers.location ?? '')).json()).toMatchObject({
      type: 'Folder',
      folder: { id: outer.id, name: 'Outer' },
    })
    const lost = await make({ name: 'Lost', folder: { id: 2_000_000_000 } })
    expect([lost.statusCode, lost.json<{ errors: object }>().errors]).toEqual([
      400,
      { folder: [expect.any(String)] },
    ])
    const text = await asOwner.post('/v2/files', 'text', { headers: { 'content-type': 'text/plain' } })
    expect(text.statusCode).toBe(415)
  })
})

describe('a file for a contract that does not exist yet', () => {
  const waiting = (caller: Caller, name = 'Lease.docx', content = 'lease') =>
    send(caller, { file: file(name, content), targetResourceType: 'ContractCreation' })

  async function waitingWorld() {
    const made = await world()
    const { organisationId, asOwner } = made
    const type = { id: await createContractTemplate(parts.app, { organisationId, name: 'Lease' }) }
    const answer = await waiting(asOwner)
    expect(answer.statusCode, answer.body).toBe(201)
    const document = answer.json<{ id: number }>()
    return { ...made, type, document }
  }

  test('is staged without a trace, and becomes the document of the contract under its id, once [V-203]', async () => {
    const { organisationId, asOwner, type, document } = await waitingWorld()
    expect((await asOwner.get(`/v2/files/${document.id}`)).statusCode).toBe(404)
    expect(await eventsOf(parts.app, organisationId)).toEqual([])
    const body = { type, name: 'Lease of a mill', document }
    const made = await asOwner.post('/v2/contracts', body)
    expect(made.statusCode, made.body).toBe(201)
    const { id } = made.json<{ id: number }>()
    expect(made.headers.location).toBe(`/v2/contracts/${id}`)
    expect((await asOwner.get(`/v2/contracts/${id}`)).json()).toMatchObject({
      name: 'Lease of a mill',
      status: 'Draft',
      type: { id: type.id, name: 'Lease' },
      document: { id: document.id, name: 'Lease.docx', version: 1 },
    })
    expect((await download(asOwner, document.id)).toString()).toBe('lease')
    expect(await eventsOf(parts.app, organisationId)).toEqual([['contract.created', id]])
    const again = await asOwner.post('/v2/contracts', { ...body, name: 'Again' })
    expect([again.statusCode, again.json<{ errors: object }>().errors]).toEqual([
      400,
      { document: [expect.stringContaining('ContractCreation')] },
    ])
  })

  test('is at its Location for its sender alone, until a contract uses it or a day has passed [V-393]', async () => {
    const { organisationId, asOwner, type } = await waitingWorld()
    const staged = await waiting(asOwner)
    const path = staged.headers.location ?? ''
    const { id } = staged.json<{ id: number }>()
    const shown = (await asOwner.get(path)).json<object>()
    expect(shown).toEqual({
      id,
      name: 'Lease.docx',
      contentType: expect.any(String),
      size: 5,
      created: { dateUtc: expect.stringMatching(/Z$/) },
      expires: { dateUtc: expect.stringMatching(/Z$/) },
    })
    const other = await createUser(parts.app, { organisationId, role: 'Administrator' })
    expect((await (await callerFor(parts, other)).get(path)).statusCode).toBe(404)
    const made = await asOwner.post('/v2/contracts', { type, name: 'Lease of a mill', document: { id } })
    expect(made.statusCode, made.body).toBe(201)
    expect((await asOwner.get(path)).statusCode).toBe(404)
    expect((await asOwner.get(`/v2/files/${id}`)).statusCode).toBe(200)
  })

  test('is used by one of two contracts that ask for it at the same time [V-203]', async () => {
    const { asOwner, type, document, organisationId } = await waitingWorld()
    const make = (name: string) => asOwner.post('/v2/contracts', { type, name, document })
    const answers = await Promise.all(['One', 'Two', 'Three'].map(make))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400, 400])
    expect(await versionsOf(parts.app, organisationId)).toHaveLength(1)
  })

  test('stays staged when the contract is rejected, and belongs to its sender [V-204]', async () => {
    const { asOwner, organisationId, type, document } = await waitingWorld()
    const wrong = await asOwner.post('/v2/contracts', { type, name: 'x', document, fields: { none: 1 } })
    expect(wrong.json()).toMatchObject({ errors: { 'fields.none': [expect.any(String)] } })
    const other = await callerFor(parts, await createUser(parts.app, { organisationId }))
    expect((await other.post('/v2/contracts', { type, name: 'x', document })).statusCode).toBe(400)
    expect((await asOwner.post('/v2/contracts', { type, name: 'x', document })).statusCode).toBe(201)
  })

  test('is removed with its content after a day [V-205]', async () => {
    const { app, clock } = parts
    const { owner, type, document } = await waitingWorld()
    const caller = () => callerFor(parts, owner)
    const stored = (await storedIn(app)).length
    clock.advance({ hours: 23 })
    expect(await removeStagedUploads(app)).toEqual({ removed: 0 })
    const second = (await waiting(await caller())).json<{ id: number }>()
    clock.advance({ hours: 1 })
    const asOwner = await caller()
    expect((await asOwner.post('/v2/contracts', { type, name: 'x', document })).statusCode).toBe(400)
    expect((await removeStagedUploads(app)).removed).toBeGreaterThanOrEqual(1)
    expect((await storedIn(app)).length).toBeLessThanOrEqual(stored)
    const kept = await asOwner.post('/v2/contracts', { type, name: 'x', document: second })
    expect(kept.statusCode, kept.body).toBe(201)
  })

  test('is for those who may create contracts', async () => {
    const { asMember, organisationId } = await world()
    const before = (await storedIn(parts.app)).length
    const reader = await callerFor(parts, await createUser(parts.app, { organisationId, permissions: [] }))
    for (const caller of [asMember, reader]) expect((await waiting(caller)).statusCode).toBe(403)
    expect(await storedIn(parts.app)).toHaveLength(before)
  })
})
