// v1 of adding files to records.
import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { form } from '../../../test/documents/forms.ts'
import { createFirm, createUser } from '../../../test/factories.ts'
import { download, storedIn, versionsOf } from '../../../test/fixtures/files.ts'
import type { Caller } from '../../../test/http.ts'
import { kindsOf, worldOf } from '../../../test/records/both-kinds.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp({ CHANCERY_MAX_UPLOAD_BYTES: '5000000' })

interface Sent {
  readonly name?: string
  readonly content?: Buffer | string
  readonly query?: string
}

describe.each(kindsOf(parts))('adding a file to a $one', (of) => {
  const { one, v1, member } = of

  async function world() {
    const here = await worldOf(parts, of)
    const { organisationId, caller } = here
    const business = await createUser(parts.app, { organisationId, role: 'Standard' })
    const id = await here.insert({}, [business])
    const files = `${v1}/${id}/files`
    const sendForm = (parts: Parameters<typeof form>[0], by = caller, query = '') => {
      const { payload, headers } = form(parts)
      return by.post(`${files}${query}`, payload, { headers })
    }
    return {
      ...here,
      id,
      files,
      business,
      sendForm,
      upload: ({ name = 'a.txt', content = 'a', query }: Sent = {}, by?: Caller) =>
        sendForm({ file: { name, content, contentType: 'text/plain' } }, by, query),
      versions: () => versionsOf(parts.app, organisationId),
    }
  }

  test('returns its id, stores it byte for byte and publishes it [C-80, F-64, M-75, W-33, W-50]', async () => {
    const { caller, upload, topics, id } = await world()
    const content = randomBytes(1_234_567)
    const answer = await upload({ name: 'Annex A.bin', content })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    const fileId = answer.json<number>()
    expect((await download(caller, fileId)).equals(content)).toBe(true)
    const file = { parentRecordType: one === 'matter' ? 'Matter' : 'Contract', parentRecordId: id }
    expect((await caller.get(`/file-apis/v1/files/${fileId}`)).json()).toMatchObject(file)
    expect(await topics(id)).toEqual([`${one}.file.created`])
  })

  test('of the same name again is a new version of it [M-75]', async () => {
    const { caller, upload, topics, id } = await world()
    const first = await upload({ content: 'one' })
    const again = await upload({ content: 'two', query: '?comments=Second' })
    expect([again.statusCode, again.body]).toEqual([201, first.body])
    expect((await download(caller, first.json<number>())).toString()).toBe('two')
    expect(await topics(id)).toEqual([`${one}.file.created`, `${one}.file.updated`])
  })

  test('resolves a conflict as the query says [M-75]', async () => {
    const { upload } = await world()
    const first = (await upload()).json<number>()
    expect((await upload({ query: '?conflictResolution=Skip' })).statusCode).toBe(204)
    expect((await upload({ query: '?conflictResolution=keepboth' })).json()).not.toBe(first)
    expect((await upload({ query: '?conflictResolution=Perhaps' })).statusCode).toBe(400)
    expect((await upload({ query: '?folderId=999999' })).statusCode).toBe(404)
  })

  test('moves the last activity of the record, which a skipped one does not', async () => {
    const { caller, upload } = await world()
    const lastActivity = async () =>
      (await caller.get(`${v1}?fields=lastActivityDateUtc`)).json<{
        data: { lastActivityDateUtc: string }[]
      }>().data[0]?.lastActivityDateUtc
    const before = await lastActivity()
    parts.clock.advance({ minutes: 1 })
    await upload()
    const after = await lastActivity()
    expect(after).not.toBe(before)
    expect(after).toBe(parts.clock.now().toISOString().slice(0, -1))
    parts.clock.advance({ minutes: 1 })
    await upload({ query: '?conflictResolution=Skip' })
    expect(await lastActivity()).toBe(after)
  })

  test('takes it in base64 as JSON as well [C-82]', async () => {
    const { caller, files } = await world()
    const content = randomBytes(2_000_000)
    const answer = await caller.post(files, { FileName: 'a.bin', File: content.toString('base64') })
    expect(answer.statusCode, answer.body).toBe(201)
    expect((await download(caller, answer.json<number>())).equals(content)).toBe(true)
  })

  test('of a lawyer from outside lies in the space of the organisation that the record belongs to [C-88]', async () => {
    const { caller, id, upload, organisationId, versions } = await world()
    const { id: firm } = await createFirm(parts.app, organisationId)
    const lawyer = await createUser(parts.app, { organisationId: firm })
    expect((await upload({}, await callerFor(parts, lawyer))).statusCode).toBe(404)
    const added = await caller.post(`${v1}/${id}/users`, { userId: lawyer.id, target: member.target })
    expect(added.statusCode, added.body).toBe(member.answer)
    // who may see what is read again after a second
    parts.clock.advance({ seconds: 2 })
    const theirs = await callerFor(parts, lawyer)
    await expect.poll(async () => (await upload({}, theirs)).statusCode).toBe(201)
    const [version] = await versions()
    expect(version?.storage_key).toMatch(new RegExp(`^${organisationId}/`))
  })

  test('takes an empty file [F-30]', async () => {
    const { caller, upload } = await world()
    const answer = await upload({ content: '' })
    expect(answer.statusCode).toBe(201)
    expect(await download(caller, answer.json<number>())).toHaveLength(0)
  })

  test('is for members who may not change the record as well, and for nobody else [C-87, M-76, P-44]', async () => {
    const { upload, business, organisationId, versions } = await world()
    expect((await upload({}, await callerFor(parts, business))).statusCode).toBe(201)
    const colleague = await createUser(parts.app, { organisationId, role: 'Contributor' })
    const elsewhere = await worldOf(parts, of)
    for (const by of [await callerFor(parts, colleague), elsewhere.caller])
      expect((await upload({ name: 'b.txt' }, by)).statusCode).toBe(404)
    expect(await versions()).toHaveLength(1)
  })

  test('takes the fields of the form before and after the file [C-81]', async () => {
    const { upload, sendForm, versions } = await world()
    const first = await upload()
    const answer = await sendForm({
      Comments: 'second thoughts',
      file: { name: 'b.txt', content: 'two' },
      ParentFileId: first.body,
    })
    expect(answer.json()).toBe(first.json())
    expect(await versions()).toMatchObject([
      { version: 1, name: 'a.txt' },
      { version: 2, name: 'a.txt', given: 'b.txt' },
    ])
  })

  test('takes a part of any name as the file [C-80]', async () => {
    const { sendForm } = await world()
    expect((await sendForm({ attachment: { name: 'a.txt', content: 'a' } })).statusCode).toBe(201)
  })

  test.each([
    ['no parts', {}],
    ['fields only', { comments: 'nothing to see' }],
    ['a file field without a file chosen', { file: { name: '', content: '' } }],
  ])('without a file is 400 that names file: %s [C-83, M-76]', async (_, fields) => {
    const answer = await (await world()).sendForm(fields)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ errors: { file: [expect.stringContaining('missing')] } })
  })

  test('refuses two files, and neither is kept [C-83]', async () => {
    const { sendForm, topics, id } = await world()
    const before = await storedIn(parts.app)
    const two = { file: { name: 'a.txt', content: 'a' }, file2: { name: 'b.txt', content: 'b' } }
    expect((await sendForm(two)).statusCode).toBe(400)
    expect(await storedIn(parts.app)).toEqual(before)
    expect(await topics(id)).toEqual([])
  })

  test('refuses one byte more than the limit and takes the limit itself [G-56]', async () => {
    const { upload } = await world()
    const before = await storedIn(parts.app)
    const tooMuch = await upload({ content: randomBytes(5_000_001) })
    expect(tooMuch.statusCode).toBe(413)
    expect(tooMuch.json()).toMatchObject({ detail: expect.stringContaining('5000000') as string })
    expect(await storedIn(parts.app)).toEqual(before)
    expect((await upload({ content: randomBytes(5_000_000) })).statusCode).toBe(201)
  })

  test('puts it where only the server can read it [F-80]', async () => {
    const { upload } = await world()
    await upload({ content: 'secret' })
    for (const path of await storedIn(parts.app)) expect((await stat(path)).mode & 0o777).toBe(0o600)
  })
})
