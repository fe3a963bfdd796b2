// What is built on records of every kind, asked for a third kind.
import { beforeAll, expect, test } from 'vitest'
import { bulkChanges } from '../../../server/operations/process/bulk-changes.ts'
import { internalTransaction } from '../../../server/platform/events/change.ts'
import { fileInboundMail } from '../../../server/emails/commands/file-inbound-mail.ts'
import { runBulkChange } from '../../../server/records/bulk/run-bulk-change.ts'
import { mailAddressOf, recordAt } from '../../../server/records/mail-address.ts'
import { startBulkChange } from '../../../server/records/bulk/commands/start-bulk-change.ts'
import { runWebhooksOnce } from '../../../server/webhooks/delivery/engine.ts'
import { actorFor } from '../../fixtures/actors.ts'
import { runFileJobs } from '../../fixtures/jobs.ts'
import { mailsTo } from '../../fixtures/mails.ts'
import { mailNow, notificationsOf } from '../../fixtures/notifications.ts'
import type { Caller } from '../../http.ts'
import { subscriptionsPath, useReceiver } from '../../peers/subscribed.ts'
import { useTestApp } from '../../test-app.ts'
import { dispute } from './dispute-kind.ts'
import { createDisputeTables } from './insert-dispute.ts'
import { type DisputeWorld, disputeWorld } from './world.ts'

const inboundMailDomain = 'mail.harbour.example'
const parts = useTestApp({ CHANCERY_INBOUND_MAIL_DOMAIN: inboundMailDomain })
const receiver = useReceiver()
beforeAll(() => createDisputeTables(parts.app))

interface Item {
  readonly type: string
  readonly id: number
  readonly name?: string
  readonly title?: string
  readonly record?: { readonly type: string; readonly id: number } | null
}

const itemsOf = async (caller: Caller, url: string) => {
  const answer = await caller.get(url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ items: readonly Item[] }>().items
}

const done = async (answer: Promise<{ statusCode: number; body: string }>) => {
  const { statusCode, body } = await answer
  expect([200, 201, 204], body).toContain(statusCode)
}

const upload = async ({ asOwner, id }: DisputeWorld, content: string) => {
  const file = Buffer.from(content).toString('base64')
  const answer = await asOwner.post(`/dispute-apis/v1/disputes/${id}/files`, { file, name: 'Claim.txt' })
  expect(answer.statusCode, answer.body).toBe(201)
  await runFileJobs(parts.app)
  return answer.json<number>()
}

test('search finds it, and what is on it, for those who see it', async () => {
  const world = await disputeWorld(parts, 'Quay wall at Zephyr')
  const { asOwner, asColleague, id } = world
  const fileId = await upload(world, 'zephyr owes demurrage')
  await done(asOwner.post(`/v2/disputes/${id}/conversation`, { text: 'zephyr answered' }))
  await done(asOwner.post(`/v2/disputes/${id}/statusMessages`, { message: 'zephyr settles' }))
  const found = await itemsOf(asOwner, '/v2/search?q=zephyr')
  const record = { type: 'Dispute', id, name: 'Quay wall at Zephyr' }
  expect(found.map(({ type }) => type).toSorted()).toEqual(['Dispute', 'File', 'Message', 'StatusMessage'])
  expect(found.find(({ type }) => type === 'File')).toMatchObject({ id: fileId, record })
  expect(found.find(({ type }) => type === 'Message')).toMatchObject({ record })
  expect(await itemsOf(asOwner, `/v2/search?q=zephyr&record=Dispute/${id}`)).toHaveLength(4)
  expect(await itemsOf(asOwner, '/v2/search?q=zephyr&types=Dispute')).toMatchObject([{ type: 'Dispute', id }])
  expect(await itemsOf(asOwner, '/v2/search?q=zehpyr&types=Dispute')).toMatchObject([{ id }])
  expect(await itemsOf(asColleague, '/v2/search?q=zephyr')).toEqual([])
  const quick = '/v2/quickFind?q=quay'
  expect(await itemsOf(asOwner, quick)).toMatchObject([{ type: 'Dispute', id, name: 'Quay wall at Zephyr' }])
  expect(await itemsOf(asColleague, quick)).toEqual([])
})

test('favourites and recents have it, and its files, as long as it is seen', async () => {
  const world = await disputeWorld(parts)
  const { asOwner, asColleague, id } = world
  await done(asOwner.put(`/v2/me/favourites/disputes/${id}`))
  expect((await asColleague.put(`/v2/me/favourites/disputes/${id}`)).statusCode).toBe(404)
  const shown = { type: 'Dispute', id, name: 'Quay wall', displayId: null }
  expect(await itemsOf(asOwner, '/v2/me/favourites')).toMatchObject([shown])
  const fileId = await upload(world, 'Claim')
  await done(asOwner.get(`/v2/disputes/${id}`))
  await done(asOwner.get(`/v2/files/${fileId}`))
  const file = { type: 'File', id: fileId, record: { type: 'Dispute', id } }
  expect(await itemsOf(asOwner, '/v2/me/recents')).toMatchObject([file, shown])
  const ofV1 = await asOwner.get('/account-apis/v1/my/recents')
  expect(ofV1.json()).toMatchObject([{ recordType: 'File' }, { recordType: 'Dispute', title: 'Quay wall' }])
  await done(asOwner.delete(`/v2/disputes/${id}`))
  expect(await itemsOf(asOwner, '/v2/me/favourites')).toEqual([])
  expect(await itemsOf(asOwner, '/v2/me/recents')).toEqual([])
})

test('history has it, for those on it and for administrators', async () => {
  const { asOwner, asColleague, asAdministrator, asOutsider, id } = await disputeWorld(parts)
  await done(asOwner.patch(`/v2/disputes/${id}`, { name: 'Quay wall 2' }))
  const changed = { action: 'dispute.updated', record: { type: 'dispute', id, name: 'Quay wall 2' } }
  expect(await itemsOf(asOwner, '/v2/me/changes')).toMatchObject([changed, { action: 'dispute.created' }])
  expect(await itemsOf(asColleague, '/v2/me/changes')).toEqual([])
  const all = `/v2/history?$filter=Record/Type eq 'dispute'`
  expect(await itemsOf(asAdministrator, all)).toMatchObject([changed, { action: 'dispute.created' }])
  expect(await itemsOf(asOutsider, all)).toEqual([])
})

test('views are kept of its list, and a change of many is made in the background', async () => {
  const { asOwner, owner, id, organisationId } = await disputeWorld(parts)
  const view = { list: 'disputes', name: 'Mine', filter: 'Owner/Id eq me()', columns: [{ property: 'Name' }] }
  const saved = await asOwner.post('/v2/views', view)
  expect(saved.statusCode, saved.body).toBe(201)
  expect(saved.json()).toMatchObject(view)
  const refused = await asOwner.post('/v2/views', { ...view, filter: "Nothing eq 'x'" })
  expect(refused.statusCode, refused.body).toBe(400)

  const actor = await actorFor(parts.app, owner)
  const change = { externalId: 'D-7' }
  const asked = { list: 'disputes', ids: [id], change, onlyEmpty: false, checkOnly: false }
  const jobId = await startBulkChange(parts.app, actor, asked)
  await runBulkChange(parts.app, { organisationId, id: jobId }, bulkChanges)
  expect((await asOwner.get(`/v2/jobs/${jobId}`)).json()).toMatchObject({ state: 'Done', changed: 1 })
  expect((await asOwner.get(`/v2/disputes/${id}`)).json()).toMatchObject(change)
})

test('people are notified of it, in the app and by mail, while they see it', async () => {
  const { asOwner, asColleague, colleague, id } = await disputeWorld(parts)
  await done(asOwner.put(`/v2/disputes/${id}/members/${colleague.id}`, { roles: ['Member'] }))
  await done(
    asOwner.post(`/v2/disputes/${id}/conversation`, { text: 'Dear Bo', mentions: [{ id: colleague.id }] }),
  )
  await done(asOwner.patch(`/v2/disputes/${id}`, { status: 'Settled' }))
  const record = { type: 'Dispute', id, name: 'Quay wall' }
  expect(await notificationsOf(parts.app, asColleague)).toMatchObject([
    { kind: 'status', record },
    { kind: 'mentioned', record },
    { kind: 'assigned', text: 'Ana Marsh added you.', record },
  ])
  expect(await notificationsOf(parts.app, asOwner)).toEqual([])
  parts.clock.advance({ minutes: 20 })
  await mailNow(parts.app)
  expect((await mailsTo(parts.app, colleague)).map(({ subject }) => subject).join()).toContain('Quay wall')
  await done(asOwner.delete(`/v2/disputes/${id}/members/${colleague.id}`))
  expect(await notificationsOf(parts.app, asColleague)).toEqual([])
})

test('the stream has its changes', async () => {
  const { asOwner, asColleague, id } = await disputeWorld(parts)
  const since = /^id: (.*)$/m.exec((await asOwner.get('/v2/stream?wait=0')).body)?.[1] ?? ''
  await done(asOwner.patch(`/v2/disputes/${id}`, { name: 'Quay wall 2' }))
  const headers = { 'last-event-id': since }
  const told = (await asOwner.get('/v2/stream?wait=0', { headers })).body
  expect(told).toContain('"topic":"dispute.updated"')
  expect(told).toMatch(new RegExp(`"type":"Dispute","id":${id},.*"version":2`))
  expect((await asColleague.get('/v2/stream?wait=0', { headers })).body).not.toContain('dispute')
})

test('webhooks are sent of its topics to those who see it', async () => {
  const { asOwner, asColleague, id } = await disputeWorld(parts)
  for (const caller of [asOwner, asColleague]) {
    const subscriptionUrl = `${receiver().url}/${caller === asOwner ? 'owner' : 'colleague'}`
    const topics = ['dispute.status.updated', 'dispute.file.created']
    await done(caller.post(subscriptionsPath, { topics, subscriptionUrl }))
  }
  await done(asOwner.patch(`/v2/disputes/${id}`, { status: 'Settled' }))
  await runWebhooksOnce(parts.app)
  const sent = receiver().requests.map(({ target, body }) => [target, JSON.parse(body.toString()) as object])
  const parent = { ResourceType: 'dispute', ResourceId: id }
  expect(sent).toEqual([
    ['/owner', expect.objectContaining({ EventType: 'dispute.status.updated', ParentResource: parent })],
  ])
})

test('a mail to its address is filed on it, if its sender may add to it', async () => {
  const world = await disputeWorld(parts)
  const { asOwner, owner, colleague, id } = world
  const address = (await mailAddressOf(parts.app, { kind: dispute, id })) ?? ''
  expect(address).toMatch(new RegExp(`^dispute-${id}-.*@${inboundMailDomain}$`))
  const record = await recordAt(parts.app, address)
  expect(record).toEqual({ kind: dispute, id })
  if (!record) throw new Error('The address names no record')
  const mailFrom = (from: string) =>
    Buffer.from(
      `From: ${from}\r\nTo: ${address}\r\nSubject: The claim\r\nMessage-ID: <1@x.example>\r\n\r\nDear all\r\n`,
    )
  await expect(fileInboundMail(parts.app, mailFrom(colleague.email), [record])).rejects.toThrow(
    'only accepts mail',
  )
  await fileInboundMail(parts.app, mailFrom(owner.email), [record])
  const files = await asOwner.get(`/file-apis/v1/files?recordType=Dispute&recordId=${id}`)
  expect(files.statusCode, files.body).toBe(200)
  expect(files.json()).toMatchObject({ data: [{ name: 'The claim.eml' }] })
})

test('people who share it find each other, also of other organisations', async () => {
  const { asOwner, asOutsider, owner, outsider, id, organisationId } = await disputeWorld(parts)
  const link = { customer_id: organisationId, provider_id: outsider.organisationId }
  await internalTransaction(parts.app, (tx, now) =>
    tx
      .insertInto('organisation_links')
      .values({ ...link, created_at: now })
      .execute(),
  )
  const find = () => asOutsider.get(`/v2/users/${owner.id}`)
  expect((await find()).statusCode).toBe(404)
  await done(asOwner.put(`/v2/disputes/${id}/members/${outsider.id}`, { roles: ['Member'] }))
  expect((await find()).statusCode).toBe(200)
  expect(await itemsOf(asOutsider, '/v2/disputes')).toMatchObject([{ id }])
})
