// Comments of a document through v2: answered, resolved and reopened in a new version, and in the conversation.
import { expect, test } from 'vitest'
import { markedDocx } from '../../../../test/documents/marked-docx.ts'
import { createFileWorld, upload } from '../../../../test/fixtures/files.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const parts = useTestApp()

async function world() {
  const here = await createFileWorld(parts.app, parts.server)
  const added = await upload(here.asOwner, here.contractId, { name: 'Agreement.docx', content: markedDocx })
  const id = Number(added.body)
  const send = (body: object, { version = 1, headers = {}, caller = here.asMember } = {}) =>
    caller.post(`/v2/files/${id}/versions/${version}/markup/comments`, body, { headers })
  const versions = async () => (await here.asOwner.get(`/v2/files/${id}/versions`)).json().items
  const messages = async () =>
    (await here.asOwner.get(`/v2/contracts/${here.contractId}/conversation`)).json().items
  return { ...here, id, send, versions, messages }
}

test('answering makes a version in the name of who answers, once [F-169]', async () => {
  const { asMember, asOwner, asColleague, id, send, versions, messages } = await world()
  const answers = [{ comment: 1, text: 'At most 45 days.', resolved: true }]
  expect((await send({ answers }, { caller: asColleague })).statusCode).toBe(404)
  for (const body of [
    {},
    { answers: [] },
    { answers: [{ comment: 99, text: 'No' }] },
    { answers: [{ comment: 1 }] },
    { answers: [{ comment: 1, text: ' ' }] },
    { answers: [{ comment: 1, text: 'x'.repeat(4_001) }] },
    { answers: [{ comment: '1', text: 'No' }] },
    { answers, silent: true },
  ])
    expect((await send(body)).statusCode, JSON.stringify(body)).toBe(400)
  expect((await send({ answers }, { headers: { 'if-match': '"0"' } })).statusCode).toBe(412)
  // it is open
  expect((await send({ answers: [{ comment: 1, resolved: false }] })).statusCode).toBe(409)
  expect(await versions()).toHaveLength(1)
  const etag = String((await asMember.get(`/v2/files/${id}/versions/1/markup`)).headers['etag'])
  const answered = await send({ answers }, { headers: { 'if-match': etag } })
  expect(answered.statusCode, answered.body).toBe(201)
  expect(answered.json()).toEqual({ id, version: 2, answered: 1, resolved: 1, reopened: 0 })
  expect((await send({ answers })).statusCode).toBe(409)
  expect((await versions())[0]).toMatchObject({
    version: 2,
    name: 'Agreement.docx',
    comments: 'Answered 1 comment, resolved 1 in version 1.',
    created: { userName: 'Bo Lind' },
  })
  const [first] = (await asMember.get(`/v2/files/${id}/versions/2/markup`)).json().comments
  expect(first).toMatchObject({
    isResolved: true,
    answers: [
      { text: 'Why?' },
      { author: 'Bo Lind', date: '2026-03-02T09:00:00.000Z', text: 'At most 45 days.' },
    ],
  })
  const { items } = (await asOwner.get(`/v2/files/${id}/history`)).json()
  expect(items[0].changes).toContainEqual(
    expect.objectContaining({ label: 'Document comments', to: 'Answered 1 comment, resolved 1' }),
  )
  const again = await send({ answers: [{ comment: 1, resolved: false }] }, { version: 2 })
  expect(again.json()).toEqual({ id, version: 3, answered: 0, resolved: 0, reopened: 1 })
  expect(await messages()).toEqual([])
})

test('what is answered is a message of the conversation for those who want that [F-169]', async () => {
  const { send, messages } = await world()
  const answers = [
    { comment: 1, text: 'At most 45 days.' },
    { comment: 3, resolved: true },
  ]
  expect((await send({ answers, inConversation: true })).statusCode).toBe(201)
  expect(await messages()).toMatchObject([
    {
      user: { lastName: 'Lind' },
      text: [
        'Comments in Agreement.docx, version 2',
        '“45 days”\nTomas Berg: We need more time.\nBo Lind: At most 45 days.',
        'Ana Prior: Not ours.\n(resolved)',
      ].join('\n\n'),
    },
  ])
  const long = Array.from({ length: 12 }, () => ({ comment: 1, text: 'x'.repeat(1_000) }))
  expect((await send({ answers: long, inConversation: true }, { version: 2 })).statusCode).toBe(201)
  expect((await messages()).at(-1).text).toMatch(/\n\nThe others are in the document\.$/)
})

test('nothing of a private or locked document is written anywhere [F-169]', async () => {
  const { asOwner, id, send, versions, messages } = await world()
  const answers = [{ comment: 1, text: 'At most 45 days.' }]
  expect((await asOwner.put(`/v2/files/${id}/lock`, {})).statusCode).toBe(200)
  expect((await send({ answers })).statusCode).toBe(423)
  expect((await asOwner.delete(`/v2/files/${id}/lock`)).statusCode).toBeLessThan(300)
  expect((await asOwner.patch(`/v2/files/${id}`, { restricted: true })).statusCode).toBeLessThan(300)
  const refused = await send({ answers, inConversation: true }, { caller: asOwner })
  expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('is private')])
  expect([await versions(), await messages()]).toMatchObject([[{ version: 1 }], []])
  expect((await send({ answers }, { caller: asOwner })).statusCode).toBe(201)
})
