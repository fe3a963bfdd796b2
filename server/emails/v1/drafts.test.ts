import { beforeEach, expect, test } from 'vitest'
import {
  createMailWorld,
  deliverWaitingDrafts,
  leaveMatter,
  type MailWorld,
  saveThread,
} from '../../../test/fixtures/emails.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()
const drafts = '/account-apis/v1/emails/drafts'

let world: MailWorld
let id: number
beforeEach(async () => {
  world = await createMailWorld(parts)
  const { owner, member, matterId } = world
  const answer = await owner.caller.post(drafts, {
    SourceId: 'mail-1',
    authorEmailAddress: 'old@firm.example',
    expectedFromAddress: 'ana@firm.example',
    matterId,
    mode: 'Message',
    recipients: [{ userId: member.user.id }],
  })
  expect(answer.statusCode, answer.body).toBe(200)
  id = answer.json<number>()
})

const rows = async () =>
  (
    await parts.app.database.pool.query(
      'select id, matter_id, mode, source_id, expected_from, recipient_ids from email_drafts where organisation_id = $1 order by id',
      [world.organisationId],
    )
  ).rows

test('a draft is stored as it was sent [E-11]', async () => {
  expect(await rows()).toEqual([
    {
      id,
      matter_id: world.matterId,
      mode: 'Message',
      source_id: 'mail-1',
      expected_from: 'ana@firm.example',
      recipient_ids: [world.member.user.id],
    },
  ])
})

test('given properties are updated, and it can be deleted [E-12, E-13]', async () => {
  const { owner, matterId } = world
  const other = await insertMatter(parts.app, { owner: owner.user })
  const change = (body: object) => owner.caller.put(`${drafts}/${id}`, body)
  expect((await change({ mode: 'File' })).statusCode).toBe(200)
  expect(await rows()).toMatchObject([
    { id, mode: 'File', matter_id: matterId, recipient_ids: [world.member.user.id] },
  ])
  expect((await change({ matterId: other, recipients: null })).statusCode).toBe(200)
  expect(await rows()).toMatchObject([
    { id, mode: 'File', matter_id: other, recipient_ids: [], source_id: 'mail-1' },
  ])
  const deleted = await owner.caller.delete(`${drafts}/${id}`)
  expect([deleted.statusCode, deleted.body]).toEqual([200, ''])
  expect(await rows()).toEqual([])
  expect((await owner.caller.delete(`${drafts}/${id}`)).statusCode).toBe(404)
})

test.each([
  ['without a matter', { matterId: undefined }, /matterId is missing/],
  [
    'to an unknown matter',
    { matterId: 2_000_000_000 },
    /matterId must be the id of a matter that you may see/,
  ],
  ['of an unknown mode', { mode: 'Fax' }, /mode/],
  [
    'to nobody known',
    { recipients: [{ userId: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10' }] },
    /recipients\[0\].userId must be/,
  ],
  ['to what is no id', { recipients: [{ userId: 'bo' }] }, /userId/],
])('a draft %s is rejected and writes nothing', async (_, body, message) => {
  const { owner, matterId } = world
  const answer = await owner.caller.post(drafts, { matterId, mode: 'Message', ...body })
  expect([answer.statusCode, answer.body]).toEqual([400, expect.stringMatching(message)])
  expect(await rows()).toHaveLength(1)
})

test('people who may not see the matter cannot be recipients [E-11]', async () => {
  const { owner, colleague, matterId } = world
  const answer = await owner.caller.post(drafts, {
    matterId,
    mode: 'Message',
    recipients: [{ userId: colleague.user.id }],
  })
  expect(answer.statusCode).toBe(400)
  expect(await rows()).toHaveLength(1)
})

test('a draft belongs to its person, whatever others see of the matter [E-14]', async () => {
  for (const { caller } of [world.member, world.lawyer, world.colleague]) {
    expect((await caller.put(`${drafts}/${id}`, { mode: 'File' })).statusCode).toBe(404)
    expect((await caller.delete(`${drafts}/${id}`)).statusCode).toBe(404)
  }
  expect(await rows()).toMatchObject([{ mode: 'Message' }])
})

test('somebody who has left the matter may delete their draft, but not update it [E-13]', async () => {
  const { lawyer, matterId } = world
  const theirs = (await lawyer.caller.post(drafts, { matterId, mode: 'Message' })).json<number>()
  await leaveMatter(parts.app, world, lawyer.user)
  expect((await lawyer.caller.put(`${drafts}/${theirs}`, { mode: 'File' })).statusCode).toBe(400)
  expect((await lawyer.caller.delete(`${drafts}/${theirs}`)).statusCode).toBe(200)
})

test('once its mail is in the matter a draft can no longer change [E-14]', async () => {
  const { caller } = world.owner
  await saveThread(caller, { messages: [{ externalReferenceId: 'mail-1', text: 'As agreed.' }] })
  await deliverWaitingDrafts(parts.app)
  for (const answer of [
    await caller.put(`${drafts}/${id}`, { mode: 'File' }),
    await caller.delete(`${drafts}/${id}`),
  ]) {
    expect([answer.statusCode, answer.body]).toEqual([409, expect.stringMatching(/is already in the matter/)])
  }
  expect(await rows()).toMatchObject([{ mode: 'Message' }])
})
