// Tracked changes and comments of a version through v2: read, and decided in a new version.
import { expect, test } from 'vitest'
import { markedDocx } from '../../../test/documents/marked-docx.ts'
import { createFileWorld, upload } from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()

async function world() {
  const here = await createFileWorld(parts.app, parts.server)
  const add = async (name: string, content: Buffer | string) =>
    Number((await upload(here.asOwner, here.contractId, { name, content })).body)
  return { ...here, add, id: await add('Agreement.docx', markedDocx) }
}

test('a version has its tracked changes and comments, for those who may see it [F-163]', async () => {
  const { asMember, asColleague, add, id } = await world()
  const url = `/v2/files/${id}/versions/1/markup`
  const answer = await asMember.get(url)
  expect(answer.statusCode, answer.body).toBe(200)
  const { etag } = (await asMember.get(`/v2/files/${id}`)).headers
  expect(answer.headers['etag']?.split('-')[0]).toBe(etag?.split('-')[0])
  const { changes, comments, ...about } = answer.json()
  expect(about).toEqual({ isCurrent: true, total: 10 })
  const payment = { part: 'Body', paragraph: 1, clause: { number: '1', heading: 'Payment' } }
  const date = '2026-03-02T09:30:00.000Z'
  expect(changes[0]).toEqual({
    id: 1,
    kind: 'Deleted',
    of: 'Text',
    author: 'Tomas Berg',
    date,
    text: '30',
    place: payment,
    from: null,
    formatting: [],
  })
  expect(comments[0]).toEqual({
    id: 1,
    author: 'Tomas Berg',
    date,
    text: 'We need more time.',
    isResolved: false,
    quote: '45 days',
    place: payment,
    answers: [{ id: 2, author: 'Ana Prior', date, text: 'Why?' }],
  })
  expect((await asColleague.get(url)).statusCode).toBe(404)
  expect((await asMember.get(`/v2/files/${id}/versions/2/markup`)).statusCode).toBe(404)
  const [text, broken] = [await add('a.txt', 'text'), await add('broken.docx', 'no document')]
  expect((await asMember.get(`/v2/files/${text}/versions/1/markup`)).statusCode).toBe(409)
  expect((await asMember.get(`/v2/files/${broken}/versions/1/markup`)).statusCode).toBe(400)
})

test('deciding changes makes a version that says what was decided, once [F-164]', async () => {
  const { asMember, asOwner, asColleague, id } = await world()
  const decide = (body: object, { version = 1, headers = {}, caller = asMember } = {}) =>
    caller.post(`/v2/files/${id}/versions/${version}/markup/decisions`, body, { headers })
  expect((await decide({ accept: [1] }, { caller: asColleague })).statusCode).toBe(404)
  for (const body of [
    {},
    { accept: [99] },
    { accept: [1], reject: [1] },
    { rest: 'Keep' },
    { accept: ['1'] },
  ])
    expect((await decide(body)).statusCode, JSON.stringify(body)).toBe(400)
  const old = { headers: { 'if-match': '"0"' } }
  expect((await decide({ accept: [1] }, old)).statusCode).toBe(412)
  const etag = String((await asMember.get(`/v2/files/${id}/versions/1/markup`)).headers['etag'])
  const decided = await decide({ accept: [1, 2, 8], reject: [9] }, { headers: { 'if-match': etag } })
  expect(decided.statusCode, decided.body).toBe(201)
  expect(decided.json()).toEqual({ id, version: 2, accepted: 3, rejected: 1, total: 10 })
  // the same once more: what was read is out of date
  expect((await decide({ accept: [1] })).statusCode).toBe(409)
  const [latest] = (await asMember.get(`/v2/files/${id}/versions`)).json().items
  expect(latest).toMatchObject({
    version: 2,
    name: 'Agreement.docx',
    comments: 'Accepted 3 and rejected 1 of 10 tracked changes in version 1.',
    created: { userName: 'Bo Lind' },
  })
  const left = (await asMember.get(`/v2/files/${id}/versions/2/markup`)).json()
  expect([left.total, left.changes[0].text]).toEqual([6, '2a. Renewal. It renews each year.'])
  expect((await asMember.get(`/v2/files/${id}/versions/1/markup`)).json()).toMatchObject({
    isCurrent: false,
    total: 10,
  })
  const { items } = (await asOwner.get(`/v2/files/${id}/history`)).json()
  expect(items[0].changes).toContainEqual(
    expect.objectContaining({
      label: 'Tracked changes',
      to: 'Accepted 3 and rejected 1 of 10 tracked changes',
    }),
  )
  expect((await decide({ rest: 'Reject' }, { version: 2 })).json()).toMatchObject({ rejected: 6, total: 6 })
  expect((await decide({ rest: 'Reject' }, { version: 3 })).statusCode).toBe(409)
})

test('nothing is decided in a document that somebody else has locked [F-164]', async () => {
  const { asMember, asOwner, id } = await world()
  expect((await asOwner.put(`/v2/files/${id}/lock`, {})).statusCode).toBe(200)
  const url = `/v2/files/${id}/versions/1/markup/decisions`
  expect((await asMember.post(url, { rest: 'Accept' })).statusCode).toBe(423)
  expect((await asMember.get(`/v2/files/${id}/versions`)).json().items).toHaveLength(1)
  expect((await asOwner.post(url, { rest: 'Accept' })).statusCode).toBe(201)
})
