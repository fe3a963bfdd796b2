// Voiding what is signed with a service elsewhere, also at the moment in which everybody has signed.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signingServiceWorld } from '../../../../test/fixtures/signing-elsewhere-world.ts'
import { startSigningService } from '../../../../test/peers/signing-elsewhere.ts'
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

describe('voiding', () => {
  test('voids it at the service first, in the name of the person [C-462]', async () => {
    const { sentElsewhere, void: end, current, event, follow, counsel } = world
    const { path, acts } = await sentElsewhere(['ana'])
    expect((await end(acts)).statusCode).toBe(204)
    expect(peer.only()).toMatchObject({ state: 'Voided', reason: 'The price.' })
    await event(peer.only().id)
    await follow()
    expect(await current(path)).toMatchObject({ state: 'Voided', reason: 'The price.' })
    expect((await end(acts)).statusCode).toBe(409)
    expect((await counsel.patch(path, { name: 'Other' })).statusCode).toBe(204)
  })

  test('after everybody has signed there is refused, and what was signed is taken [C-462]', async () => {
    const { sentElsewhere, void: end, follow, statusOf, current } = world
    const { path, acts } = await sentElsewhere(['ana'])
    await peer.complete(parts.clock.now())
    const refused = await end(acts)
    expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('Everybody has signed')])
    await follow()
    expect(await statusOf(path)).toBe('Executed')
    expect(await current(path)).toMatchObject({ state: 'Completed' })
  })

  test('and completing at the same time leave one of both, and never a signed document that was voided [C-462]', async () => {
    const { sentElsewhere, void: end, follow, statusOf, current, event } = world
    const { path, acts } = await sentElsewhere(['ana'])
    const packet = await peer.complete(parts.clock.now())
    await event(packet.id)
    const [, voided] = await Promise.all([follow(), end(acts)])
    expect(voided.statusCode).toBe(409)
    await follow()
    expect(await statusOf(path)).toBe('Executed')
    expect(await current(path)).toMatchObject({ state: 'Completed', document: { version: 3 } })
  })

  test('while the packet is on its way voids it there when it has arrived [C-462]', async () => {
    const { sent, serviceId, void: end, current, follow } = world
    const { path, acts } = await sent(['ana'], { service: { id: serviceId } })
    let voided: Promise<unknown> | undefined
    peer.misbehave(({ method, target }, response) => {
      if (method !== 'POST' || target !== '/packets' || voided) return false
      // the service does not know it yet, and takes it a moment later
      voided = end(acts).then(() => response.writeHead(201).end('{}'))
      return true
    })
    await follow().catch(() => undefined)
    await voided
    expect(await current(path)).toMatchObject({ state: 'Voided', reason: 'The price.' })
    const asked = peer.requests.filter(({ target }) => target.endsWith('/void')).length
    expect(asked).toBeGreaterThanOrEqual(2)
  })

  test('of a service that does not answer is refused, or done here only [C-462]', async () => {
    const { sentElsewhere, void: end, current } = world
    const { path, acts } = await sentElsewhere(['ana'])
    peer.misbehave((_, response) => {
      response.destroy()
      return true
    })
    const refused = await end(acts)
    expect([refused.statusCode, refused.body]).toEqual([503, expect.stringContaining('here only')])
    expect(await current(path)).toMatchObject({ state: 'Open' })
    expect((await end(acts, { hereOnly: true })).statusCode).toBe(204)
    expect(await current(path)).toMatchObject({ state: 'Voided' })
  })
})
