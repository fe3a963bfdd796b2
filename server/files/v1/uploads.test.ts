import { beforeAll, describe, expect, test } from 'vitest'
import {
  addContractWithDocument,
  addFolder,
  addText,
  createFileWorld,
  detailsOf,
  download,
  eventsOf,
  type FileWorld,
  sendRaw,
  storedIn,
  versionsOf,
} from '../../../test/fixtures/files.ts'
import { form } from '../../../test/documents/forms.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { internalTransaction } from '../../platform/events/change.ts'

const parts = useTestApp({ CHANCERY_MAX_UPLOAD_BYTES: '5000000' })
const files = '/file-apis/v1/files'
let here: FileWorld
let contract: string
beforeAll(async () => {
  here = await createFileWorld(parts.app, parts.server)
  contract = `Contract/${here.contractId}`
})

const unique = () => `${Math.random()}`
const send = (body: Buffer | string | object, headers: Record<string, string> = {}, query = '') =>
  here.asOwner.post(`${files}/${contract}${query}`, body, { headers })

describe('a raw upload', () => {
  test.each([
    ['application/pdf', '%PDF-1.7 …'],
    ['text/plain', 'text'],
    ['application/json', '{"a": [1, 2, 3]}'],
    ['application/json', '[{"fileData": "in an array it is no form"}]'],
    ['application/json', '{"nested": {"fileData": "QQ=="}}'],
    ['application/json', '{"fileData": 7}'],
    ['application/json', '{"fileData": "not closed'],
    ['application/vnd.any+json; charset=utf-8', '"text"'],
    ['application/x-www-form-urlencoded', 'a=b&c=d'],
    ['application/octet-stream', Buffer.from([0, 255, 1, 254])],
    ['image/png', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['made/up;x="y"', 'x'],
    ['text/html', '<script>alert(1)</script>'],
    ['text/plain', ''],
    ['application/pdf', ''],
  ])('of %s is stored unchanged: %j [F-35]', async (contentType, content) => {
    const name = `${unique()}.bin`
    const answer = await sendRaw(here.asOwner, contract, { name, content, contentType })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    const id = answer.json<number>()
    expect(await detailsOf(here.asOwner, id)).toMatchObject({ name, size: Buffer.from(content).length })
    expect((await download(here.asOwner, id)).equals(Buffer.from(content))).toBe(true)
    expect((await eventsOf(parts.app, here.organisationId)).at(-1)).toEqual(['contract.file.created', id])
  })

  test('without a content type, and without a body, is accepted as well [F-35]', async () => {
    const answer = await parts.server.inject({
      method: 'POST',
      url: `${files}/${contract}?fileName=empty.txt`,
      headers: { authorization: await authorization() },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await detailsOf(here.asOwner, answer.json())).toMatchObject({ size: 0, name: 'empty.txt' })
  })

  const authorization = async () => {
    const { accessTokenFor } = await import('../../../test/tokens.ts')
    return `Bearer ${await accessTokenFor(parts.app, here.owner)}`
  }

  test('as JSON has the file in fileData, in base64, with further properties [F-36]', async () => {
    const folderId = await addFolder(here.asOwner, contract, unique())
    const FileData = Buffer.from('%PDF-1.7').toString('base64')
    const answer = await send({ isBrowsable: true, folderId, FileData }, {}, '?fileName=Plan.pdf')
    expect(answer.statusCode, answer.body).toBe(200)
    const id = answer.json<number>()
    expect((await detailsOf(here.asOwner, id))?.path).toMatch(/^\/0\.\d+\/Plan\.pdf$/)
    expect((await download(here.asOwner, id)).toString()).toBe('%PDF-1.7')
    expect((await send({ fileData: 'not base64!' })).statusCode).toBe(400)
  })

  test('as a form is accepted like any other body [F-36]', async () => {
    const folderId = await addFolder(here.asOwner, contract, unique())
    const { payload, headers } = form({ folderId, any: { name: 'Form.txt', content: 'x' } })
    const answer = await send(payload, headers)
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await detailsOf(here.asOwner, answer.json()))?.path).toMatch(/\/Form\.txt$/)
  })

  test.each([
    ['attachment; filename="Terms.txt"', '', /^Terms\.txt$/],
    [`attachment; filename="x"; filename*=UTF-8''%C3%89t%C3%A9.txt`, '', /^Été\.txt$/],
    ['attachment; filename="header.txt"', '?fileName=query.txt', /^header\.txt$/],
    ['', '?fileName=%C3%A9t%C3%A9%20%F0%9F%96%8B.txt', /^été 🖋\.txt$/],
    ['', '?fileName=..%2F..%2Fetc%2Fpasswd', /^passwd$/],
    ['attachment; filename="C:\\temp\\Lease.txt"', '', /^Lease\.txt$/],
    ['attachment', '', /^upload-\d+\.txt$/],
    ['', '', /^upload-\d+\.txt$/],
    ['attachment; filename=".."', '', /^upload-\d+\.txt$/],
    ['attachment; filename="a\tb.txt"', '', /^a b\.txt$/],
    ['attachment; filename="trailing dots..."', '', /^trailing dots\.\.\.$/],
  ])('is named by %j and %j [F-37]', async (disposition, query, expected) => {
    const { asOwner, contractId } = await createFileWorld(parts.app, parts.server)
    const headers = {
      'content-type': 'text/plain',
      ...(disposition ? { 'content-disposition': disposition } : {}),
    }
    const answer = await asOwner.post(`${files}/contract/${contractId}${query}`, 'text', { headers })
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await detailsOf(asOwner, answer.json()))?.name).toMatch(expected)
  })

  test('goes to a matter, a folder or a task; other targets are 400 [F-38]', async () => {
    const matterId = await insertMatter(parts.app, { owner: here.owner, members: [here.member] })
    const folderId = await addFolder(here.asOwner, `matter/${matterId}`, 'Annexes')
    const taskId = await addTask(matterId)
    const inMatter = await addText(here.asOwner, `MATTER/${matterId}`, 'matter.txt')
    const inFolder = await addText(here.asOwner, `folder/${folderId}`, 'folder.txt')
    const ofTask = await addText(here.asOwner, `Task/${taskId}`, 'task.txt')
    const paths = await Promise.all(
      [inMatter, inFolder, ofTask].map(async (id) => (await detailsOf(here.asOwner, id))?.path),
    )
    expect(paths).toEqual(['/matter.txt', '/Annexes/folder.txt', '/task.txt'])
    const ofTasks = await here.asOwner.get(`${files}?recordType=Task&recordId=${taskId}`)
    expect(ofTasks.json()).toMatchObject({ data: [{ id: ofTask }], total: 1 })
    expect((await sendRaw(here.asColleague, `Task/${taskId}`, { name: 'a', content: '' })).statusCode).toBe(
      404,
    )
    for (const type of ['File', 'User', 'Milestone', 'Anything']) {
      expect(
        (await sendRaw(here.asOwner, `${type}/${matterId}`, { name: 'a', content: '' })).statusCode,
      ).toBe(400)
    }
    const other = await sendRaw(here.asOwner, `Folder/${folderId}`, { content: '', query: '?folderId=1' })
    expect(other.statusCode).toBe(400)
  })

  const addTask = (matterId: number) =>
    internalTransaction(parts.app, async (tx, now) => {
      const { id } = await tx
        .insertInto('tasks')
        .values({
          organisation_id: here.organisationId,
          matter_id: matterId,
          position: 1,
          name: 'Draft',
          type: 'Standard',
          status: 'NotStarted',
          created_by: here.owner.id,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    })

  test('of a new version of the contract document accepts parentFileId alone [F-39]', async () => {
    const { contractId, documentId } = await addContractWithDocument(parts.app, here)
    const target = `Contract/${contractId}`
    const query = `?parentFileId=${documentId}`
    for (const more of ['&folderId=0', '&conflictResolution=Replace']) {
      const answer = await sendRaw(here.asOwner, target, { content: 'x', query: `${query}${more}` })
      expect(answer.statusCode, answer.body).toBe(400)
    }
    const answer = await sendRaw(here.asOwner, target, { content: 'x', query })
    expect([answer.statusCode, answer.json()]).toEqual([200, documentId])
    expect((await eventsOf(parts.app, here.organisationId)).at(-1)).toEqual([
      'contract.document.updated',
      documentId,
    ])
  })

  test('that is too large, or not permitted, leaves nothing', async () => {
    const before = await storedIn(parts.app)
    const rows = await versionsOf(parts.app, here.organisationId)
    const attempts: [string, number][] = [
      ['?parentFileId=2147483647', 404],
      ['?folderId=2147483647', 404],
      ['?conflictResolution=Overwrite', 400],
      ['?uploadSetSize=3', 400],
      [`?comments=${'c'.repeat(4_001)}`, 400],
    ]
    for (const [query, status] of attempts) {
      const answer = await sendRaw(here.asOwner, contract, { name: unique(), content: 'x', query })
      expect(answer.statusCode, answer.body).toBe(status)
    }
    const large = await sendRaw(here.asOwner, contract, { name: unique(), content: Buffer.alloc(5_000_001) })
    expect(large.statusCode).toBe(413)
    const long = await sendRaw(here.asOwner, contract, { name: 'n'.repeat(256), content: 'x' })
    expect(long.statusCode).toBe(400)
    expect(await storedIn(parts.app)).toEqual(before)
    expect(await versionsOf(parts.app, here.organisationId)).toEqual(rows)
  })
})
