import { beforeEach, describe, expect, test } from 'vitest'
import { createMailWorld, leaveMatter, type MailWorld, saveThread } from '../../../test/fixtures/emails.ts'
import { form } from '../../../test/documents/forms.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()
const threads = '/account-apis/v1/emails/threads'

let world: MailWorld
beforeEach(async () => {
  world = await createMailWorld(parts)
})

type Shown = Readonly<Record<string, unknown>>

const find = async (caller: Caller, identifier = 'thread-1', query = '') =>
  (await caller.get(`${threads}?threadIdentifier=${identifier}${query}`)).json<Shown[]>()

const page = async (caller: Caller, query = '') =>
  (await caller.get(`${threads}/page?${query}`)).json<{ threads: Shown[]; nextPageCursor: number | null }>()

const trackings = async (caller: Caller, ...externalReferenceIds: string[]) =>
  (await caller.post(`${threads}/byExternalReferenceId`, { externalReferenceIds })).json<{
    value: { externalReferenceId: string; tracking: object[] }[]
  }>().value

const bare = {
  threadIdentifier: 'thread-1',
  track: false,
  client: 'Outlook',
  matterId: null,
  matterNumber: null,
  matterName: null,
  matterStatus: null,
  matterIsDeleted: false,
  fileEntryId: null,
  fileId: null,
  filePath: null,
  contractId: null,
  contractName: null,
  contractStatus: null,
  contractIsDeleted: false,
}

async function addFile({ owner, matterId }: MailWorld): Promise<number> {
  const { payload, headers } = form({ file: { name: 'Mails.txt', content: 'x', contentType: 'text/plain' } })
  const answer = await owner.caller.post(`/contract-apis/v1/contracts/${world.contractId}/files`, payload, {
    headers,
  })
  expect(matterId).toBeGreaterThan(0)
  return answer.json<number>()
}

describe('saving and finding', () => {
  test('a thread is created once and found by its identifier, in one client if it is named [E-1, E-6]', async () => {
    const { caller } = world.owner
    const id = await saveThread(caller, {})
    expect(await saveThread(caller, {})).toBe(id)
    const other = await saveThread(caller, { client: 'Gmail' })
    expect(other).not.toBe(id)
    expect(await find(caller, 'thread-1', '&client=outlook')).toEqual([bare])
    expect(await find(caller)).toEqual([{ ...bare, client: 'Gmail' }, bare])
    expect(await find(caller, 'thread-2')).toEqual([])
  })

  test('a thread filed to a matter shows the matter, to a contract the contract, and to a file its path [E-6]', async () => {
    const { owner, matterId, contractId } = world
    await saveThread(owner.caller, { matterId, track: true })
    const matter = { matterId, matterName: 'Claim', matterStatus: 'Active' }
    expect(await find(owner.caller)).toEqual([
      { ...bare, ...matter, track: true, matterNumber: expect.stringMatching(/^LW\d{4,}-\d{4,}$/) as string },
    ])
    const contract = { contractId, contractName: 'Agreement', contractStatus: 'Draft' }
    await saveThread(owner.caller, { contractId, track: false })
    expect(await find(owner.caller)).toEqual([{ ...bare, ...contract }])
    const fileId = await addFile(world)
    await saveThread(owner.caller, { fileId, track: true })
    expect(await find(owner.caller)).toEqual([
      { ...bare, ...contract, track: true, fileId, fileEntryId: fileId, filePath: '/Mails.txt' },
    ])
  })

  test('absent properties are kept, null removes them, and without a record nothing is tracked [E-2]', async () => {
    const { owner, matterId } = world
    await saveThread(owner.caller, { matterId, track: true })
    await saveThread(owner.caller, {})
    expect(await find(owner.caller)).toMatchObject([{ matterId, track: true }])
    await saveThread(owner.caller, { track: false })
    expect(await find(owner.caller)).toMatchObject([{ matterId, track: false }])
    await saveThread(owner.caller, { track: true })
    await saveThread(owner.caller, { matterId: null })
    expect(await find(owner.caller)).toEqual([bare])
  })

  test.each([
    ['no client', { client: undefined }, /client/],
    ['an unknown client', { client: 'Pigeon' }, /client/],
    ['an empty identifier', { threadIdentifier: '' }, /threadIdentifier/],
    ['tracking to nothing', { track: true }, /track needs a record/],
    [
      'an unknown matter',
      { matterId: 2_000_000_000 },
      /matterId must be the id of a matter that you may see/,
    ],
    ['an unknown contract', { contractId: 2_000_000_000 }, /contractId must be the id of a contract/],
    ['an unknown file', { fileId: 2_000_000_000 }, /fileId must be the id of a file/],
    ['a message without an id', { messages: [{ subject: 'x' }] }, /externalReferenceId/],
    [
      'a message sent at no time',
      { messages: [{ externalReferenceId: 'a', sent: 'soon' }] },
      /messages\[0\].sent/,
    ],
    [
      'an original that is no base64',
      { messages: [{ externalReferenceId: 'a', original: 'ä' }] },
      /in base64/,
    ],
  ])('%s is rejected and writes nothing [E-5]', async (_, body, message) => {
    const { caller } = world.owner
    const answer = await caller.post(threads, { client: 'Outlook', threadIdentifier: 'thread-1', ...body })
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringMatching(message)])
    expect((await page(caller)).threads).toEqual([])
  })

  test('both a matter and a contract, or a file of another record, is rejected', async () => {
    const { owner, matterId, contractId } = world
    const fileId = await addFile(world)
    for (const [body, message] of [
      [{ matterId, contractId }, /not both/],
      [{ matterId, fileId }, /fileId must be the id of a file of the matter/],
    ] as const) {
      const answer = await owner.caller.post(threads, { client: 'Outlook', threadIdentifier: 't', ...body })
      expect([answer.statusCode, answer.body]).toEqual([400, expect.stringMatching(message)])
    }
  })

  test('a record of others looks like one that does not exist', async () => {
    const { colleague, matterId } = world
    const answer = await colleague.caller.post(threads, { client: 'Gmail', threadIdentifier: 't', matterId })
    expect(answer.statusCode).toBe(400)
    expect((await page(colleague.caller)).threads).toEqual([])
  })

  test('two concurrent saves create one thread [E-1]', async () => {
    const ids = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        saveThread(world.owner.caller, { messages: [{ externalReferenceId: `m${i}` }] }),
      ),
    )
    expect(new Set(ids).size).toBe(1)
    const { rows } = await parts.app.database.pool.query(
      'select external_reference_id from email_messages where organisation_id = $1',
      [world.organisationId],
    )
    expect(rows).toHaveLength(6)
  })
})

describe('who can see it', () => {
  test('a thread is private until it is tracked, and then visible to those who may see the record [E-7, P-44]', async () => {
    const { owner, member, lawyer, colleague, matterId } = world
    await saveThread(owner.caller, { matterId, track: false, messages: [{ externalReferenceId: 'mail-1' }] })
    for (const { caller } of [member, lawyer, colleague]) {
      expect(await find(caller)).toEqual([])
      expect(await trackings(caller, 'mail-1')).toEqual([{ externalReferenceId: 'mail-1', tracking: [] }])
    }
    await saveThread(owner.caller, { track: true })
    for (const { caller } of [member, lawyer]) {
      expect(await find(caller)).toMatchObject([{ matterId, matterName: 'Claim', track: true }])
      expect((await page(caller)).threads, 'the pages are their own').toEqual([])
    }
    expect(await find(colleague.caller)).toEqual([])
    const known = {
      trackedByUserId: owner.user.id,
      trackedOnDateTimeUtc: parts.clock.now().toISOString().slice(0, -1),
      trackedToRecord: { recordType: 'Matter', recordId: matterId },
    }
    for (const { caller } of [owner, member, lawyer]) {
      expect(await trackings(caller, 'mail-1', 'mail-2', 'thread-1')).toEqual([
        { externalReferenceId: 'mail-1', tracking: [known] },
        { externalReferenceId: 'mail-2', tracking: [] },
        { externalReferenceId: 'thread-1', tracking: [known] },
      ])
    }
    expect(await trackings(colleague.caller, 'mail-1')).toEqual([
      { externalReferenceId: 'mail-1', tracking: [] },
    ])
    await saveThread(owner.caller, { track: false })
    expect(await trackings(member.caller, 'mail-1')).toEqual([
      { externalReferenceId: 'mail-1', tracking: [] },
    ])
  })

  test('several people track one mail to different records; only what the caller may see is returned [E-8]', async () => {
    const { owner, lawyer, member, matterId, contractId } = world
    const messages = [{ externalReferenceId: 'mail-1' }]
    await saveThread(lawyer.caller, { matterId, track: true, messages })
    parts.clock.advance({ minutes: 1 })
    await saveThread(owner.caller, { contractId, track: true, messages })
    const records = async (caller: Caller) =>
      (await trackings(caller, 'mail-1'))[0]?.tracking.map((each) => (each as Shown)['trackedToRecord'])
    expect(await records(owner.caller)).toEqual([
      { recordType: 'Matter', recordId: matterId },
      { recordType: 'Contract', recordId: contractId },
    ])
    expect(await records(member.caller)).toEqual([{ recordType: 'Matter', recordId: matterId }])
    expect((await find(owner.caller)).map((each) => [each['matterId'], each['contractId']])).toEqual([
      [null, contractId],
      [matterId, null],
    ])
  })

  test('a thread tracked to a file is visible to those who may see the file', async () => {
    const { owner, member } = world
    const fileId = await addFile(world)
    await saveThread(owner.caller, { fileId, track: true, messages: [{ externalReferenceId: 'mail-1' }] })
    expect(await trackings(owner.caller, 'mail-1')).toMatchObject([
      { tracking: [{ trackedToRecord: { recordType: 'File', recordId: fileId } }] },
    ])
    expect(await trackings(member.caller, 'mail-1')).toMatchObject([{ tracking: [] }])
  })

  test('somebody who has left the matter no longer sees it, and cannot add to it [E-7]', async () => {
    const { lawyer, matterId } = world
    await saveThread(lawyer.caller, { matterId, track: true, messages: [{ externalReferenceId: 'mail-1' }] })
    await leaveMatter(parts.app, world, lawyer.user)
    expect(await find(lawyer.caller)).toEqual([{ ...bare, track: true, matterId, matterIsDeleted: true }])
    expect(await trackings(lawyer.caller, 'mail-1')).toMatchObject([{ tracking: [] }])
    const answer = await lawyer.caller.post(threads, {
      client: 'Outlook',
      threadIdentifier: 'thread-1',
      messages: [{ externalReferenceId: 'mail-2' }],
    })
    expect(answer.statusCode).toBe(400)
    await saveThread(lawyer.caller, { track: false })
  })
})

describe('pages', () => {
  const identifiers = async (caller: Caller) => {
    const pages: unknown[][] = []
    let query = 'pageSize=2'
    for (;;) {
      const { threads: some, nextPageCursor } = await page(caller, query)
      pages.push(some.map(({ threadIdentifier }) => threadIdentifier))
      if (nextPageCursor === null) return pages
      query = `pageSize=2&cursor=${nextPageCursor}`
    }
  }

  test('are ordered by last change; a save that changes nothing does not move a thread [E-9]', async () => {
    const { caller } = world.owner
    for (const name of ['a', 'b', 'c', 'd', 'e']) await saveThread(caller, { threadIdentifier: name })
    expect(await identifiers(caller)).toEqual([['e', 'd'], ['c', 'b'], ['a']])
    await saveThread(caller, { threadIdentifier: 'b', matterId: world.matterId })
    await saveThread(caller, { threadIdentifier: 'a', messages: [{ externalReferenceId: 'mail-1' }] })
    await saveThread(caller, { threadIdentifier: 'c' })
    await saveThread(caller, { threadIdentifier: 'a', messages: [{ externalReferenceId: 'mail-1' }] })
    expect(await identifiers(caller)).toEqual([['a', 'b'], ['e', 'd'], ['c']])
  })

  test('have 25 threads by default, and those of one client on request [E-10]', async () => {
    const { caller } = world.owner
    for (let i = 0; i < 26; i++) {
      await saveThread(caller, { threadIdentifier: `t${i}`, client: i % 13 === 0 ? 'Gmail' : 'Outlook' })
    }
    const first = await page(caller)
    expect(first.threads).toHaveLength(25)
    expect(first.nextPageCursor).toBe(2)
    expect(await page(caller, 'cursor=2')).toMatchObject({
      threads: [{ threadIdentifier: 't0' }],
      nextPageCursor: null,
    })
    expect((await page(caller, 'client=Gmail')).threads.map((each) => each['threadIdentifier'])).toEqual([
      't13',
      't0',
    ])
  })

  test.each(['pageSize=0', 'pageSize=1001', 'cursor=-1', 'cursor=x', 'client=Pigeon'])(
    '%s is rejected [E-10]',
    async (query) => {
      expect((await world.owner.caller.get(`${threads}/page?${query}`)).statusCode).toBe(400)
    },
  )

  test('a look-up without an identifier is rejected', async () => {
    expect((await world.owner.caller.get(threads)).statusCode).toBe(400)
  })
})
