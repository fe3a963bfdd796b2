// v2 of links to documents in another store: created, shown, listed, updated.
import { beforeAll, describe, expect, test } from 'vitest'
import { addFileLink, address, newName, problemOf, store, word } from '../../../test/documents/file-links.ts'
import {
  addFolder,
  addText,
  createFileWorld,
  eventsOf,
  type FileWorld,
  patchFile,
} from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()
let here: FileWorld
let resource: { readonly type: string; readonly id: number }
beforeAll(async () => {
  here = await createFileWorld(parts.app, parts.server)
  resource = { type: 'Contract', id: here.contractId }
})

const link = (body: object = {}, by = here.asOwner) => addFileLink(by, { resource, ...body })

describe('a document that is kept elsewhere', () => {
  test('is linked into a folder with all its properties, and announced like a file [F-120]', async () => {
    const { asOwner, owner, organisationId, contractId } = here
    const folderId = await addFolder(asOwner, `Contract/${contractId}`, 'Annexes')
    const before = (await eventsOf(parts.app, organisationId)).length
    const made = await asOwner.post('/v2/fileLinks', {
      name: 'Lease.docx',
      description: 'Signed',
      externalWebUri: address,
      resource,
      folder: { id: folderId },
      restricted: true,
    })
    expect(made.statusCode, made.body).toBe(201)
    const { id } = made.json<{ id: number }>()
    expect(made.headers.location).toBe(`/v2/fileLinks/${id}`)
    const shown = await asOwner.get(`/v2/fileLinks/${id}`)
    expect(shown.json()).toEqual(made.json())
    expect(shown.json()).toEqual({
      id,
      displayId: expect.stringMatching(/\.1$/),
      name: 'Lease.docx',
      description: 'Signed',
      externalWebUri: address,
      contentType: word,
      resource,
      folder: { folder: null, id: folderId, name: 'Annexes' },
      restricted: true,
      created: {
        dateUtc: expect.stringMatching(/Z$/),
        userName: 'Ana Prior',
        user: expect.objectContaining({ id: owner.id }),
      },
      modified: { dateUtc: expect.stringMatching(/Z$/), userName: 'Ana Prior' },
    })
    expect((await asOwner.get(`/file-apis/v1/files/${id}`)).json()).toMatchObject({
      id,
      type: 'File',
      size: 0,
      version: 1,
      path: '/Annexes/Lease.docx',
      uploadedBy: 'Ana Prior',
      isPrivate: true,
      externalContentType: word,
      externalWebUri: address,
      parentRecordType: 'Contract',
    })
    expect((await asOwner.get(`/v2/files/${id}`)).json()).toMatchObject({
      id,
      type: 'File',
      size: 0,
      version: 1,
      contentType: word,
    })
    expect((await eventsOf(parts.app, organisationId)).slice(before)).toEqual([['contract.file.created', id]])
  })

  test.each([
    [{ name: 'scan', externalWebUri: `${store}/scan.PDF?web=1` }, 'application/pdf'],
    [{ name: 'notes', externalWebUri: `${store}/42` }, null],
    [
      { name: 'list.xlsx', externalWebUri: `${store}/a.pdf`, contentType: 'Text/CSV; charset=utf-8' },
      'text/csv',
    ],
    [{ name: 'b.pdf', externalWebUri: `${store}/b.pdf`, contentType: null }, null],
  ])('of %j has the type %s [F-120]', async (body, type) => {
    const { id } = await link(body)
    expect((await here.asOwner.get(`/v2/fileLinks/${id}`)).json()).toMatchObject({ contentType: type })
  })

  test.each([
    ['https:/documents.harbour.example/a.docx', 'https://documents.harbour.example/a.docx'],
    ['https:documents.harbour.example/a.docx', 'https://documents.harbour.example/a.docx'],
    [
      'HTTPS://Documents.Harbour.example:443/a b.docx'.replace(' ', '%20'),
      'https://documents.harbour.example/a%20b.docx',
    ],
    ['https://documents.harbour.example/leases/../a.docx', 'https://documents.harbour.example/a.docx'],
    ['https://documents.harbour.example', 'https://documents.harbour.example/'],
  ])('is stored under the address that a browser opens: %s [F-121]', async (externalWebUri, stored) => {
    const { id } = await link({ externalWebUri })
    const path = `/v2/fileLinks/${id}`
    expect((await here.asOwner.get(path)).json()).toMatchObject({ externalWebUri: stored })
    expect((await here.asOwner.patch(path, { externalWebUri: address })).statusCode).toBe(204)
    expect((await here.asOwner.patch(path, { externalWebUri })).statusCode).toBe(204)
    expect((await here.asOwner.get(path)).json()).toMatchObject({ externalWebUri: stored })
  })

  test.each([
    ['externalWebUri', { externalWebUri: 'http://documents.harbour.example/a.docx' }],
    ['externalWebUri', { externalWebUri: 'https://ana:secret@documents.harbour.example/a.docx' }],
    ['externalWebUri', { externalWebUri: 'javascript:alert(1)' }],
    ['externalWebUri', { externalWebUri: '/a.docx' }],
    ['externalWebUri', { externalWebUri: `${store}/Quay Street.docx` }],
    ['externalWebUri', { externalWebUri: `${store}/\u202Excod.exe` }],
    ['externalWebUri', { externalWebUri: 'https:\\\\documents.harbour.example\\a.docx' }],
    ['externalWebUri', { externalWebUri: `${store}/a\\b.docx` }],
    ['externalWebUri', { externalWebUri: `${store}/${'"'.repeat(800)}` }],
    ['externalWebUri', { externalWebUri: `${store}/${'x'.repeat(2_048)}` }],
    ['externalWebUri', { externalWebUri: null }],
    ['externalWebUri', { externalWebUri: undefined }],
    ['contentType', { contentType: 'a document' }],
    ['name', { name: 'a/b.docx' }],
    ['name', { name: undefined }],
    ['resource', { resource: { type: 'ContractCreation' } }],
    ['resource', { resource: { type: 'Matter', id: 2_000_000_000 } }],
    ['folder', { folder: { id: 2_000_000_000 } }],
    ['size', { size: 4 }],
  ])('with a wrong %s is rejected under that name: %j [F-121]', async (name, body) => {
    const { asOwner, organisationId } = here
    const before = await eventsOf(parts.app, organisationId)
    const refused = await asOwner.post('/v2/fileLinks', {
      name: 'refused.docx',
      externalWebUri: address,
      resource,
      ...body,
    })
    expect(refused.statusCode, refused.body).toBe(400)
    expect(Object.keys(refused.json<{ errors: object }>().errors)).toEqual([name])
    expect(await eventsOf(parts.app, organisationId)).toEqual(before)
  })

  test('may have an address of 2,048 characters [F-121]', async () => {
    const externalWebUri = `${store}/`.padEnd(2_048, 'x')
    const { id } = await link({ externalWebUri })
    expect((await here.asOwner.get(`/v2/fileLinks/${id}`)).json()).toMatchObject({ externalWebUri })
  })

  test('needs a name that is free in its folder [F-122]', async () => {
    const { asOwner, asMember, contractId } = here
    const taken = newName()
    const fileId = await addText(asOwner, `Contract/${contractId}`, taken)
    const again = await asOwner.post('/v2/fileLinks', {
      name: taken.toUpperCase(),
      externalWebUri: address,
      resource,
    })
    expect(problemOf(again)).toEqual([409, expect.stringContaining(taken)])
    // somebody who may not see the file learns nothing of it
    await patchFile(asOwner, fileId, { IsPrivate: true })
    expect(await link({ name: taken }, asMember)).toMatchObject({ name: taken.replace('.docx', ' (1).docx') })
  })

  test('is in the list of files and in the list of links, and found by its address and type [F-123]', async () => {
    const { asOwner, asMember, asColleague } = here
    const externalWebUri = `${store}/found.pdf`
    const { id, name } = await link({ name: 'found.pdf', externalWebUri, restricted: true })
    const found = async (url: string, by = asOwner) =>
      (await by.get(url)).json<{ items: { id: number }[] }>().items
    const filter = `$filter=ExternalWebUri eq '${externalWebUri}' and ContentType eq 'application/pdf'`
    expect(
      (await found(`/v2/fileLinks?${filter}&$orderby=ExternalWebUri&$select=id,externalWebUri`))[0],
    ).toEqual({
      id,
      externalWebUri,
    })
    expect(await found(`/v2/files?$filter=Name eq '${name}'`)).toMatchObject([{ id, size: 0 }])
    const others = { asMember, asColleague }
    for (const by of Object.values(others)) expect(await found(`/v2/fileLinks?${filter}`, by)).toEqual([])
    const byV1 = async (field: string, value: string) => {
      const query = `filtering.field=${field}&filtering.operator=eq&filtering.value=${encodeURIComponent(value)}`
      return (await asOwner.get(`/file-apis/v1/files?${query}`)).json<{ data: { id: number }[] }>().data
    }
    expect((await byV1('externalWebUri', externalWebUri)).map((row) => row.id)).toEqual([id])
    expect((await byV1('externalContentType', 'application/pdf')).map((row) => row.id)).toContain(id)
  })

  test('is as visible as its record; if private, to its creator and those who may change the record [F-124]', async () => {
    const { asOwner, asMember, asColleague } = here
    const { id } = await link({ restricted: true })
    expect((await asMember.get(`/v2/fileLinks/${id}`)).statusCode).toBe(404)
    expect((await asMember.patch(`/v2/fileLinks/${id}`, { name: 'mine' })).statusCode).toBe(404)
    expect((await asOwner.patch(`/v2/fileLinks/${id}`, { restricted: false })).statusCode).toBe(204)
    expect((await asMember.get(`/v2/fileLinks/${id}`)).statusCode).toBe(200)
    expect((await asColleague.get(`/v2/fileLinks/${id}`)).statusCode).toBe(404)
    const ofMember = await link({ restricted: true }, asMember)
    expect((await asMember.get(`/v2/fileLinks/${ofMember.id}`)).statusCode).toBe(200)
    expect((await asOwner.get(`/v2/fileLinks/${ofMember.id}`)).statusCode).toBe(200)
  })

  test('leaves nothing if its creator may not add to the record [F-124]', async () => {
    const { asColleague } = here
    const refused = await asColleague.post('/v2/fileLinks', { name: 'a', externalWebUri: address, resource })
    expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([
      400,
      ['resource'],
    ])
  })
})

describe('an update', () => {
  test('of the address raises one event of the file; what was read can be sent back [F-125]', async () => {
    const { asOwner, organisationId } = here
    const { id } = await link()
    const before = (await eventsOf(parts.app, organisationId)).length
    const moved = `${store}/archive/lease.pdf`
    const path = `/v2/fileLinks/${id}`
    const changes = { externalWebUri: moved, contentType: 'application/pdf', description: 'Archived' }
    expect((await asOwner.patch(path, changes)).statusCode).toBe(204)
    const read = (await asOwner.get(path)).json<object>()
    expect(read).toMatchObject(changes)
    expect((await asOwner.patch(path, read)).statusCode).toBe(204)
    expect((await asOwner.get(`/file-apis/v1/files/${id}`)).json()).toMatchObject({
      version: 1,
      externalWebUri: moved,
      externalContentType: 'application/pdf',
    })
    expect((await eventsOf(parts.app, organisationId)).slice(before)).toEqual([['contract.file.updated', id]])
  })

  test.each([
    ['externalWebUri', { externalWebUri: 'ftp://documents.harbour.example/a' }],
    ['externalWebUri', { externalWebUri: null }],
    ['contentType', { contentType: 'pdf' }],
    ['name', { name: null }],
    ['folder', { folder: { id: 2_000_000_000 } }],
    ['version', { version: 2 }],
  ])('of %s to an invalid value is rejected under that name: %j [F-125]', async (name, body) => {
    const { id } = await link()
    const refused = await here.asOwner.patch(`/v2/fileLinks/${id}`, { description: 'lost', ...body })
    expect(refused.statusCode, refused.body).toBe(400)
    expect(Object.keys(refused.json<{ errors: object }>().errors)).toEqual([name])
    expect((await here.asOwner.get(`/v2/fileLinks/${id}`)).json()).toMatchObject({ description: null })
  })

  test('only applies to the version that was read, and is for those who may change the link or its record [F-125]', async () => {
    const { asOwner, asMember } = here
    const { id } = await link()
    const path = `/v2/fileLinks/${id}`
    const { etag = '' } = (await asOwner.get(path)).headers
    const ifMatch = { headers: { 'if-match': etag } }
    const changes = { externalWebUri: `${store}/b` }
    expect((await asMember.patch(path, changes)).statusCode).toBe(403)
    expect((await asOwner.patch(path, changes, ifMatch)).statusCode).toBe(204)
    expect((await asOwner.patch(path, { externalWebUri: `${store}/c` }, ifMatch)).statusCode).toBe(412)
    await patchFile(asMember, id, { IsLocked: true })
    expect((await asOwner.patch(path, { externalWebUri: `${store}/c` })).statusCode).toBe(423)
    expect((await asOwner.get(path)).json()).toMatchObject(changes)
  })

  test('of a file with content is not found under the path of links [F-125]', async () => {
    const { asOwner, contractId } = here
    const fileId = await addText(asOwner, `Contract/${contractId}`, newName())
    expect((await asOwner.get(`/v2/fileLinks/${fileId}`)).statusCode).toBe(404)
    expect((await asOwner.patch(`/v2/fileLinks/${fileId}`, { name: 'a' })).statusCode).toBe(404)
  })
})
