// v2 of the stream of changes, over real connections.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '../../../../test/factories.ts'
import { createMatter, matterWorld } from '../../../../test/fixtures/matters.ts'
import { add } from '../../../../test/fixtures/notifications.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { accessTokenFor } from '../../../../test/tokens.ts'
import { internalTransaction } from '../../../platform/events/change.ts'

const parts = useTestApp()
let base = ''
beforeAll(async () => {
  base = await parts.server.listen({ port: 0, host: '127.0.0.1' })
})
const open: AbortController[] = []
afterAll(() => open.forEach((each) => each.abort()))

async function world() {
  const { owner, organisationId, categoryId, caller } = await matterWorld(parts)
  const colleague = await createUser(parts.app, { organisationId, role: 'Contributor' })
  const matterId = await createMatter({ caller, categoryId }, { managerId: owner.id })
  return { owner, caller, colleague, matterId, categoryId, organisationId }
}

interface Received {
  readonly event: string
  readonly id: string | undefined
  readonly data: {
    readonly topic?: string
    readonly type?: string
    readonly id?: number
    readonly version?: number
    readonly own?: boolean
  }
}

/** Reads a stream: what was received so far, and whether it has ended. */
async function listen(token: string, { query = '', lastEventId = '' } = {}) {
  const controller = new AbortController()
  open.push(controller)
  const response = await fetch(`${base}/v2/stream${query}`, {
    headers: { authorization: `Bearer ${token}`, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
    signal: controller.signal,
  })
  const received: Received[] = []
  let position = ''
  let ended = false
  const reading = (async () => {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const bytes of response.body ?? []) {
      rest += decoder.decode(bytes as Uint8Array, { stream: true })
      for (let at = rest.indexOf('\n\n'); at >= 0; at = rest.indexOf('\n\n')) {
        const block = rest.slice(0, at)
        rest = rest.slice(at + 2)
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
        position = field('id') ?? position
        const event = field('event')
        if (event)
          received.push({
            event,
            id: field('id'),
            data: JSON.parse(field('data') ?? '{}') as Received['data'],
          })
      }
    }
    ended = true
  })().catch(() => {
    ended = true
  })
  return {
    response,
    received,
    reading,
    position: () => position,
    hasEnded: () => ended,
    close: () => controller.abort(),
    of: (topic: string) => received.filter(({ data }) => data.topic === topic),
  }
}

const until = (isSo: () => boolean) => expect.poll(isSo, { interval: 50 }).toBe(true)

test('a change is sent at once to those who see the record, with its version, and to nobody else [N-40]', async () => {
  const { owner, caller, colleague, matterId } = await world()
  const stream = await listen(await accessTokenFor(parts.app, owner))
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const theirs = await listen(await accessTokenFor(parts.app, colleague))
  await until(() => stream.of('matter.created').some(({ data }) => data.id === matterId))
  expect((await caller.patch(`/v2/matters/${matterId}`, { name: 'Lease' })).statusCode).toBe(204)
  await until(() => stream.of('matter.updated').length > 0)
  expect(stream.of('matter.updated').at(-1)?.data).toMatchObject({
    type: 'Matter',
    id: matterId,
    version: 2,
    resource: { type: 'matter', id: matterId },
    own: true,
  })
  expect(theirs.received).toEqual([])
  await add(caller, matterId, colleague)
  await caller.patch(`/v2/matters/${matterId}`, { name: 'Lease again' })
  await until(() => theirs.of('matter.updated').length > 0)
  expect(theirs.of('matter.updated').at(-1)?.data.own).toBe(false)
  stream.close()
  theirs.close()
})

test('a client that was away goes on from its position, and one that was away too long reads everything again [N-41]', async () => {
  const { owner, caller, matterId } = await world()
  const token = await accessTokenFor(parts.app, owner)
  const first = await listen(token, { query: '?wait=0' })
  await first.reading
  expect(first.received).toEqual([])
  await caller.patch(`/v2/matters/${matterId}`, { name: 'Lease' })
  const again = await listen(token, { query: '?wait=0', lastEventId: first.position() })
  await again.reading
  expect(again.of('matter.updated').map(({ data }) => data.id)).toContain(matterId)
  const other = await listen(token, { query: '?wait=0', lastEventId: '999999999999' })
  await other.reading
  expect(other.received).toMatchObject([{ event: 'reset' }])
  expect((await listen(token, { query: '?wait=0', lastEventId: 'x' })).response.status).toBe(400)
  expect((await listen(token, { query: '?wait=-1' })).response.status).toBe(400)
})

test('a stream ends with the token that it was opened with, and a person has five at most [N-42]', async () => {
  const { colleague } = await world()
  const token = await accessTokenFor(parts.app, colleague)
  const streams: Awaited<ReturnType<typeof listen>>[] = []
  for (let count = 0; count < 5; count++) streams.push(await listen(token))
  const sixth = await listen(token)
  expect(sixth.response.status).toBe(429)
  await internalTransaction(parts.app, (tx, now) =>
    tx.updateTable('oauth_grants').set({ ended_at: now }).where('user_id', '=', colleague.id).execute(),
  )
  await until(() => streams.every((each) => each.hasEnded()))
})

test('a change of a private file is sent only to those who may see it [N-43]', async () => {
  const { owner, caller, colleague, matterId } = await world()
  const business = await createUser(parts.app, { organisationId: owner.organisationId, role: 'Standard' })
  await add(caller, matterId, business)
  await add(caller, matterId, colleague)
  const streams = {
    owner: await listen(await accessTokenFor(parts.app, owner)),
    business: await listen(await accessTokenFor(parts.app, business)),
  }
  const made = await parts.server.inject({
    method: 'POST',
    url: `/file-apis/v1/files/Matter/${matterId}?fileName=note.txt`,
    headers: {
      authorization: `Bearer ${await accessTokenFor(parts.app, owner)}`,
      'content-type': 'text/plain',
    },
    payload: 'Hello',
  })
  expect(made.statusCode, made.body).toBeLessThan(300)
  const fileId = made.json<number>()
  await until(() => streams.business.of('matter.file.created').length > 0)
  const hidden = await caller.patch(`/file-apis/v1/files/${fileId}`, [
    { op: 'replace', path: '/IsPrivate', value: true },
  ])
  expect(hidden.statusCode, hidden.body).toBeLessThan(300)
  const renamed = await caller.patch(`/file-apis/v1/files/${fileId}`, [
    { op: 'replace', path: '/Name', value: 'b.txt' },
  ])
  expect(renamed.statusCode, renamed.body).toBeLessThan(300)
  await until(() => streams.owner.of('matter.file.updated').length > 0)
  await caller.patch(`/v2/matters/${matterId}`, { name: 'After' })
  await until(() => streams.business.of('matter.updated').length > 0)
  expect(streams.business.of('matter.file.updated')).toEqual([])
  for (const each of Object.values(streams)) each.close()
})

test('a server that stops ends its streams and does not wait for them [N-44]', async () => {
  const { owner } = await world()
  const stream = await listen(await accessTokenFor(parts.app, owner))
  const closed = parts.server.close()
  await until(() => stream.hasEnded())
  // what the test's client keeps for other calls
  parts.server.server.closeAllConnections()
  await closed
})
