// Editing Word documents through v2: the lock, the draft, and the version that is made.
import { expect, test } from 'vitest'
import { docx } from '../../../test/documents/docx.ts'
import { createUser } from '../../../test/factories.ts'
import { createFileWorld, upload } from '../../../test/fixtures/files.ts'
import { notificationsOf } from '../../../test/fixtures/notifications.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

async function world() {
  const here = await createFileWorld(parts.app, parts.server)
  const add = async (name: string, content: Buffer | string) =>
    Number((await upload(here.asOwner, here.contractId, { name, content })).body)
  return { ...here, add, id: await add('Agreement.docx', docx(['Due in 30 days.', 'English law.'])) }
}

const first = { paragraph: 1, text: 'Due in 45 days.' }

test('a version has its text to edit, for those who may see it [F-171]', async () => {
  const { asMember, asColleague, add, id } = await world()
  const url = `/v2/files/${id}/versions/1/paragraphs`
  const answer = await asMember.get(url)
  expect(answer.statusCode, answer.body).toBe(200)
  const { etag } = (await asMember.get(`/v2/files/${id}`)).headers
  expect(answer.headers['etag']?.split('-')[0]).toBe(etag?.split('-')[0])
  const { isCurrent, paragraphs } = answer.json()
  expect(isCurrent).toBe(true)
  expect(paragraphs[0]).toEqual({
    id: 1,
    part: 'Body',
    number: null,
    level: null,
    cell: null,
    pieces: [{ text: 'Due in 30 days.', look: [] }],
    isEditable: true,
    hasOthers: false,
  })
  expect((await asColleague.get(url)).statusCode).toBe(404)
  const [text, broken] = [await add('a.txt', 'text'), await add('broken.docx', 'no document')]
  expect((await asMember.get(`/v2/files/${text}/versions/1/paragraphs`)).statusCode).toBe(409)
  expect((await asMember.get(`/v2/files/${broken}/versions/1/paragraphs`)).statusCode).toBe(400)
})

test('edits make a version with tracked changes by the caller, which ends their draft and lock [F-171]', async () => {
  const { asMember, asOwner, asColleague, id } = await world()
  const send = (body: object, { version = 1, headers = {}, caller = asMember } = {}) =>
    caller.post(`/v2/files/${id}/versions/${version}/edits`, body, { headers })
  expect((await send({ edits: [first] }, { caller: asColleague })).statusCode).toBe(404)
  for (const edits of [
    [],
    [{ paragraph: 99, text: 'x' }],
    [{ paragraph: 0, text: 'x' }],
    [first, first],
    [{ paragraph: 1, text: 'a\u0000' }],
    [{ paragraph: 1, text: 'a\ud800' }],
    [{ paragraph: 1, added: 'x' }],
    [{ paragraph: 1, other: 'x' }],
    [{ paragraph: 1, text: 'x', removed: true }],
    [{ paragraph: 1, removed: 'x' }],
    'all',
    [{ paragraph: 1, rowRemoved: 'yes' }],
    [{ paragraph: 1, rowRemoved: true }],
    [{ paragraph: 1, rowsAdded: ['x'] }],
    [{ paragraph: 1, rowsAdded: [[1]] }],
    [{ paragraph: 1, looks: 'Bold' }],
    [{ paragraph: 1, looks: [{ from: 0, to: 0, look: 'Bold', on: true }] }],
    [{ paragraph: 1, looks: [{ from: 0, to: 3, look: 'Loud', on: true }] }],
    [{ paragraph: 1, looks: [{ from: 0, to: 3, look: 'Bold' }] }],
    [{ paragraph: 1, looks: [{ from: 0, to: 3, look: 'Bold', on: true, colour: 'red' }] }],
    [{ paragraph: 1, removed: true, looks: [{ from: 0, to: 3, look: 'Bold', on: true }] }],
    [{ paragraph: 1, looks: [{ from: 0, to: 999, look: 'Bold', on: true }] }],
  ])
    expect((await send({ edits })).statusCode, JSON.stringify(edits)).toBe(400)
  const same = await send({ edits: [{ paragraph: 1, text: 'Due in 30 days.' }] })
  expect([same.statusCode, same.body]).toEqual([409, expect.stringContaining('Nothing was edited')])
  await asMember.put(`/v2/files/${id}/lock`, { for: 'Editing' })
  await asMember.put(`/v2/files/${id}/draft`, { version: 1, edits: [first] })
  expect((await send({ edits: [first] }, { caller: asOwner })).statusCode).toBe(423)
  expect((await send({ edits: [first] }, { headers: { 'if-match': '"0"' } })).statusCode).toBe(412)
  const made = await send({ edits: [first, { paragraph: 2, added: ['In writing.'] }] })
  expect(made.statusCode, made.body).toBe(201)
  expect(made.json()).toEqual({
    id,
    version: 2,
    changed: 1,
    added: 1,
    removed: 0,
    rowsAdded: 0,
    rowsRemoved: 0,
  })
  expect((await asMember.get(`/v2/files/${id}/draft`)).statusCode).toBe(404)
  expect((await asMember.get(`/v2/files/${id}`)).json()).toMatchObject({ version: 2, lock: null })
  const [latest] = (await asMember.get(`/v2/files/${id}/versions`)).json().items
  expect(latest).toMatchObject({
    comments: 'Edited 1 and added 1 paragraphs of version 1.',
    created: { userName: 'Bo Lind' },
  })
  const { changes } = (await asMember.get(`/v2/files/${id}/versions/2/markup`)).json()
  expect(changes.map((each: { author: string; text: string }) => [each.author, each.text])).toEqual([
    ['Bo Lind', '30'],
    ['Bo Lind', '45'],
    ['Bo Lind', 'In writing.'],
  ])
  const { items } = (await asOwner.get(`/v2/files/${id}/history`)).json()
  expect(JSON.stringify(items)).toContain('Edited 1 and added 1 paragraphs')
  // what was edited is not the current version any more
  expect((await send({ edits: [first] })).statusCode).toBe(409)
})

test('a draft is its person’s alone, and says whether the file is what was edited [F-172]', async () => {
  const { asMember, asOwner, asColleague, add, id } = await world()
  const url = `/v2/files/${id}/draft`
  expect((await asMember.get(url)).statusCode).toBe(404)
  const kept = await asMember.put(url, { version: 1, edits: [{ paragraph: 2, removed: true, added: ['x'] }] })
  expect(kept.statusCode, kept.body).toBe(204)
  expect((await asMember.get(url)).json()).toEqual({
    version: 1,
    isCurrent: true,
    edits: [
      { paragraph: 2, text: null, removed: true, looks: [], added: ['x'], rowRemoved: false, rowsAdded: [] },
    ],
    saved: '2026-03-02T09:00:00.000Z',
  })
  expect((await asOwner.get(url)).statusCode).toBe(404)
  for (const method of ['get', 'delete'] as const)
    expect((await asColleague[method](url)).statusCode).toBe(404)
  expect((await asColleague.put(url, { version: 1, edits: [] })).statusCode).toBe(404)
  expect((await asMember.put(url, { version: 9, edits: [] })).statusCode).toBe(404)
  expect((await asMember.put(url, { version: 1 })).statusCode).toBe(400)
  const long = 'x'.repeat(50_000)
  const edits = Array.from({ length: 7 }, (_, at) => ({ paragraph: at + 1, text: long }))
  expect((await asMember.put(url, { version: 1, edits })).statusCode).toBe(400)
  const text = await add('a.txt', 'text')
  expect((await asMember.put(`/v2/files/${text}/draft`, { version: 1, edits: [] })).statusCode).toBe(409)
  await upload(asOwner, (await asOwner.get(`/v2/files/${id}`)).json().resource.id, {
    name: 'Agreement.docx',
    content: docx(['Other']),
  })
  expect((await asMember.get(url)).json()).toMatchObject({ version: 1, isCurrent: false })
  expect((await asMember.delete(url)).statusCode).toBe(204)
  expect((await asMember.get(url)).statusCode).toBe(404)
})

test('editing locks the file for a quarter of an hour; renewing it leaves no trace [F-173]', async () => {
  const { asMember, asOwner, id } = await world()
  const url = `/v2/files/${id}/lock`
  const lock = (body?: object, caller = asMember) => caller.put(url, body)
  for (const body of [{ for: 'Fun' }, { takeOver: true }, { for: 'Editing', takeOver: 'yes' }, { other: 1 }])
    expect((await lock(body)).statusCode, JSON.stringify(body)).toBe(400)
  const taken = await lock({ for: 'Editing' })
  expect(taken.statusCode, taken.body).toBe(200)
  expect(taken.json()).toMatchObject({ for: 'Editing', expires: '2026-03-02T09:15:00.000Z' })
  expect((await asOwner.get(`/v2/files/${id}`)).json().lock).toMatchObject({
    for: 'Editing',
    user: { name: 'Bo Lind' },
  })
  const { etag } = (await asMember.get(`/v2/files/${id}`)).headers
  const count = async () => (await asOwner.get(`/v2/files/${id}/history`)).json().items.length
  const before = await count()
  expect((await lock({ for: 'Editing' })).statusCode).toBe(200)
  expect((await asMember.get(`/v2/files/${id}`)).headers['etag']).toBe(etag)
  expect(await count()).toBe(before)
  expect((await lock({ for: 'Editing' }, asOwner)).statusCode).toBe(423)
  // a lock for any reason is the longer one, and stays
  expect((await asMember.put(url)).json().for).toBe(null)
  expect((await lock({ for: 'Editing' })).json().for).toBe(null)
})

test('an administrator takes the lock over; who edited is notified and keeps their draft [F-173]', async () => {
  const { asMember, asOwner, organisationId, id } = await world()
  const url = `/v2/files/${id}/lock`
  const admin = await createUser(parts.app, {
    organisationId,
    role: 'Administrator',
    groups: ['ContractAdministrators'],
    firstName: 'Cy',
    lastName: 'Dahl',
  })
  const asAdmin = await callerFor(parts, admin)
  await asMember.put(url, { for: 'Editing' })
  await asMember.put(`/v2/files/${id}/draft`, { version: 1, edits: [first] })
  expect((await asOwner.put(url, { for: 'Editing', takeOver: true })).statusCode).toBe(423)
  expect((await asAdmin.put(url, { for: 'Editing' })).statusCode).toBe(423)
  const taken = await asAdmin.put(url, { for: 'Editing', takeOver: true })
  expect(taken.json()).toMatchObject({ for: 'Editing', user: { name: 'Cy Dahl' } })
  expect((await notificationsOf(parts.app, asMember))[0]).toMatchObject({
    kind: 'assigned',
    text: 'Cy Dahl took over the editing of Agreement.docx. What you have edited is kept as your draft.',
  })
  expect((await asMember.put(url, { for: 'Editing' })).statusCode).toBe(423)
  expect((await asMember.get(`/v2/files/${id}/draft`)).json()).toMatchObject({ edits: [first] })
  parts.clock.advance({ minutes: 16 })
  expect((await (await callerFor(parts, admin)).get(url)).statusCode).toBe(404)
})

test('words look otherwise in a version with tracked changes, and in the draft before [C-435, C-436]', async () => {
  const { asMember, id } = await world()
  const edits = [{ paragraph: 1, looks: [{ from: 0, to: 3, look: 'Bold', on: true }] }]
  expect((await asMember.put(`/v2/files/${id}/draft`, { version: 1, edits })).statusCode).toBe(204)
  expect((await asMember.get(`/v2/files/${id}/draft`)).json()).toMatchObject({ edits })
  const made = await asMember.post(`/v2/files/${id}/versions/1/edits`, { edits })
  expect([made.statusCode, made.json()]).toEqual([
    201,
    { id, version: 2, changed: 1, added: 0, removed: 0, rowsAdded: 0, rowsRemoved: 0 },
  ])
  const { paragraphs } = (await asMember.get(`/v2/files/${id}/versions/2/paragraphs`)).json()
  expect(paragraphs[0].pieces[0]).toEqual({ text: 'Due', look: ['Bold'] })
  const { changes } = (await asMember.get(`/v2/files/${id}/versions/2/markup`)).json()
  expect(changes).toMatchObject([{ kind: 'Formatted', author: 'Bo Lind', text: 'Due' }])
  const same = await asMember.post(`/v2/files/${id}/versions/2/edits`, { edits })
  expect([same.statusCode, same.body]).toEqual([409, expect.stringContaining('Nothing was edited')])
})
