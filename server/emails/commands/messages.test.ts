// The messages of threads, their originals, and how drafts are delivered when their mail arrives.
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  createMailWorld,
  deliverWaitingDrafts,
  leaveMatter,
  type MailWorld,
  saveThread,
} from '../../../test/fixtures/emails.ts'
import { download, eventsOf, storedIn } from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { sweepStorage, verifyStorage } from '../../files/contents/sweep.ts'

const parts = useTestApp()
let world: MailWorld
beforeEach(async () => {
  world = await createMailWorld(parts)
})

const original = Buffer.from(
  'From: Ana Prior <ana@firm.example>\r\nSubject: =?utf-8?q?Ch=C3=A2teau?=\r\n\r\nBytes \xff\x00 as they came\r\n',
  'latin1',
)
const mail = {
  externalReferenceId: 'mail-1',
  from: 'Ana Prior <ana@firm.example>',
  to: ['bo@harbour.example', '"Lind, Cy" <cy@harbour.example>'],
  subject: 'Château',
  sent: '2026-02-27T10:00:00',
  text: 'As agreed.',
  original: original.toString('base64'),
}

const messagesOf = ({ organisationId }: MailWorld) =>
  parts.app.db
    .selectFrom('email_messages')
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .selectAll()
    .execute()

const original1 = async () => {
  const [message] = await messagesOf(world)
  return buffer(await parts.app.storage.open(message?.storage_key ?? ''))
}

describe('messages', () => {
  test('are stored completely, with the bytes of the original [E-4]', async () => {
    await saveThread(world.owner.caller, { messages: [mail] })
    expect(await messagesOf(world)).toMatchObject([
      {
        external_reference_id: 'mail-1',
        sender: mail.from,
        recipients: mail.to,
        subject: 'Château',
        sent_at: new Date('2026-02-27T10:00:00Z'),
        body: 'As agreed.',
        size: original.length,
        sha256: createHash('sha256').update(original).digest(),
      },
    ])
    expect((await original1()).equals(original)).toBe(true)
  })

  test('addresses may be sent as one text, and a comma in a quoted name does not separate them', async () => {
    await saveThread(world.owner.caller, { messages: [{ ...mail, to: mail.to.join(', ') }] })
    expect((await messagesOf(world))[0]?.recipients).toEqual(mail.to)
  })

  test('a message with a known id is updated: given properties change, the others are kept [E-3]', async () => {
    await saveThread(world.owner.caller, { messages: [mail] })
    await saveThread(world.owner.caller, {
      messages: [{ externalReferenceId: 'mail-1', subject: 'Changed', text: null }],
    })
    expect(await messagesOf(world)).toMatchObject([
      { subject: 'Changed', body: null, sender: mail.from, size: original.length },
    ])
    expect((await original1()).equals(original)).toBe(true)
  })

  test('another original replaces the first, whose content is deleted; the same one again is stored once', async () => {
    const before = await storedIn(parts.app)
    await saveThread(world.owner.caller, { messages: [mail] })
    const next = Buffer.from('Subject: Next\r\n\r\n')
    await saveThread(world.owner.caller, { messages: [{ ...mail, original: next.toString('base64') }] })
    await saveThread(world.owner.caller, { messages: [{ ...mail, original: next.toString('base64') }] })
    expect((await original1()).equals(next)).toBe(true)
    expect(await storedIn(parts.app)).toHaveLength(before.length + 1)
  })

  test('a rejected save stores no content [E-5]', async () => {
    const before = await storedIn(parts.app)
    const answer = await world.owner.caller.post('/account-apis/v1/emails/threads', {
      client: 'Outlook',
      threadIdentifier: 'thread-1',
      matterId: 2_000_000_000,
      messages: [mail],
    })
    expect(answer.statusCode).toBe(400)
    expect(await storedIn(parts.app)).toEqual(before)
  })

  test('the sweep ignores originals, and damaged ones are found', async () => {
    await saveThread(world.owner.caller, { messages: [mail] })
    expect(await sweepStorage(parts.app, { graceMinutes: 0 })).toEqual({ removed: 0 })
    const [{ storage_key: key } = { storage_key: null }] = await messagesOf(world)
    await parts.app.storage.remove(key ?? '')
    const { findings } = await verifyStorage(parts.app, { graceMinutes: 0 })
    expect(findings).toContainEqual({ problem: 'missing', key, organisationId: world.organisationId })
    await parts.app.database.pool.query('delete from email_messages where storage_key = $1', [key])
  })

  test('tracked mail updates the matter, with one event in its history', async () => {
    const { owner, matterId, organisationId } = world
    parts.clock.advance({ minutes: 5 })
    await saveThread(owner.caller, { matterId, track: true, messages: [mail] })
    await saveThread(owner.caller, { matterId, track: true, messages: [mail] })
    expect((await eventsOf(parts.app, organisationId)).map(([name]) => name)).toEqual(['emailThread.tracked'])
    const { last_activity_at: activity } = await parts.app.db
      .selectFrom('matters')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', matterId)
      .select('last_activity_at')
      .executeTakeFirstOrThrow()
    expect(activity).toEqual(parts.clock.now())
  })
})

describe('a draft', () => {
  const draft = async (body: object = {}) => {
    const answer = await world.owner.caller.post('/account-apis/v1/emails/drafts', {
      matterId: world.matterId,
      mode: 'File',
      sourceId: 'mail-1',
      ...body,
    })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<number>()
  }
  const files = async () =>
    (
      await parts.app.database.pool.query<{ id: number; name: string }>(
        'select id, name from files where organisation_id = $1 order by id',
        [world.organisationId],
      )
    ).rows
  const conversation = () =>
    parts.app.db
      .selectFrom('matter_messages')
      .where('organisation_id', '=', world.organisationId)
      .selectAll()
      .execute()

  test('turns its mail into a file of the matter when it arrives, byte for byte, with an event [E-16]', async () => {
    await draft()
    expect(await deliverWaitingDrafts(parts.app)).toBe(0)
    await saveThread(world.owner.caller, { messages: [mail] })
    expect(await deliverWaitingDrafts(parts.app)).toBe(1)
    const [file] = await files()
    expect(file?.name).toBe('Château.eml')
    expect((await download(world.member.caller, file?.id ?? 0)).equals(original)).toBe(true)
    expect(await eventsOf(parts.app, world.organisationId)).toEqual([['matter.file.created', file?.id]])
  })

  test('finds mail that arrived before it, and gives a second file of the same name a free one', async () => {
    await saveThread(world.owner.caller, { messages: [mail] })
    await draft()
    await draft()
    expect(await deliverWaitingDrafts(parts.app)).toBe(2)
    expect((await files()).map(({ name }) => name)).toEqual(['Château.eml', 'Château (1).eml'])
  })

  test('adds a message to the conversation, for the people it names [E-15]', async () => {
    const { owner, member, lawyer, matterId } = world
    const id = await draft({
      mode: 'Message',
      expectedFromAddress: 'ANA@firm.example',
      recipients: [{ userId: member.user.id }, { userId: lawyer.user.id.toUpperCase() }],
    })
    await saveThread(owner.caller, { messages: [mail] })
    await deliverWaitingDrafts(parts.app)
    expect(await conversation()).toMatchObject([
      {
        matter_id: matterId,
        user_id: owner.user.id,
        draft_id: id,
        recipient_ids: [member.user.id, lawyer.user.id],
        sender: mail.from,
        subject: 'Château',
        body: 'As agreed.',
        sent_at: new Date('2026-02-27T10:00:00Z'),
      },
    ])
    expect((await eventsOf(parts.app, world.organisationId)).map(([name]) => name)).toEqual([
      'matterMessage.posted',
    ])
  })

  test('waits for the address it expects, and for the original', async () => {
    await draft({ mode: 'Message', authorEmailAddress: 'somebody@else.example' })
    await draft()
    await saveThread(world.owner.caller, { messages: [{ ...mail, original: null }] })
    await deliverWaitingDrafts(parts.app)
    expect([await files(), await conversation()]).toEqual([[], []])
    await saveThread(world.owner.caller, { messages: [mail] })
    await deliverWaitingDrafts(parts.app)
    expect([await files(), await conversation()]).toMatchObject([[{ name: 'Château.eml' }], []])
  })

  test('is delivered once, however often its mail is saved [E-17]', async () => {
    await draft()
    await saveThread(world.owner.caller, { messages: [mail] })
    const { rows } = await parts.app.database.pool.query<{ organisation_id: number; id: number }>(
      'select organisation_id, id from email_drafts where organisation_id = $1',
      [world.organisationId],
    )
    await saveThread(world.owner.caller, { messages: [{ ...mail, text: 'Again' }] })
    await deliverWaitingDrafts(parts.app)
    expect(await deliverWaitingDrafts(parts.app)).toBe(0)
    expect(rows).toHaveLength(1)
    expect(await files()).toHaveLength(1)
  })

  test('of somebody who has left the matter is not delivered [E-17]', async () => {
    const answer = await world.lawyer.caller.post('/account-apis/v1/emails/drafts', {
      matterId: world.matterId,
      mode: 'Message',
      sourceId: 'mail-1',
    })
    expect(answer.statusCode).toBe(200)
    await leaveMatter(parts.app, world, world.lawyer.user)
    await saveThread(world.lawyer.caller, { messages: [mail] })
    await deliverWaitingDrafts(parts.app)
    expect(await conversation()).toEqual([])
  })

  test("of a law firm's person becomes a file stored with the customer, and outlives the mail", async () => {
    const { lawyer, matterId } = world
    await lawyer.caller.post('/account-apis/v1/emails/drafts', { matterId, mode: 'File', sourceId: 'mail-1' })
    await saveThread(lawyer.caller, { messages: [mail] })
    await deliverWaitingDrafts(parts.app)
    await saveThread(lawyer.caller, {
      messages: [{ ...mail, original: Buffer.from('x').toString('base64') }],
    })
    const [file] = await files()
    expect((await download(world.owner.caller, file?.id ?? 0)).equals(original)).toBe(true)
  })
})
