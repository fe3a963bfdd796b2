import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createFileWorld, type FileWorld, setFile, storedIn, upload } from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { internalTransaction } from '../../platform/events/change.ts'

const parts = useTestApp()
const files = '/file-apis/v1/files'
let here: FileWorld
beforeAll(async () => {
  here = await createFileWorld(parts.app, parts.server)
})

const content = randomBytes(300_000)
const etag = `"${createHash('sha256').update(content).digest('base64url')}"`
const add = async (name: string, bytes: Buffer | string = content, query = '') =>
  (await upload(here.asOwner, here.contractId, { name, content: bytes, query })).json<number>()

describe('details', () => {
  test('show all properties of a file [F-1, F-2]', async () => {
    const id = await add('Price list.pdf', '%PDF-1.7')
    await upload(here.asMember, here.contractId, {
      name: 'x.pdf',
      content: '%PDF-2',
      query: `?parentFileId=${id}`,
    })
    const answer = await here.asOwner.get(`${files}/${id}`)
    expect(answer.statusCode).toBe(200)
    const organisation = String(here.organisationId).padStart(4, '0')
    expect(answer.json()).toEqual({
      id,
      type: 'File',
      size: 6,
      description: null,
      name: 'Price list.pdf',
      version: 2,
      createdDateUtc: '2026-03-02T09:00:00.000',
      uploadedBy: 'Bo Lind',
      path: '/Price list.pdf',
      isLocked: false,
      isPrivate: false,
      lockExpiryUtc: null,
      documentId: `LW${organisation}-${String(id).padStart(7, '0')}.2`,
      externalContentType: null,
      externalWebUri: null,
      parentRecordId: here.contractId,
      parentRecordType: 'Contract',
      ParentRecordId: here.contractId,
      ParentRecordType: 'Contract',
    })
  })

  test('show the folders that contain a file, and those folders [F-3]', async () => {
    const folder = async (name: string, parentFolderId: number | null) => {
      const url = `/file-apis/v1/folders/Contract/${here.contractId}`
      const answer = await here.asOwner.post(url, { name, parentFolderId })
      return { id: answer.json<number>() }
    }
    const outer = await folder('Annexes', null)
    const inner = await folder('2026', outer.id)
    const id = await add('a.txt', 'a', `?folderId=${inner.id}`)
    expect((await here.asOwner.get(`${files}/${id}`)).json()).toMatchObject({ path: '/Annexes/2026/a.txt' })
    expect((await here.asOwner.get(`${files}/${inner.id}`)).json()).toMatchObject({
      type: 'Folder',
      path: '/Annexes/2026',
      version: 0,
      uploadedBy: 'Ana Prior',
    })
    expect((await here.asOwner.get(`${files}/${inner.id}/download`)).statusCode).toBe(404)
    const sameName = await upload(here.asOwner, here.contractId, { name: 'ANNEXES', content: 'x' })
    expect(sameName.statusCode).toBe(409)
  })

  test.each(['abc', '0', '-1', '1.5', '0x10', '%20 7', '2147483648', '99999999999999999999', '2147483647'])(
    'the id %s is not found, like any other that does not exist [G-34]',
    async (id) => {
      const expected = (await here.asOwner.get(`${files}/2147483646`)).json<{ detail: string }>().detail
      for (const path of [`${files}/${id}`, `${files}/${id}/download`]) {
        const answer = await here.asOwner.get(path)
        expect(answer.statusCode).toBe(404)
        expect(answer.json()).toMatchObject({ detail: expected })
      }
    },
  )

  test('a deleted file is not found [F-4]', async () => {
    const id = await add('gone.txt', 'x')
    expect((await here.asOwner.get(`${files}/${id}`)).statusCode).toBe(200)
    await setFile(parts.app, here, id, { deleted_at: parts.clock.now() })
    expect((await here.asOwner.get(`${files}/${id}`)).statusCode).toBe(404)
    expect((await here.asOwner.get(`${files}/${id}/download`)).statusCode).toBe(404)
  })
})

describe('who sees a private file', () => {
  test('its creator and those who may change the record; not a member who may only add files [F-92, P-43]', async () => {
    const [ofOwner, ofMember] = [await add('salaries.txt', 'x'), await add('notes.txt', 'y')]
    await internalTransaction(parts.app, (tx) =>
      tx
        .updateTable('files')
        .set({ created_by: here.member.id })
        .where('organisation_id', '=', here.organisationId)
        .where('id', '=', ofMember)
        .execute(),
    )
    expect((await here.asMember.get(`${files}/${ofOwner}`)).statusCode).toBe(200)
    await setFile(parts.app, here, ofOwner, { private: true })
    await setFile(parts.app, here, ofMember, { private: true })
    const statuses = async (caller: FileWorld['asOwner'], id: number) => [
      (await caller.get(`${files}/${id}`)).statusCode,
      (await caller.get(`${files}/${id}/download`)).statusCode,
    ]
    expect(await statuses(here.asOwner, ofOwner)).toEqual([200, 200])
    expect(await statuses(here.asMember, ofOwner)).toEqual([404, 404])
    expect(await statuses(here.asMember, ofMember)).toEqual([200, 200])
    expect(await statuses(here.asOwner, ofMember)).toEqual([200, 200])
    expect(await statuses(here.asColleague, ofMember)).toEqual([404, 404])
  })
})

describe('a download', () => {
  let id: number
  beforeAll(async () => {
    id = await add('Überblick 2026 (1).bin')
  })
  const get = (headers: Record<string, string> = {}, query = '') =>
    here.asOwner.get(`${files}/${id}/download${query}`, { headers })

  test('returns the content as an attachment that no browser executes [F-60]', async () => {
    const answer = await get()
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(content)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-length': '300000',
      'content-type': 'application/octet-stream',
      etag,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': `attachment; filename="Uberblick 2026 (1).bin"; filename*=UTF-8''%C3%9Cberblick%202026%20%281%29.bin`,
    })
  })

  test.each(['bytes=0-99', 'bytes=100-', 'bytes=-7', 'bytes=299999-400000'])(
    'brings %s [F-61]',
    async (range) => {
      const answer = await get({ range })
      const [, from = '', to = ''] = /=(\d*)-(\d*)/.exec(range) ?? []
      const start = from === '' ? content.length - Number(to) : Number(from)
      const end = from === '' || to === '' ? content.length : Math.min(Number(to) + 1, content.length)
      expect(answer.statusCode).toBe(206)
      expect(answer.headers['content-range']).toBe(`bytes ${start}-${end - 1}/300000`)
      expect(answer.headers['content-length']).toBe(String(end - start))
      expect(answer.rawPayload.equals(content.subarray(start, end))).toBe(true)
    },
  )

  test('beyond the end is 416 and gives the length of the file [F-61]', async () => {
    const answer = await get({ range: 'bytes=300000-' })
    expect(answer.statusCode).toBe(416)
    expect(answer.headers['content-range']).toBe('bytes */300000')
    expect(answer.headers['content-type']).toMatch(/problem\+json/)
  })

  test('of several ranges returns all of it', async () => {
    const answer = await get({ range: 'bytes=0-1, 5-6' })
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload).toHaveLength(300_000)
  })

  test('with If-Range returns the range of the same content only', async () => {
    expect((await get({ range: 'bytes=0-9', 'if-range': etag })).statusCode).toBe(206)
    for (const other of ['"other"', `W/${etag}`, 'Mon, 02 Mar 2026 09:00:00 GMT']) {
      expect((await get({ range: 'bytes=0-9', 'if-range': other })).rawPayload).toHaveLength(300_000)
    }
  })

  test('that the caller already has is 304 without content [F-63]', async () => {
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await get({ 'if-none-match': known, range: 'bytes=0-9' })
      expect(answer.statusCode).toBe(304)
      expect(answer.rawPayload).toHaveLength(0)
      expect(answer.headers['etag']).toBe(etag)
    }
    expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  test('with If-Match of other content is 412 [F-63]', async () => {
    expect((await get({ 'if-match': '"other"' })).statusCode).toBe(412)
    expect((await get({ 'if-match': etag })).statusCode).toBe(200)
  })

  test('by HEAD returns the same headers without content', async () => {
    const whole = await get()
    const { authorization } = whole.raw.req.headers as { authorization: string }
    const answer = await parts.server.inject({
      method: 'HEAD',
      url: `${files}/${id}/download`,
      headers: { authorization, range: 'bytes=0-9' },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload).toHaveLength(0)
    for (const name of ['content-length', 'content-type', 'etag', 'content-disposition', 'accept-ranges']) {
      expect([name, answer.headers[name]]).toEqual([name, whole.headers[name]])
    }
  })

  test('of a version returns that version, under the name it came with [F-62]', async () => {
    const file = await add('draft.docx', 'one')
    await add('draft.pdf', 'two', `?parentFileId=${file}`)
    const first = await here.asOwner.get(`${files}/${file}/download?version=1`)
    expect(first.body).toBe('one')
    expect(first.headers['content-disposition']).toBe('attachment; filename="draft.docx"')
    const now = await here.asOwner.get(`${files}/${file}/download`)
    expect(now.body).toBe('two')
    expect(now.headers['content-disposition']).toBe('attachment; filename="draft.pdf"')
    expect((await here.asOwner.get(`${files}/${file}/download?version=3`)).statusCode).toBe(404)
    expect((await here.asOwner.get(`${files}/${file}/download?version=x`)).statusCode).toBe(400)
  })

  test('of an empty file returns no content', async () => {
    const empty = await here.asOwner.get(`${files}/${await add('empty.bin', '')}/download`)
    expect(empty.statusCode).toBe(200)
    expect(empty.headers['content-length']).toBe('0')
  })

  test.each([
    ['page.html', '<script>alert(1)</script>', 'text/html'],
    [
      'drawing.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'image/svg+xml',
    ],
    ['style.xml', '<?xml version="1.0"?><?xml-stylesheet href="a.xsl"?><a/>', 'application/xml'],
    ['code.js', 'alert(1)', 'text/javascript'],
    ['page.mht', 'MIME-Version: 1.0\r\n\r\n<script>alert(1)</script>', 'message/rfc822'],
  ])('of %s never declares a type that a browser would execute [F-60]', async (name, bytes) => {
    const answer = await here.asOwner.get(`${files}/${await add(name, bytes)}/download`)
    expect(answer.headers['content-type']).toMatch(/^(application\/octet-stream|text\/plain)$/)
    expect(answer.headers['content-disposition']).toMatch(/^attachment;/)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['content-security-policy']).toBe("sandbox; default-src 'none'")
  })

  test('of lost content is a server error that does not reveal the storage key', async () => {
    const lost = await add('lost.txt', 'soon gone')
    const { storage_key: key } = await parts.app.db
      .selectFrom('file_versions')
      .where('organisation_id', '=', here.organisationId)
      .where('file_id', '=', lost)
      .select('storage_key')
      .executeTakeFirstOrThrow()
    await parts.app.storage.remove(key)
    const answer = await here.asOwner.get(`${files}/${lost}/download`)
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain(key)
    expect((await storedIn(parts.app)).length).toBeGreaterThan(0)
  })
})

const documents = new URL('../../../../shared/data', import.meta.url).pathname

describe.skipIf(!existsSync(documents))('real documents (skipped where there are none)', () => {
  test.each(['docx-edge-cases', 'contracts', 'pdfa'])(
    'of %s are downloaded byte for byte [F-64]',
    async (folder) => {
      for (const name of readdirSync(join(documents, folder))) {
        const bytes = readFileSync(join(documents, folder, name))
        const id = await add(name, bytes)
        const answer = await here.asOwner.get(`${files}/${id}/download`)
        expect(answer.rawPayload.equals(bytes), name).toBe(true)
        expect(answer.headers['content-type']).toMatch(/pdf$|wordprocessingml.document$/)
      }
    },
  )
})
