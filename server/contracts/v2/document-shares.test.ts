// Documents with the other side: sent, read, answered, accepted.
import { beforeEach, expect, test } from 'vitest'
import { docx, rewritten } from '../../../test/documents/docx.ts'
import { form } from '../../../test/documents/forms.ts'
import { returnedDocx } from '../../../test/documents/returned-docx.ts'
import { notificationsOf } from '../../../test/fixtures/notifications.ts'
import { sharingWorld } from '../../../test/fixtures/sharing-world.ts'
import { useReceiver } from '../../../test/peers/subscribed.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { makeSample } from '../../seals/sample.ts'
import { runWebhooksOnce } from '../../webhooks/delivery/engine.ts'

const parts = useTestApp()
const receiver = useReceiver()
const sent = docx(['Payment within 30 days.'])
const changed = docx(['Payment within 60 days.'])

let world: Awaited<ReturnType<typeof sharingWorld>>
beforeEach(async () => {
  world = await sharingWorld(parts)
})

/** What accepts the first file that came back from the first person. */
async function accept(path: string, version: number) {
  const share = (await world.itemsOf(path)).at(-1)
  const url = `${path}/documentShares/${share.id}/returns/${share.returns[0].id}/accept`
  return world.counsel.post(url, { document: { version } })
}

async function newVersion(path: string) {
  const { counsel } = world
  const { document } = (await counsel.get(path)).json<{ document: { id: number } }>()
  const { payload, headers } = form({
    file: { name: 'Agreement.docx', content: docx(['Payment within 90 days.']) },
  })
  expect((await counsel.post(`/v2/files/${document.id}`, payload, { headers })).statusCode).toBe(201)
  return document.id
}

test('is sent to several people, who each read exactly that version with a code [C-350]', async () => {
  const { organisation, lastMail, shared, addressOf, call, open, see, read, itemsOf, namesOf } = world
  const { path } = await shared(['ana', 'ben'], { message: 'Our changes are in clause 4.' })
  expect(await lastMail('ana')).toContain('Our changes are in clause 4.')
  const address = await addressOf('ana')
  expect(address).not.toBe(await addressOf('ben'))
  const before = await call('GET', address)
  expect(before.json()).toEqual({ organization: organisation, email: expect.stringMatching(/^a…@/) })
  expect(before.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  await newVersion(path)
  const ana = await open('ana')
  expect((await see(ana)).json()).toMatchObject({
    sender: expect.stringContaining(` of ${organisation}`),
    contract: 'Services',
    document: { name: 'Agreement.docx', takesVersions: true },
    message: 'Our changes are in clause 4.',
    lastDay: world.inDays(30),
    mayUpload: true,
    mayComment: true,
    returns: [],
    comments: [],
  })
  const document = await read(ana)
  expect(document.statusCode).toBe(200)
  expect(document.rawPayload.equals(sent)).toBe(true)
  expect(document.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  await read(ana)
  expect(await itemsOf(path)).toMatchObject([
    { name: 'ben', state: 'Sent', opened: null },
    { name: 'ana', state: 'Opened', document: { version: 1 }, returns: [] },
  ])
  const names = await namesOf()
  expect(names.filter((name) => name === 'contract.document.shared')).toHaveLength(2)
  expect(names.filter((name) => name === 'contract.document.opened')).toHaveLength(1)
})

test('what comes back is offered beside the document, and becomes its next version when it is accepted, by the name of who sent it [C-351, C-534]', async () => {
  const { counsel, shared, open, answer, itemsOf, namesOf, see } = world
  const { path } = await shared(['ana'])
  const ana = await open('ana')
  const returned = await answer(ana, changed)
  expect(returned.statusCode, returned.body).toBe(204)
  const { document } = (await counsel.get(path)).json<{ document: { id: number; version: number } }>()
  const contents = () => counsel.get(`/v2/files/${document.id}/versions`)
  expect((await contents()).json().items).toHaveLength(1)
  const [share] = await itemsOf(path)
  expect(share).toMatchObject({
    state: 'Answered',
    returns: [{ name: 'Agreement (Ana).docx', state: 'Offered', decided: null }],
  })
  expect((await see(ana)).json().returns).toMatchObject([{ name: 'Agreement (Ana).docx' }])
  const fileId = share.returns[0].file.id
  const compared = await counsel.post(`/v2/files/${fileId}/versions/1/comparisons`, {
    before: { fileId: document.id, version: 1 },
  })
  expect([200, 201, 202]).toContain(compared.statusCode)
  await newVersion(path)
  expect((await accept(path, 1)).statusCode).toBe(409)
  const accepted = await accept(path, 2)
  expect(accepted.statusCode, accepted.body).toBe(204)
  expect((await accept(path, 3)).statusCode).toBe(409)
  expect((await contents()).json().items).toMatchObject([
    {
      version: 3,
      comments: expect.stringContaining('Returned by ana'),
      guest: expect.stringMatching(/^ana </),
    },
    { version: 2, guest: null },
    { version: 1 },
  ])
  const changedBy = async () =>
    (await counsel.get(`/v2/files?$filter=Id eq ${document.id}`)).json().items[0].modified.userName
  expect(await changedBy()).toBe('ana')
  const acts = (await counsel.get(`${path}/history`)).json<{
    items: { action: string; guest: string | null }[]
  }>()
  for (const action of ['contract.document.returned', 'contract.file.created'])
    expect(acts.items.find((each) => each.action === action)?.guest, action).toMatch(/^ana </)
  expect(acts.items.find(({ action }) => action === 'contract.share.accepted')?.guest).toBe(null)
  const now = await counsel.get(`/v2/files/${document.id}/versions/3/content`)
  expect(now.rawPayload.equals(changed)).toBe(true)
  expect((await counsel.get(`/v2/files/${fileId}`)).statusCode).toBe(200)
  expect((await itemsOf(path))[0].returns).toMatchObject([{ state: 'Accepted', decided: expect.any(String) }])
  parts.clock.advance({ seconds: 1 })
  expect((await counsel.patch(`/v2/files/${document.id}`, { name: 'Services.docx' })).statusCode).toBe(204)
  expect(await changedBy()).not.toBe('ana')
  expect(await namesOf()).toEqual(
    expect.arrayContaining(['contract.document.returned', 'contract.share.accepted']),
  )
})

test('changes that the other side did not track are counted where they came back, in the notification and in the version [C-563]', async () => {
  const { counsel, contractWith, shareOf, open, answer, itemsOf } = world
  const document = docx(['Payment of at least 250 within 30 days.'])
  const path = await contractWith(document, 'Agreement.docx', 'Draft')
  await shareOf(path, ['ana'])
  const ana = await open('ana')
  const tracked = { from: '30', to: '60', author: 'Ana', comment: 'Too short' }
  const back = rewritten(returnedDocx(document, tracked), { 'at least ': '' })
  expect((await answer(ana, back)).statusCode).toBe(204)
  expect((await itemsOf(path))[0].returns).toMatchObject([{ untracked: 1 }])
  const [{ text } = { text: '' }] = await notificationsOf(parts.app, counsel)
  expect(text).toMatch(/returned a version: “Agreement \(Ana\).docx”. 1 change was not tracked\.$/)
  expect((await accept(path, 1)).statusCode).toBe(204)
  const { document: file } = (await counsel.get(path)).json<{ document: { id: number } }>()
  expect((await counsel.get(`/v2/files/${file.id}/versions`)).json().items).toMatchObject([
    { version: 2, untracked: 1 },
    { version: 1, untracked: null },
  ])
})

test('what came back can be declined, and accepted later as long as it is there as it came [C-351]', async () => {
  const { counsel, shared, open, answer, itemsOf } = world
  const { path } = await shared(['ana'])
  const ana = await open('ana')
  await answer(ana, changed)
  await answer(ana, docx(['Payment within 45 days.']))
  const [share] = await itemsOf(path)
  const [second, first] = share.returns
  const decide = (id: number, what: string, body?: object) =>
    counsel.post(`${path}/documentShares/${share.id}/returns/${id}/${what}`, body)
  expect((await decide(first.id, 'decline')).statusCode).toBe(204)
  expect((await decide(first.id, 'decline')).statusCode).toBe(409)
  expect((await decide(first.id, 'accept', { document: { version: 1 } })).statusCode).toBe(204)
  expect((await counsel.delete(`/v2/files/${second.file.id}`)).statusCode).toBe(204)
  expect((await decide(second.id, 'accept', { document: { version: 2 } })).statusCode).toBe(409)
  expect((await decide(9_999_999, 'decline')).statusCode).toBe(404)
  expect((await itemsOf(path))[0].returns).toMatchObject([
    { state: 'Offered', file: null },
    { state: 'Accepted', file: { id: first.file.id } },
  ])
})

test('comments are in the conversation by the name of their author, and nobody changes them [C-352]', async () => {
  const { counsel, shared, open, comment, emailOf, see } = world
  const { path } = await shared(['ana'])
  const ana = await open('ana')
  expect((await comment(ana, ' ')).statusCode).toBe(400)
  expect((await comment(ana, 'Clause 4 is new to us.')).statusCode).toBe(204)
  const conversation = `${path}/conversation`
  const { items } = (await counsel.get(conversation)).json()
  expect(items).toMatchObject([{ from: `ana <${emailOf('ana')}>`, text: 'Clause 4 is new to us.' }])
  expect((await counsel.patch(`${conversation}/${items[0].id}`, { text: 'Fine.' })).statusCode).toBe(409)
  expect((await counsel.delete(`${conversation}/${items[0].id}`)).statusCode).toBe(409)
  expect((await see(ana)).json().comments).toMatchObject([{ text: 'Clause 4 is new to us.' }])
})

test('the sender is notified when it is opened, and when something comes back [N-93]', async () => {
  const { counsel, shared, open, read, answer, comment } = world
  await shared(['ana'])
  const ana = await open('ana')
  await read(ana)
  await read(ana)
  await answer(ana, changed)
  await comment(ana, 'Clause 4 is new to us.')
  const told = (await notificationsOf(parts.app, counsel)).filter(({ kind }) => kind === 'signature')
  expect(told.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^ana <.*> commented: “Clause 4 is new to us.”$/),
    expect.stringMatching(
      /^ana <.*> returned a version: “Agreement \(Ana\).docx”. 1 change was not tracked\.$/,
    ),
    expect.stringMatching(/^ana <.*> opened the document\.$/),
  ])
})

test('what is out for signature or signed is sent to be read only, and takes no version [C-353]', async () => {
  const { counsel, contractWith, shareOf, newShare, open, read, see, answer, signer, inDays } = world
  const pdf = Buffer.from(await makeSample(['Agreement']))
  const path = await contractWith(pdf)
  await shareOf(path, ['ana'])
  const ana = await open('ana')
  await answer(ana, pdf, 'Agreement.pdf')
  const request = { document: { version: 1 }, signers: [signer('cleo')], expires: inDays(9) }
  expect((await counsel.post(`${path}/signatureRequests`, request)).statusCode).toBe(201)
  const wrong = newShare(['ben'], { document: { version: 2 } })
  expect((await counsel.post(`${path}/documentShares`, wrong)).statusCode).toBe(409)
  await shareOf(path, ['ben'], { document: { version: 2 }, mayUpload: false })
  expect((await read(await open('ben'))).statusCode).toBe(200)
  expect((await answer(ana, pdf, 'Agreement.pdf')).statusCode).toBe(409)
  expect((await see(ana)).json().document.takesVersions).toBe(false)
  const refused = await accept(path, 2)
  expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('out for signature')])
})

test('is sent again to a new address, and gets another last day [C-350]', async () => {
  const { counsel, shared, addressOf, call, open, read, inDays, itemsOf } = world
  const { path, acts } = await shared(['ana'])
  const ana = await open('ana')
  expect((await counsel.post(`${acts}/remind`)).statusCode).toBe(409)
  parts.clock.advance({ minutes: 11 })
  expect((await counsel.post(`${acts}/remind`)).statusCode).toBe(204)
  expect((await read(ana)).statusCode).toBe(404)
  expect((await call('GET', await addressOf('ana'))).statusCode).toBe(200)
  expect((await counsel.post(`${acts}/extend`, { expires: '2020-01-01' })).statusCode).toBe(400)
  expect((await counsel.post(`${acts}/extend`, { expires: inDays(60) })).statusCode).toBe(204)
  expect(await itemsOf(path)).toMatchObject([{ lastDay: inDays(60) }])
})

test('versions that are not there, and people that are incomplete, are refused, and nobody is sent anything [C-354]', async () => {
  const { counsel, contractWith, newShare, itemsOf, lastMail } = world
  const path = await contractWith(sent, 'Agreement.docx', 'Draft')
  const person = { name: 'ana', email: world.emailOf('ana') }
  for (const wrong of [
    newShare([]),
    newShare(['ana'], { document: { version: 7 } }),
    newShare(['ana'], { expires: '2020-01-01' }),
    newShare(['ana'], { people: [person, { ...person, email: 'ana' }] }),
    newShare(['ana'], { people: [{ ...person, name: 'a\r\nb' }] }),
    newShare(['ana'], { message: 'a'.repeat(2_001) }),
  ])
    expect([400, 409]).toContain((await counsel.post(`${path}/documentShares`, wrong)).statusCode)
  expect(await itemsOf(path)).toEqual([])
  expect(await lastMail('ana')).toBe('')
})

test('subscribers are notified with the document, or with the file that came back [W-58]', async () => {
  const { counsel, shared, open, read, answer, itemsOf } = world
  const whats = ['shared', 'opened', 'returned', 'withdrawn'] as const
  const topics = whats.map((what) => `contract.document.${what}`)
  const subscription = { topics, subscriptionUrl: `${receiver().url}/hook` }
  expect((await counsel.post('/v2/webhookSubscriptions', subscription)).statusCode).toBe(201)
  const { path, acts } = await shared(['ana'])
  const ana = await open('ana')
  await read(ana)
  await answer(ana, changed)
  expect((await counsel.post(`${acts}/withdraw`)).statusCode).toBe(204)
  await runWebhooksOnce(parts.app)
  const said = receiver().requests.map(({ body }) => JSON.parse(body.toString()) as unknown)
  const [{ document, returns }] = await itemsOf(path)
  const idOf = {
    shared: document.id,
    opened: document.id,
    returned: returns[0].file.id,
    withdrawn: document.id,
  }
  expect(said).toHaveLength(4)
  expect(said).toEqual(
    expect.arrayContaining(
      whats.map((what) => ({
        Timestamp: expect.any(String),
        ResourceId: idOf[what],
        EventType: `contract.document.${what}`,
        ParentResource: { ResourceType: 'contract', ResourceId: Number(path.split('/').at(-1)) },
      })),
    ),
  )
})
