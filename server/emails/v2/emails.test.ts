// v2 of mail: your own threads and drafts, and a matter's conversation.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { deliverWaitingDrafts } from '../../../test/fixtures/emails.ts'

const parts = useTestApp()
const v1 = '/account-apis/v1/emails'

async function world() {
  const { id: organisationId } = await createOrganisation(parts.app)
  const [owner, member, other] = await Promise.all(
    [1, 2, 3].map(() => createUser(parts.app, { organisationId })),
  )
  if (!owner || !member || !other) throw new Error('three people')
  const matterId = await insertMatter(parts.app, { owner, members: [member] })
  const [asOwner, asMember, asOther] = await Promise.all(
    [owner, member, other].map((each) => callerFor(parts, each)),
  )
  if (!asOwner || !asMember || !asOther) throw new Error('three callers')
  const saved = await asOwner.post(`${v1}/threads`, {
    client: 'Outlook',
    threadIdentifier: 'thread-1',
    matterId,
    track: true,
    messages: [
      {
        externalReferenceId: 'mail-1',
        from: 'ana@firm.example',
        to: ['x@y.example'],
        subject: 'First',
        text: 'Hello',
      },
      { externalReferenceId: 'mail-2', from: 'x@y.example', subject: 'Second', sent: '2026-03-02T09:00:00Z' },
    ],
  })
  expect(saved.statusCode, saved.body).toBeLessThan(300)
  return { owner, member, matterId, asOwner, asMember, asOther }
}

test('threads and their texts are private to their person [E-25]', async () => {
  const { asOwner, asMember, matterId } = await world()
  const threads = (await asOwner.get("/v2/emailThreads?$filter=Client eq 'Outlook'&$count=true")).json<{
    items: { id: number }[]
  }>()
  expect(threads).toMatchObject({
    count: 1,
    items: [
      {
        client: 'Outlook',
        threadIdentifier: 'thread-1',
        track: true,
        record: { type: 'Matter', id: matterId },
        messages: { count: 2 },
      },
    ],
  })
  const url = `/v2/emailThreads/${threads.items[0]?.id}/messages`
  const found = await asOwner.get(`${url}?$filter=${encodeURIComponent("contains(Text, 'ello')")}`)
  expect(found.json()).toMatchObject({
    items: [{ externalReferenceId: 'mail-1', from: 'ana@firm.example', to: ['x@y.example'], text: 'Hello' }],
  })
  expect((await asOwner.get(`${url}?$orderby=Subject desc`)).json()).toMatchObject({
    items: [{ subject: 'Second', sent: { dateUtc: '2026-03-02T09:00:00.000Z' } }, { subject: 'First' }],
  })
  expect((await asMember.get('/v2/emailThreads')).json()).toEqual({ items: [] })
  expect((await asMember.get(url)).statusCode).toBe(404)
})

test('a draft is visible to its person, and what it became to everybody who may see the matter [E-26]', async () => {
  const { asOwner, asMember, asOther, matterId, member, owner } = await world()
  const made = await asOwner.post(`${v1}/drafts`, {
    matterId,
    mode: 'Message',
    sourceId: 'mail-1',
    recipients: [{ userId: member.id }],
  })
  expect(made.statusCode, made.body).toBeLessThan(300)
  expect(await deliverWaitingDrafts(parts.app)).toBe(1)
  const drafts = (await asOwner.get('/v2/emailDrafts?$filter=Delivered/DateUtc ne null')).json<unknown>()
  expect(drafts).toMatchObject({ items: [{ matter: { id: matterId }, mode: 'Message', sourceId: 'mail-1' }] })
  expect((await asMember.get('/v2/emailDrafts')).json()).toEqual({ items: [] })
  const url = `/v2/matters/${matterId}/conversation`
  for (const caller of [asOwner, asMember]) {
    expect((await caller.get(url)).json()).toMatchObject({
      items: [{ user: { id: owner.id }, from: 'ana@firm.example', subject: 'First', text: 'Hello' }],
    })
  }
  expect((await asOther.get(url)).statusCode).toBe(404)
})
