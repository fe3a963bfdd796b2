// Attacks on the receiver of events, and services that do not what they should.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signingServiceWorld } from '../../../../test/fixtures/signing-elsewhere-world.ts'
import { signedEvent, startSigningService } from '../../../../test/peers/signing-elsewhere.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { followRequest } from '../../signing/elsewhere/follow-request.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const parts = useTestApp()
let peer: Awaited<ReturnType<typeof startSigningService>>
let world: Awaited<ReturnType<typeof signingServiceWorld>>
beforeAll(async () => {
  peer = await startSigningService()
})
afterAll(() => peer.close())
beforeEach(async () => {
  peer.packets.clear()
  peer.misbehave(undefined)
  world = await signingServiceWorld(parts, peer)
})

describe('events', () => {
  test('that are forged, old, of the future or altered are refused, and ask nobody [C-458]', async () => {
    const { sentElsewhere, event, nobody, eventPath, signingSecret, follow } = world
    await sentElsewhere(['ana'])
    const { id } = peer.only()
    const asked = () => peer.requests.length
    const before = asked()
    const minutes = (count: number) => new Date(Date.now() + count * 60_000)
    const genuine = signedEvent(signingSecret, id)
    for (const refused of [
      await event(id, { secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` }),
      await event(id, { at: minutes(-6) }),
      await event(id, { at: minutes(6) }),
      await nobody.post(eventPath, Buffer.from(JSON.stringify({ packet: randomUUID() })), {
        headers: genuine.headers,
      }),
      await nobody.post(eventPath, genuine.payload, { headers: { 'content-type': 'application/json' } }),
      await nobody.post(eventPath.replace(/-\d+/, '-2147483647'), genuine.payload, {
        headers: genuine.headers,
      }),
    ])
      expect([refused.statusCode, refused.json().detail]).toEqual([401, expect.stringContaining('signature')])
    await follow()
    expect(asked()).toBe(before)
    expect((await nobody.post(eventPath, genuine.payload, { headers: genuine.headers })).statusCode).toBe(204)
    // the same again is a replay, however it is sent
    expect((await nobody.post(eventPath, genuine.payload, { headers: genuine.headers })).statusCode).toBe(409)
    await follow()
    expect(asked()).toBe(before + 1)
  })

  test('about a packet of another organisation are those about one that does not exist [C-459]', async () => {
    const other = await signingServiceWorld(parts, peer)
    await other.sentElsewhere(['ben'])
    const { id } = peer.only()
    const theirs = await world.event(id)
    const unknown = await world.event(randomUUID())
    expect([theirs.statusCode, theirs.json().detail]).toEqual([404, unknown.json().detail])
    expect(unknown.statusCode).toBe(404)
  })

  test('without a packet, with more than they may have, and in other shapes are refused [C-458]', async () => {
    const { event, nobody } = world
    for (const body of [{}, { packet: 'x' }, { packet: 7 }, [], null, 'text'])
      expect((await event('', { body })).statusCode).toBe(400)
    expect((await event('', { body: { packet: randomUUID(), more: 'x'.repeat(17_000) } })).statusCode).toBe(
      413,
    )
    expect((await nobody.post('/signing-services/x/events', {})).statusCode).toBe(400)
  })

  test('say nothing that is believed: the state is read from the service, in whatever order they come [C-459]', async () => {
    const { sentElsewhere, event, current, follow } = world
    const { path } = await sentElsewhere(['ana', 'ben'])
    const { id } = peer.only()
    peer.done(1, 'Signed')
    await event(id, { body: { packet: id, state: 'Completed', event: 'completed' } })
    await follow()
    expect(await current(path)).toMatchObject({
      state: 'Open',
      signers: [{ state: 'Signed' }, { state: 'Asked' }],
    })
    // an answer from before does not take back what was signed
    peer.done(1, 'Asked')
    await event(id)
    await follow()
    expect(await current(path)).toMatchObject({ signers: [{ state: 'Signed' }, { state: 'Asked' }] })
  })
})

describe('services', () => {
  const failing = async (path: string) => {
    await expect(world.follow()).rejects.toThrow()
    const { state, service } = await world.current(path)
    return [state, service.problem]
  }

  test.each([
    ['no PDF', Buffer.from('<html>Signed</html>'), 'not a PDF'],
    ['a damaged PDF', Buffer.from('%PDF-1.7\nnothing of one'), 'not a PDF'],
    ['41 MB', Buffer.alloc(41 * 1024 * 1024, '%PDF-'), 'too long'],
  ])(
    'a document that is %s is not taken, and the contract stays as it is [C-460]',
    async (_, signed, words) => {
      const { sentElsewhere, event, statusOf } = world
      const { path } = await sentElsewhere(['ana'])
      const packet = await peer.complete(parts.clock.now())
      const whole = packet.signed
      packet.signed = signed
      await event(packet.id)
      expect(await failing(path)).toEqual(['Open', expect.stringContaining(words)])
      expect(await statusOf(path)).toBe('Signing')
      packet.signed = whole
      await event(packet.id)
      await world.follow()
      expect(await statusOf(path)).toBe('Executed')
    },
  )

  test.each([
    ['nothing of use', '{"state":"Completed"}', 'something else'],
    ['no JSON', 'Completed', 'something else'],
    ['too much', JSON.stringify({ id: 'x'.repeat(300_000) }), 'too long'],
  ])('an answer that says %s is not believed [C-460]', async (_, body, words) => {
    const { sentElsewhere, event } = world
    const { path } = await sentElsewhere(['ana'])
    peer.misbehave(({ method }, response) => {
      if (method === 'GET') response.writeHead(200).end(body)
      return method === 'GET'
    })
    await event(peer.only().id)
    expect(await failing(path)).toEqual(['Open', expect.stringContaining(words)])
  })

  test('an answer about another packet, without a signer, or that contradicts itself is not believed [C-460]', async () => {
    const { sentElsewhere, event } = world
    const { path } = await sentElsewhere(['ana', 'ben'])
    const packet = peer.only()
    const signed = (place: number) => ({ place, state: 'Signed' })
    const answers = [
      { id: randomUUID(), state: 'Open', signers: [signed(1), signed(2)] },
      { id: packet.id, state: 'Completed', signers: [signed(1)] },
      { id: packet.id, state: 'Completed', signers: [signed(1), signed(1)] },
      { id: packet.id, state: 'Completed', signers: [signed(1), signed(2), signed(3)] },
      { id: packet.id, state: 'Completed', signers: [signed(1), { place: 2, state: 'Asked' }] },
    ]
    for (const said of answers) {
      peer.misbehave((_, response) => {
        response.writeHead(200).end(JSON.stringify(said))
        return true
      })
      await event(packet.id)
      expect(await failing(path)).toEqual(['Open', expect.stringContaining('answered')])
    }
  })

  test('one that is down, redirects or refuses the token is asked again; nothing is lost [C-461]', async () => {
    const { sent, serviceId, follow, current } = world
    const answers = [503, 302, 401].map((status) => ({
      status,
      words: status === 401 ? 'token' : String(status),
    }))
    const { path } = await sent(['ana'], { service: { id: serviceId } })
    for (const { status, words } of answers) {
      peer.misbehave((_, response) => {
        response.writeHead(status, { location: 'https://169.254.169.254/' }).end()
        return true
      })
      await world.again(path)
      expect(await failing(path)).toEqual(['Open', expect.stringContaining(words)])
    }
    peer.misbehave(undefined)
    await world.again(path)
    await follow()
    expect(await current(path)).toMatchObject({ state: 'Open', service: { problem: null } })
    expect(peer.only().posts).toBe(1)
  })

  test('one that says that it has the packet already has taken it; one that never did lets it expire [C-461]', async () => {
    const { sent, serviceId, current, inDays } = world
    const { path } = await sent(['ana'], { service: { id: serviceId }, expires: inDays(1) })
    peer.misbehave((_, response) => {
      response.writeHead(503).end()
      return true
    })
    expect(await failing(path)).toEqual(['Open', expect.stringContaining('503')])
    const { id: requestId } = (await current(path)) as { id: number }
    parts.clock.advance({ days: 3 })
    peer.misbehave(undefined)
    await followRequest(parts.app, { organisationId: world.organisationId, requestId })
    const { state } = await parts.app.db
      .selectFrom('signature_requests')
      .where('organisation_id', '=', world.organisationId)
      .where('id', '=', requestId)
      .select('state')
      .executeTakeFirstOrThrow()
    expect([state, peer.packets.size]).toEqual(['Expired', 0])

    const next = await signingServiceWorld(parts, peer)
    const second = await next.sent(['ana'], { service: { id: next.serviceId } })
    await next.follow()
    await internalTransaction(parts.app, (tx) =>
      tx
        .updateTable('signature_requests')
        .set({ accepted_at: null })
        .where('organisation_id', '=', next.organisationId)
        .execute(),
    )
    peer.misbehave(({ method, target }, response) => {
      if (method !== 'POST' || target !== '/packets') return false
      response.writeHead(409).end()
      return true
    })
    await next.again(second.path)
    await next.follow()
    expect(await next.current(second.path)).toMatchObject({ state: 'Open', service: { problem: null } })
  })

  test('one that refuses the packet ends the request with its reason, and the contract can be changed [C-461]', async () => {
    const { sent, serviceId, follow, current, counsel } = world
    peer.misbehave((_, response) => {
      response.writeHead(422).end(JSON.stringify({ detail: 'No more packets\nthis month.' }))
      return true
    })
    const { path } = await sent(['ana'], { service: { id: serviceId } })
    await follow()
    expect(await current(path)).toMatchObject({
      state: 'Voided',
      reason: 'Northwind Sign answered with status 422: No more packets this month.',
    })
    expect((await counsel.patch(path, { name: 'Other' })).statusCode).toBe(204)
  })
})

test('two jobs at once give a packet and take a document once [C-461]', async () => {
  const { sent, serviceId, follow, event, current, statusOf } = world
  const { path, id } = await sent(['ana'], { service: { id: serviceId } })
  const request = { organisationId: world.organisationId, requestId: id }
  await Promise.all([followRequest(parts.app, request), followRequest(parts.app, request)])
  expect(peer.packets.size).toBe(1)
  await peer.complete(parts.clock.now())
  await Promise.all([followRequest(parts.app, request), followRequest(parts.app, request)])
  await event(peer.only().id)
  await follow()
  expect(await statusOf(path)).toBe('Executed')
  expect(await current(path)).toMatchObject({ state: 'Completed', document: { version: 3 } })
})
