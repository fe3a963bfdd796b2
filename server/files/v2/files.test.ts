// v2 of files: lists, details with their folders, content, new versions, merge patches, deletion.
import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { createFileWorld, upload } from '../../../test/fixtures/files.ts'
import { form } from '../../../test/documents/forms.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()

async function world() {
  const here = await createFileWorld(parts.app, parts.server)
  const { asOwner, contractId } = here
  const folder = async (name: string, parentFolderId?: number) =>
    Number(
      (
        await asOwner.post(`/file-apis/v1/folders/Contract/${contractId}`, {
          name,
          ...(parentFolderId === undefined ? {} : { parentFolderId }),
        })
      ).body,
    )
  const file = async (name: string, content: string, query = '') =>
    Number((await upload(asOwner, contractId, { name, content, query })).body)
  return { ...here, folder, file }
}

test('a file has all its properties, by id and in the list of its contract', async () => {
  const { asOwner, owner, contractId, file, folder, organisationId } = await world()
  const folderId = await folder('Annexes')
  const id = await file('prices.txt', 'one', `?folderId=${folderId}`)
  const whole = {
    id,
    name: 'prices.txt',
    displayId: expect.stringMatching(/\.1$/),
    type: 'File',
    folder: { folder: null, id: folderId, name: 'Annexes' },
    contentType: 'text/plain',
    resource: { id: contractId, type: 'Contract' },
    restricted: false,
    size: 3,
    version: 1,
    created: {
      dateUtc: expect.stringMatching(/Z$/),
      user: {
        id: owner.id,
        email: owner.email,
        firstName: 'Ana',
        lastName: 'Prior',
        organizationId: organisationId,
      },
      userName: 'Ana Prior',
    },
    modified: { dateUtc: expect.stringMatching(/Z$/), userName: 'Ana Prior' },
  }
  const shown = await asOwner.get(`/v2/files/${id}`)
  expect(shown.statusCode, shown.body).toBe(200)
  // what is read alone says who has locked it, and whether it is frozen
  expect(shown.json()).toEqual({ ...whole, lock: null, frozen: false })
  expect((await asOwner.get(`/v2/contracts/${contractId}/files/${id}`)).json()).toEqual(shown.json())
  expect((await asOwner.get(`/v2/contracts/${contractId + 1}/files/${id}`)).statusCode).toBe(404)
  expect((await asOwner.get(`/v2/matters/${contractId}/files/${id}`)).statusCode).toBe(404)
  const query = `$filter=Resource/Type eq 'Contract' and Resource/Id eq ${contractId} and Folder/Id eq ${folderId}`
  expect((await asOwner.get(`/v2/files?${query}&$orderby=Size desc&$count=true`)).json()).toEqual({
    items: [whole],
    count: 1,
  })
  const refused = await asOwner.get('/v2/files?$orderby=ContentType')
  expect(refused.json()).toMatchObject({ detail: "OData sorting is not supported for 'ContentType'" })
})

test('content is sent with its checksum, and a new version replaces it [V-253]', async () => {
  const { asOwner, file, asColleague } = await world()
  const id = await file('a.txt', 'first')
  const { payload, headers } = form({ file: { name: 'b.txt', content: 'second', contentType: 'text/plain' } })
  const made = await asOwner.post(`/v2/files/${id}`, payload, { headers })
  expect(made.statusCode, made.body).toBe(201)
  expect(made.json()).toEqual({ id })
  expect(made.headers.location).toBe(`/v2/files/${id}`)
  const content = await asOwner.get(`/v2/files/${id}/content`)
  expect(content.body).toBe('second')
  expect(content.headers['content-md5']).toBe(createHash('md5').update('second').digest('base64'))
  expect(content.headers['content-disposition']).toContain('a.txt')
  const range = await asOwner.get(`/v2/files/${id}/content`, { headers: { range: 'bytes=0-1' } })
  expect(range.body).toBe('se')
  expect(range.headers['content-md5']).toBeUndefined()
  expect((await asOwner.get(`/v2/files/${id}`)).json()).toMatchObject({ version: 2, size: 6 })
  // a version made without having read somebody else's version does not cover it
  const seen = { ...headers, 'if-match': '"1"' }
  expect((await asOwner.post(`/v2/files/${id}`, payload, { headers: seen })).statusCode).toBe(412)
  expect((await asOwner.get(`/v2/files/${id}`)).json()).toMatchObject({ version: 2 })
  const current = { ...headers, 'if-match': '"2"' }
  expect((await asOwner.post(`/v2/files/${id}`, payload, { headers: current })).statusCode).toBe(201)
  const empty = form({ note: 'x' })
  expect((await asOwner.post(`/v2/files/${id}`, empty.payload, { headers: empty.headers })).statusCode).toBe(
    400,
  )
  expect((await asColleague.post(`/v2/files/${id}`, payload, { headers })).statusCode).toBe(404)
})

test.each(['/v2/files/:id/content', '/file-apis/v1/files/:id/download'])(
  'a download during a replacement returns the new content: %s [F-66]',
  async (path) => {
    const { asOwner, contractId, file } = await world()
    const id = await file('a.txt', 'first')
    const { storage } = parts.app
    const open = storage.open.bind(storage)
    const opened = vi.spyOn(storage, 'open').mockImplementationOnce(async (key) => {
      const query = '?conflictResolution=Replace'
      await upload(asOwner, contractId, { name: 'a.txt', content: 'second', query })
      await storage.remove(key)
      return open(key)
    })
    const answer = await asOwner.get(path.replace(':id', String(id)))
    opened.mockRestore()
    expect([answer.statusCode, answer.body]).toEqual([200, 'second'])
  },
)

test('a merge patch renames and moves, what was read can be sent back, and deletion moves to the bin', async () => {
  const { asOwner, file, folder } = await world()
  const id = await file('a.txt', 'first')
  const folderId = await folder('Annexes')
  const path = `/v2/files/${id}`
  expect((await asOwner.patch(path, { name: 'c.txt', folder: { id: folderId } })).statusCode).toBe(204)
  const read = (await asOwner.get(path)).json<object>()
  expect(read).toMatchObject({ name: 'c.txt', folder: { id: folderId } })
  expect((await asOwner.patch(path, read)).statusCode).toBe(204)
  expect((await asOwner.patch(path, { folder: null })).statusCode).toBe(204)
  expect((await asOwner.get(path)).json()).toMatchObject({ folder: null })
  for (const body of [{ nam: 'x' }, { name: null }, { folder: { id: 2_000_000_000 } }, { folder: 'x' }]) {
    expect((await asOwner.patch(path, body)).statusCode, JSON.stringify(body)).toBe(400)
  }
  const nowhere = await asOwner.patch(path, { folder: { id: 2_000_000_000 } })
  expect(nowhere.json()).toMatchObject({ errors: { folder: [expect.stringMatching(/^folder must/)] } })
  await file('taken.txt', 'x')
  expect((await asOwner.patch(path, { name: 'Taken.TXT' })).statusCode).toBe(409)
  expect((await asOwner.delete(path)).statusCode).toBe(204)
  expect((await asOwner.get(path)).statusCode).toBe(404)
})
