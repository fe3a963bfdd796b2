// v2 of versions: their list, contents, texts, and mails.
import { expect, test } from 'vitest'
import { createFileWorld, upload } from '../../../test/fixtures/files.ts'
import { runFileJobs } from '../../../test/fixtures/jobs.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()

async function world() {
  const here = await createFileWorld(parts.app, parts.server)
  const add = async (name: string, content: string | Buffer, query = '') =>
    Number((await upload(here.asOwner, here.contractId, { name, content, query })).body)
  return { ...here, add }
}

test('versions are listed with comments, and each is downloaded whole or in part [F-140]', async () => {
  const { asMember, asColleague, add, owner } = await world()
  const id = await add('a.txt', 'first')
  expect(await add('a.txt', 'second', '?comments=Their%20changes')).toBe(id)
  const list = await asMember.get(`/v2/files/${id}/versions`)
  expect(list.json()).toEqual({
    items: [
      {
        version: 2,
        name: 'a.txt',
        size: 6,
        contentType: 'text/plain',
        comments: 'Their changes',
        created: {
          dateUtc: expect.stringMatching(/Z$/),
          userName: 'Ana Prior',
          user: expect.objectContaining({ id: owner.id, email: owner.email, lastName: 'Prior' }),
        },
        guest: null,
        untracked: null,
        text: { state: 'Pending', reason: null, complete: false },
      },
      expect.objectContaining({ version: 1, comments: null }),
    ],
  })
  await runFileJobs(parts.app)
  expect((await asMember.get(`/v2/files/${id}/versions`)).json().items[0].text).toEqual({
    state: 'Text',
    reason: null,
    complete: true,
  })
  expect((await asMember.get(`/v2/files/${id}/versions/1/content`)).body).toBe('first')
  const part = await asMember.get(`/v2/files/${id}/versions/1/content`, { headers: { range: 'bytes=1-2' } })
  expect([part.statusCode, part.body]).toEqual([206, 'ir'])
  expect((await asColleague.get(`/v2/files/${id}/versions`)).statusCode).toBe(404)
})

test('a version that does not exist is 404, and not another one [F-140]', async () => {
  const { asOwner, add } = await world()
  const id = await add('a.txt', 'first')
  for (const address of [
    `/v2/files/${id}/versions/9/content`,
    `/v2/files/${id}/versions/9/text`,
    `/v2/files/${id}/versions/9/mail`,
    `/v2/files/${id}/content?version=9`,
    `/file-apis/v1/files/${id}/download?version=9`,
  ]) {
    expect([address, (await asOwner.get(address)).statusCode]).toEqual([address, 404])
  }
  expect((await asOwner.get(`/v2/files/${id}/content?version=1`)).body).toBe('first')
})

test('the text of any version is read when it is asked for, in paragraphs [F-141]', async () => {
  const { asOwner, add } = await world()
  const id = await add('a.md', '# Title\n\nold')
  await add('a.md', '# Title\n\nnew')
  const text = async (version: number) =>
    (await asOwner.get(`/v2/files/${id}/versions/${version}/text`)).json()
  const title = { text: 'Title', page: null, level: 1 }
  const read = { state: 'Text', reason: null, complete: true }
  expect(await text(1)).toEqual({ ...read, paragraphs: [title, { text: 'old', page: null, level: null }] })
  expect((await text(2)).paragraphs[1].text).toBe('new')
  const picture = await add('a.png', Buffer.from('89504e470d0a1a0a', 'hex'))
  expect((await asOwner.get(`/v2/files/${picture}/versions/1/text`)).json()).toEqual({
    state: 'Unsupported',
    reason: null,
    complete: true,
    paragraphs: [],
  })
})

const mail = [
  'From: Ana Prior <ana@harbour.example>',
  'To: bo@harbour.example, Cy <cy@harbour.example>',
  'Subject: The claim',
  'Date: Mon, 2 Mar 2026 09:00:00 +0000',
  'Content-Type: multipart/mixed; boundary=x',
  '',
  '--x',
  'Content-Type: text/html',
  '',
  '<p onclick="steal()" style="color:red;background:url(https://spy.example/a)">Dear Bo</p>',
  '<script>steal()</script><img src="https://spy.example/pixel"><a href="javascript:steal()">a</a>',
  '<a href="https://court.example/">b</a><iframe src="https://spy.example"></iframe><form action="/x"><input></form>',
  '<svg><a xlink:href="javascript:x">c</a></svg><style>@import "https://spy.example"</style>',
  '--x',
  'Content-Type: text/html; name=page.html',
  'Content-Disposition: attachment; filename=page.html',
  '',
  'attached',
  '--x--',
  '',
].join('\r\n')

test('a mail is shown with its people, safe text and attachments [F-142]', async () => {
  const { asOwner, asColleague, add } = await world()
  const id = await add('claim.eml', mail)
  const answer = await asOwner.get(`/v2/files/${id}/versions/1/mail`)
  const shown = answer.json<{ html: string; attachments: { href: string }[] }>()
  expect(shown).toMatchObject({
    from: { name: 'Ana Prior', email: 'ana@harbour.example' },
    to: [
      { name: null, email: 'bo@harbour.example' },
      { name: 'Cy', email: 'cy@harbour.example' },
    ],
    subject: 'The claim',
    sent: '2026-03-02T09:00:00.000Z',
    attachments: [{ number: 1, name: 'page.html', inline: false }],
  })
  expect(shown.html).toContain('Dear Bo')
  expect(shown.html).toContain('href="https://court.example/"')
  expect(shown.html).not.toMatch(/spy|steal|script|iframe|<form|<img|svg|onclick|url\(/)
  const attachment = await asOwner.get(String(shown.attachments[0]?.href))
  expect([attachment.statusCode, attachment.body]).toEqual([200, 'attached\n'])
  // what a browser would run is never sent as such
  expect(attachment.headers['content-type']).toBe('application/octet-stream')
  expect((await asOwner.get(`/v2/files/${id}/versions/1/mail/attachments/2`)).statusCode).toBe(404)
  expect((await asColleague.get(`/v2/files/${id}/versions/1/mail`)).statusCode).toBe(404)
})

test('what is no mail is 409 with the reason [F-142]', async () => {
  const { asOwner, add } = await world()
  const id = await add('a.txt', 'text')
  const answer = await asOwner.get(`/v2/files/${id}/versions/1/mail`)
  expect(answer.statusCode).toBe(409)
  expect(answer.json<{ detail: string }>().detail).toContain('a.txt is not a mail')
})
