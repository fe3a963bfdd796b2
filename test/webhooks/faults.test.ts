// What can go wrong between a change and its receiver, one fault after another.
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { internalTransaction } from '../../server/platform/events/change.ts'
import { claimDeliveries, createDueScanner } from '../../server/webhooks/delivery/claim-deliveries.ts'
import { beginAttempts, sendAttempt } from '../../server/webhooks/delivery/attempts.ts'
import { startWebhookEngine, type WebhookEngine } from '../../server/webhooks/delivery/engine.ts'
import { fanOut } from '../../server/webhooks/delivery/fan-out.ts'
import { recordOutcomes } from '../../server/webhooks/delivery/attempt-outcome.ts'
import { recordHeartbeat } from '../../server/webhooks/delivery/outage-recovery.ts'
import { failingAtStatement } from '../servers/failing-statements.ts'
import type { ReceivedRequest } from '../peers/receiver.ts'
import { contractsPath, deliveriesOf, type Subscribed, useReceiver } from '../peers/subscribed.ts'
import { log, own, useCare } from '../peers/subscription-care.ts'
import { useTestApp } from '../test-app.ts'
import { happen, subscribeMany, topic } from './happen.ts'
import { patience, size } from './whole.ts'

const parts = useTestApp()
const receiver = useReceiver()
const { settled, move, run } = useCare(parts, receiver)
const on = ({ owner, contractId }: Subscribed) => ({
  app: parts.app,
  organisationId: owner.organisationId,
  contractId,
})
let engine: WebhookEngine | undefined
afterEach(async () => {
  await engine?.stop()
  engine = undefined
})

const claimAll = async () => {
  const waiting = await createDueScanner(parts.app)({ subscriptions: [], hosts: [] })
  return claimDeliveries(
    parts.app,
    waiting.map((each) => ({ ...each, limit: 100 })),
  )
}
const leasesEnd = ({ owner }: Subscribed) =>
  internalTransaction(parts.app, (tx) =>
    tx
      .updateTable('webhook_deliveries')
      // real time: leases run by the database's clock
      .set({ claimed_until: new Date(Date.now() - 1_000) })
      .where('organisation_id', '=', owner.organisationId)
      .execute(),
  )
const eventsOf = async ({ owner }: Subscribed) =>
  parts.app.db
    .selectFrom('events')
    .where('organisation_id', '=', owner.organisationId)
    .where('name', '=', topic)
    .orderBy('id')
    .select(['id', 'at'])
    .execute()
const bodyOf = ({ body }: ReceivedRequest) => JSON.parse(body.toString()) as { Timestamp: string }

describe('a change', () => {
  test('that is rolled back, at any statement, notifies nobody [W-77]', async () => {
    const here = await settled()
    let failures = 0
    for (let round = 0; round < size(1, 40); round++) {
      for (let number = 1; ; number++) {
        let status = 0
        const Status = 'Negotiating'
        const reached = await failingAtStatement(parts.app, number, async () => {
          const answer = await here.caller.patch(`${contractsPath}/${here.contractId}`, { Status })
          status = answer.statusCode
        })
        if (!reached || status === 200) break
        failures += 1
      }
      // the one that succeeded, and back
      await here.caller.patch(`${contractsPath}/${here.contractId}`, { Status: 'Draft' })
    }
    expect(failures).toBeGreaterThan(3)
    await run()
    expect(receiver().requests).toHaveLength((await eventsOf(here)).length)
    expect(receiver().requests).toHaveLength(2 * size(1, 40))
  })

  test('is notified after a stop between its commit and its delivery', async () => {
    const here = await settled()
    await move(here)
    // no process was there to fan out; another one is, later
    await fanOut(parts.app)
    engine = startWebhookEngine(parts.app)
    await expect.poll(() => receiver().requests.length, patience).toBe(1)
  })
})

describe('an attempt', () => {
  test('that was answered, and whose outcome was never stored, is sent again with the same id; the log shows both [W-93]', async () => {
    const here = await settled()
    await move(here)
    await fanOut(parts.app)
    const [ready] = await beginAttempts(parts.app, await claimAll())
    if (!ready) throw new Error('Nothing was claimed')
    await sendAttempt(parts.app, ready)
    await leasesEnd(here)
    await run()
    expect(new Set(receiver().requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const [entry] = await log(here)
    const shown = await here.caller.get(`${own(here)}/deliveries/${entry?.id}`)
    expect(shown.json<{ attempts: unknown[] }>().attempts).toMatchObject([
      { outcome: 'Interrupted' },
      { outcome: 'Acknowledged', status: 204 },
    ])
  })

  test('of a process that was suspended for twice its lease changes nothing when it continues', async () => {
    const here = await settled()
    await move(here)
    await fanOut(parts.app)
    const [stopped] = await beginAttempts(parts.app, await claimAll())
    await leasesEnd(here)
    await run()
    receiver().react(500)
    if (!stopped) throw new Error('Nothing was claimed')
    await recordOutcomes(parts.app, [await sendAttempt(parts.app, stopped)])
    expect(await deliveriesOf(parts, here)).toMatchObject([{ state: 'acknowledged', attempts: 1 }])
    expect(receiver().requests).toHaveLength(2)
  })

  test.each([300, 304, 400, 401, 404, 410, 429, 500, 503])(
    'that is answered %i is a failure, and is due again in a minute',
    async (status) => {
      const here = await settled()
      receiver().react(status)
      await move(here)
      await run()
      receiver().react(299)
      parts.clock.advance({ minutes: 1 })
      await run()
      expect(receiver().requests).toHaveLength(2)
      expect(await deliveriesOf(parts, here)).toMatchObject([{ state: 'acknowledged', attempts: 2 }])
    },
  )

  test.each([
    [301, 'http://169.254.169.254/latest/meta-data'],
    [302, 'https://169.254.169.254/'],
    [303, '/hook'],
    [307, '//localhost/hook'],
    [308, 'file:///etc/passwd'],
  ])('that is answered %i to %s opens no second connection and is a failure', async (status, location) => {
    const here = await settled()
    receiver().react((response, _request) => void response.writeHead(status, { location }).end())
    const before = receiver().connections()
    await move(here)
    await run()
    expect(receiver().requests).toHaveLength(1)
    expect(receiver().connections() - before).toBeLessThanOrEqual(1)
    expect(await deliveriesOf(parts, here)).toMatchObject([{ state: 'pending', attempts: 1 }])
  })

  test.each([
    ['closes the connection', (socket: { destroy(): void }) => socket.destroy()],
    [
      'answers something that is no HTTP',
      (socket: { write(text: string): void; destroy(): void }) => {
        socket.write('hello\r\n\r\n')
        socket.destroy()
      },
    ],
  ])('at a receiver that %s is a failure with a readable reason', async (_, answer) => {
    const here = await settled()
    receiver().react((response, _request) => answer(response.socket as never))
    await move(here)
    await run()
    expect(await deliveriesOf(parts, here)).toMatchObject([{ state: 'pending', attempts: 1 }])
    const health = (await here.caller.get(`${own(here)}/health`)).json<{ lastFailure: { error: string } }>()
    expect(health.lastFailure.error).not.toBe('')
  })

  test('is dated by the database clock, however wrong this machine’s clock is [W-34]', async () => {
    const here = await settled()
    const at = new Date('2031-05-05T05:05:05.900Z')
    vi.spyOn(parts.clock, 'databaseTime').mockReturnValue(at)
    await move(here)
    await run()
    vi.restoreAllMocks()
    const [request] = receiver().requests
    expect(request?.headers['webhook-timestamp']).toBe(String(Math.floor(at.getTime() / 1_000)))
  })

  test('is signed again each time, over the exact bytes sent, with an unchanged id', async () => {
    const here = await settled()
    const clientState = 'Zoë “☃” \u2028 </script> 日本'
    await here.caller.post('/v2/webhookSubscriptions', {
      topics: [topic],
      subscriptionUrl: `${receiver().url}/words`,
      clientState,
    })
    receiver().react(({ target }: ReceivedRequest) => (target === '/words' ? 503 : 204))
    await move(here)
    await run()
    parts.clock.advance({ minutes: 1 })
    await run()
    const toWords = receiver().requests.filter(({ target }) => target === '/words')
    expect(toWords).toHaveLength(2)
    expect(new Set(toWords.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const { items } = (await here.caller.get('/v2/webhookSubscriptions')).json<{
      items: { id: number; clientState: string | null }[]
    }>()
    const id = items.find((each) => each.clientState === clientState)?.id
    const { signingSecret } = (await here.caller.get(`/v2/webhookSubscriptions/${id}/signingSecret`)).json<{
      signingSecret: string
    }>()
    const verifier = new Webhook(signingSecret)
    for (const { body, headers } of toWords) {
      expect(verifier.verify(body.toString(), { ...headers })).toMatchObject({ ClientState: clientState })
      expect(() => verifier.verify(`${body.toString()} `, { ...headers })).toThrow()
    }
  })
})

describe('after an outage', () => {
  test('the backlog is spread, and no receiver gets more than its share at once [W-78]', async () => {
    const count = size(300, 5_000)
    const here = await settled()
    await happen(on(here), { count })
    await fanOut(parts.app)
    await internalTransaction(parts.app, (tx) =>
      sql`update webhook_engine set looked_at = looked_at - interval '1 minute'`.execute(tx),
    )
    await recordHeartbeat(parts.app)
    const due = async () =>
      (
        await parts.app.db
          .selectFrom('webhook_deliveries')
          .where('organisation_id', '=', here.owner.organisationId)
          .where('state', '=', 'pending')
          .where('due_at', '<=', parts.clock.now())
          .select('id')
          .execute()
      ).length
    expect(await due()).toBeLessThanOrEqual(100)
    receiver().react({ status: 204, afterMs: 20 })
    engine = startWebhookEngine(parts.app)
    for (const deadline = parts.clock.now().getTime() + count * 4; parts.clock.now().getTime() < deadline; ) {
      parts.clock.advance({ seconds: 0.1 })
      await expect.poll(due, patience).toBe(0)
    }
    await expect.poll(() => receiver().requests.length, patience).toBe(count)
    expect(receiver().open.most).toBeLessThanOrEqual(16)
  })
})

describe('a subscription', () => {
  test('whose receiver sometimes answers is still disabled by ten failures, without affecting any other [W-94]', async () => {
    const here = await settled()
    await subscribeMany(parts.app, here.owner, [`${receiver().url}/other`])
    receiver().react(({ target, body }: ReceivedRequest) =>
      target === '/other' || bodyOf({ body } as ReceivedRequest).Timestamp.endsWith('.500Z') ? 204 : 500,
    )
    for (let i = 0; i < 10; i++) {
      await move(here)
      // one success follows each failure
      parts.clock.advance({ seconds: 0.5 })
      await move(here)
      await run()
      parts.clock.advance({ seconds: 0.5 })
    }
    for (const minutes of [1, 2, 5]) {
      parts.clock.advance({ minutes })
      await run()
    }
    const states = (await here.caller.get('/v2/webhookSubscriptions')).json<{
      items: { subscriptionUrl: string; status: string }[]
    }>().items
    expect(states.find(({ subscriptionUrl }) => subscriptionUrl.endsWith('/hook'))?.status).toBe('Disabled')
    expect(states.find(({ subscriptionUrl }) => subscriptionUrl.endsWith('/other'))?.status).toBe('Active')
  })

  test('that is deleted with a backlog and attempts in progress starts nothing more [W-79]', async () => {
    const count = size(100, 1_000)
    const here = await settled()
    receiver().react({ status: 204, afterMs: 200 })
    await happen(on(here), { count })
    engine = startWebhookEngine(parts.app)
    await expect.poll(() => receiver().requests.length, patience).toBeGreaterThan(5)
    expect((await here.caller.delete(own(here))).statusCode).toBe(204)
    const waiting = async () =>
      (await deliveriesOf(parts, here)).filter(({ state }) => state === 'pending').length
    await expect.poll(waiting, patience).toBe(0)
    const sent = receiver().requests.length
    expect(sent).toBeLessThan(count)
    await engine.stop()
    expect(receiver().requests).toHaveLength(sent)
    expect((await deliveriesOf(parts, here)).filter(({ state }) => state === 'abandoned')).toEqual([])
  })
})
