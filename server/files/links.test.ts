// Links among files: operations that need content, uploads under their names, and operations that work as on any file.
import { beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '../../test/factories.ts'
import { addFileLink, address, newName, problemOf, word } from '../../test/documents/file-links.ts'
import {
  addFolder,
  addText,
  createFileWorld,
  eventsOf,
  type FileWorld,
  patchFile,
  sendRaw,
  upload,
} from '../../test/fixtures/files.ts'
import { form } from '../../test/documents/forms.ts'
import { insertMatter } from '../../test/fixtures/matters.ts'
import { useTestApp } from '../../test/test-app.ts'
import { callerFor } from '../../test/tokens.ts'
import { internalTransaction } from '../platform/events/change.ts'
import { sweepStorage, verifyStorage } from './contents/sweep.ts'

const parts = useTestApp()
let here: FileWorld
let resource: { readonly type: string; readonly id: number }
beforeAll(async () => {
  here = await createFileWorld(parts.app, parts.server)
  resource = { type: 'Contract', id: here.contractId }
})

const link = (body: object = {}, by = here.asOwner) => addFileLink(by, { resource, ...body })

describe('an operation that needs content', () => {
  test.each([
    '/file-apis/v1/files/:id/download',
    '/file-apis/v1/files/:id/download?version=1',
    '/v2/files/:id/content',
  ])('is answered with the address of the document: %s [F-126]', async (path) => {
    const { id, name } = await link()
    const answer = await here.asOwner.get(path.replace(':id', String(id)))
    expect(problemOf(answer)).toEqual([
      409,
      `${name} is a link: its document is kept at ${address}. Open it there.`,
    ])
    expect((await here.asColleague.get(path.replace(':id', String(id)))).statusCode).toBe(404)
  })

  test.each(['', '?conflictResolution=SaveVersion', '?conflictResolution=Replace'])(
    'an upload under the name of a link is 409 before its content is read, and stores nothing: %j [F-127]',
    async (query) => {
      const { asOwner, contractId } = here
      const { id, name } = await link()
      const raw = await sendRaw(asOwner, `Contract/${contractId}`, { name, content: 'x', query })
      const ofForm = await upload(asOwner, contractId, { name, content: 'x', query })
      const linkMessage = `${name} is a link: its document is kept at ${address}. Store the new content there, or use another name.`
      expect([problemOf(raw), problemOf(ofForm)]).toEqual([
        [409, linkMessage],
        [409, linkMessage],
      ])
      expect((await asOwner.get(`/file-apis/v1/files/${id}`)).json()).toMatchObject({ version: 1, size: 0 })
    },
  )

  test('an upload with KeepBoth under the name of a link keeps both, and cannot be finalised onto it [F-127]', async () => {
    const { asOwner, contractId } = here
    const { id, name } = await link()
    const target = `Contract/${contractId}`
    const skipped = await sendRaw(asOwner, target, { name, content: 'x', query: '?conflictResolution=Skip' })
    expect(skipped.statusCode).toBe(204)
    const query = '?conflictResolution=KeepBoth'
    const kept = (await sendRaw(asOwner, target, { name, content: 'x', query })).json<number>()
    expect(kept).not.toBe(id)
    const finalise = (uploadId: number, conflictResolution: string) =>
      asOwner.put(`/file-apis/v1/files/${target}/uploads/${uploadId}`, {
        outcome: 'Succeeded',
        conflictResolution,
      })
    for (const resolution of ['SaveVersion', 'Replace']) {
      expect((await finalise(kept, resolution)).statusCode).toBe(409)
    }
    expect((await finalise(id, 'KeepBoth')).statusCode).toBe(404)
    expect((await finalise(kept, 'KeepBoth')).json()).toBe(kept)
  })

  test('a new version of a link is 409, with or without its checksum [F-127]', async () => {
    const { asOwner, contractId } = here
    const { id } = await link()
    const { payload, headers } = form({ file: { name: 'b.docx', content: 'x', contentType: word } })
    const ofV2 = await asOwner.post(`/v2/files/${id}`, payload, { headers })
    const md5 = { ...headers, 'content-md5': 'nUdDX9mfJ6PZwqyGN1qWqA==' }
    const checked = await asOwner.post(`/v2/files/${id}`, payload, { headers: md5 })
    const ofV1 = await upload(asOwner, contractId, {
      name: 'b.docx',
      content: 'x',
      query: `?parentFileId=${id}`,
    })
    for (const answer of [ofV2, checked, ofV1]) {
      expect(problemOf(answer)).toEqual([409, expect.stringContaining(address)])
    }
  })

  test('a link cannot be the terms of a matter [F-130]', async () => {
    const { app } = parts
    const admin = await createUser(app, { organisationId: here.organisationId, role: 'Administrator' })
    const matterId = await insertMatter(app, { owner: admin })
    const caller = await callerFor(parts, admin)
    const { id } = await link({ resource: { type: 'Matter', id: matterId } }, caller)
    const refused = await caller.put(`/v2/matters/${matterId}/terms`, { file: { id }, code: 'T-1' })
    expect(refused.statusCode, refused.body).toBe(400)
  })

  test('the sweep and the storage check ignore links [F-129]', async () => {
    const { id } = await link()
    await sweepStorage(parts.app, { graceMinutes: 0 })
    const { findings } = await verifyStorage(parts.app)
    expect(findings.filter(({ fileId }) => fileId === id)).toEqual([])
  })

  test('the schema rejects a file with both content and an address [F-129]', async () => {
    const { organisationId, asOwner, contractId } = here
    const { id } = await link()
    const fileId = await addText(asOwner, `Contract/${contractId}`, newName())
    const moved = internalTransaction(parts.app, (tx) =>
      tx
        .updateTable('file_versions')
        .set({ file_id: id, version: 2 })
        .where('organisation_id', '=', organisationId)
        .where('file_id', '=', fileId)
        .execute(),
    )
    await expect(moved).rejects.toThrow('file_versions_file')
    const changed = (columns: object) =>
      internalTransaction(parts.app, (tx) =>
        tx
          .updateTable('files')
          .set(columns)
          .where('organisation_id', '=', organisationId)
          .where('id', '=', fileId)
          .execute(),
      )
    await expect(changed({ web_uri: address })).rejects.toThrow('files_link')
    await expect(changed({ web_uri: address, linked: true, size: 0 })).rejects.toThrow('file_versions_file')
  })
})

describe('like any file, a link', () => {
  test('can be renamed, and moved to another record [F-128]', async () => {
    const { app } = parts
    const { asOwner, owner, contractId } = here
    const matterId = await insertMatter(app, { owner })
    const folderId = await addFolder(asOwner, `Contract/${contractId}`, newName())
    const evidence = await addFolder(asOwner, `Matter/${matterId}`, 'Evidence')
    const { id } = await link()
    const name = newName()
    await patchFile(asOwner, id, { Name: name, FolderId: folderId, Description: 'Moved' })
    expect((await asOwner.patch(`/v2/files/${id}`, { folder: null })).statusCode).toBe(204)
    expect((await asOwner.post(`/file-apis/v1/files/${id}/move/${evidence}`)).statusCode).toBe(204)
    expect((await asOwner.get(`/v2/fileLinks/${id}`)).json()).toMatchObject({
      name,
      description: 'Moved',
      externalWebUri: address,
      resource: { type: 'Matter', id: matterId },
      folder: { id: evidence },
    })
  })

  test.each([
    ['a link', 'a file', { SaveVersion: 409, Replace: 409, Skip: 204, KeepBoth: 204 }],
    ['a file', 'a link', { SaveVersion: 409, Replace: 409, Skip: 204, KeepBoth: 204 }],
    ['a link', 'a link', { SaveVersion: 409, Replace: 409, Skip: 204, KeepBoth: 204 }],
  ])('cannot be merged: %s moved onto %s of the same name [F-127]', async (moved, there, answers) => {
    const { asOwner, contractId } = here
    const name = newName()
    const folderId = await addFolder(asOwner, `Contract/${contractId}`, `Folder of ${name}`)
    const make = async (what: string, folder: number) =>
      what === 'a link'
        ? (await link({ name, folder: folder === 0 ? null : { id: folder } })).id
        : addText(asOwner, folder === 0 ? `Contract/${contractId}` : `Folder/${folder}`, name)
    const id = await make(moved, 0)
    await make(there, folderId)
    for (const [resolution, status] of Object.entries(answers)) {
      const query = `?conflictResolution=${resolution}`
      const answer = await asOwner.post(`/file-apis/v1/files/${id}/move/${folderId}${query}`)
      expect([resolution, answer.statusCode]).toEqual([resolution, status])
      if (status === 409) expect(answer.json<{ detail: string }>().detail).toContain(address)
    }
    expect((await asOwner.get(`/v2/files/${id}`)).json()).toMatchObject({
      name: name.replace('.docx', ' (1).docx'),
      folder: { id: folderId },
    })
  })

  test('is deleted to the bin, restored with its address, and purged [F-128]', async () => {
    const { app } = parts
    const { asOwner, organisationId, contractId } = here
    const admin = await createUser(app, {
      organisationId,
      role: 'Administrator',
      groups: ['ContractAdministrators'],
    })
    const asAdmin = await callerFor(parts, admin)
    const folderId = await addFolder(asOwner, `Contract/${contractId}`, newName())
    const { id, name } = await link({ folder: { id: folderId } })
    const before = (await eventsOf(app, organisationId)).length
    expect((await asAdmin.delete(`/v2/files/${folderId}`)).statusCode).toBe(204)
    expect((await asOwner.get(`/v2/fileLinks/${id}`)).statusCode).toBe(404)
    expect((await asAdmin.post(`/v2/bin/${folderId}/restore`)).statusCode).toBe(200)
    expect((await asOwner.get(`/v2/fileLinks/${id}`)).json()).toMatchObject({ name, externalWebUri: address })
    expect((await asAdmin.delete(`/v2/files/${id}`)).statusCode).toBe(204)
    expect((await asAdmin.delete(`/v2/bin/${id}`)).statusCode).toBe(204)
    expect((await eventsOf(app, organisationId)).slice(before)).toEqual([
      ['contract.folder.deleted', folderId],
      ['contract.folder.created', folderId],
      ['contract.file.created', id],
      ['contract.file.deleted', id],
      ['contract.file.purged', id],
    ])
  })
})
