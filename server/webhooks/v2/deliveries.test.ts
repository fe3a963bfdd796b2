// The notification log through v2: attempts, filters, retention, replays.
import { describe, expect, test } from 'vitest'
import { createSubscribed, useReceiver } from '../../../test/peers/subscribed.ts'
import { log, own, subscriptionsV2, useCare } from '../../../test/peers/subscription-care.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { claimDeliveries, createDueScanner } from '../delivery/claim-deliveries.ts'
import { beginAttempts } from '../delivery/attempts.ts'
import { purgeDeliveryLog } from '../jobs.ts'

const parts = useTestApp()
const receiver = useReceiver()
const { run, settled, move, disable } = useCare(parts, receiver)
const topics = ['contract.status.updated']
const webhookIds = () => receiver().requests.map(({ headers }) => headers['webhook-id'])

describe('the log', () => {
  test('shows each attempt with its response, or the reason it failed [W-101]', async () => {
    const here = await settled()
    receiver().react((response, _request) =>
      response
        .writeHead(503, { 'x-receiver': 'one', 'set-cookie': 'session=1', 'x-long': 'y'.repeat(2_048) })
        .end('x'.repeat(3_000)),
    )
    await move(here)
    await run()
    receiver().react((response, _request) => void response.destroy())
    parts.clock.advance({ minutes: 1 })
    await run()
    parts.clock.advance({ minutes: 2 })
    // a server that was stopped in the middle
    const waiting = await createDueScanner(parts.app)({ subscriptions: [], hosts: [] })
    const quotas = waiting.map((each) => ({ ...each, limit: 1 }))
    await beginAttempts(parts.app, await claimDeliveries(parts.app, quotas))
    const [entry] = await log(here)
    const shown = await here.caller.get(`${own(here)}/deliveries/${entry?.id}`)
    expect(shown.json()).toMatchObject({ state: 'Pending', attemptCount: 2, topic: topics[0] })
    const { attempts } = shown.json<{ attempts: { answer: string; answerHeaders: string | null }[] }>()
    expect(attempts).toMatchObject([
      { number: 1, outcome: 'Failed', status: 503, error: null, durationMs: expect.any(Number) },
      {
        number: 2,
        outcome: 'Failed',
        status: null,
        error: 'the connection was closed before an answer came',
      },
      { number: 3, outcome: 'UnderWay', durationMs: null },
    ])
    expect(attempts[0]?.answer).toBe('x'.repeat(1_024))
    expect(attempts[0]?.answerHeaders).toContain('x-receiver: one\n')
    expect(attempts[0]?.answerHeaders).not.toContain('session')
    expect(attempts[1]?.answerHeaders).toBeNull()
    expect(shown.json()).toMatchObject({
      request: {
        url: expect.stringContaining(receiver().url),
        headers: { 'content-type': 'application/json', 'webhook-id': entry?.webhookId },
        body: receiver().requests[0]?.body.toString(),
      },
    })
    await internalTransaction(parts.app, (tx) =>
      tx
        .updateTable('webhook_deliveries')
        // real time: leases run by the database's clock
        .set({ claimed_until: new Date(Date.now() - 1_000) })
        .where('organisation_id', '=', here.owner.organisationId)
        .execute(),
    )
    receiver().react(204)
    await run()
    const after = await here.caller.get(`${own(here)}/deliveries/${entry?.id}`)
    expect(after.json()).toMatchObject({
      state: 'Acknowledged',
      attemptCount: 3,
      attempts: [
        {},
        {},
        { number: 3, outcome: 'Interrupted', error: expect.stringMatching(/stopped/) },
        { number: 3, outcome: 'Acknowledged', status: 204 },
      ],
    })
  })

  test('is filtered by topic, state and time, in pages, newest first [W-101]', async () => {
    const here = await settled()
    await move(here)
    await run()
    const between = parts.clock.now()
    parts.clock.advance({ minutes: 10 })
    receiver().react(500)
    await move(here)
    await run()
    const both = await log(here)
    expect(both.map(({ state }) => state)).toEqual(['Pending', 'Acknowledged'])
    const [newer, older] = both
    expect(await log(here, '?state=Acknowledged')).toEqual([older])
    expect(await log(here, '?topic=contract.created')).toEqual([])
    const time = new Date(between.getTime() + 1).toISOString()
    expect(await log(here, `?from=${time}`)).toEqual([newer])
    expect(await log(here, `?to=${time}`)).toEqual([older])
    expect(await log(here, '?$top=1&$skip=1')).toEqual([older])
    const counted = await here.caller.get(`${own(here)}/deliveries?$count=true&$top=1`)
    expect(counted.json()).toMatchObject({ items: [expect.anything()], count: 2 })
    expect((await here.caller.get(`${own(here)}/deliveries?state=Lost`)).statusCode).toBe(400)
  })

  test('is kept for the configured number of days, and pending notifications are never removed [W-102]', async () => {
    const here = await settled()
    await move(here)
    await run()
    receiver().react(500)
    await move(here)
    await run()
    parts.clock.advance({ days: 29 })
    expect(await purgeDeliveryLog(parts.app)).toBe(0)
    parts.clock.advance({ days: 2 })
    await purgeDeliveryLog(parts.app)
    const callerAgain = await parts.app.db
      .selectFrom('webhook_deliveries')
      .where('organisation_id', '=', here.owner.organisationId)
      .select('state')
      .execute()
    expect(callerAgain).toEqual([{ state: 'pending' }])
  })
})

describe('a replay', () => {
  const ever = { from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }

  test('of one sends it again with the same id, even when its attempts were used up [W-103]', async () => {
    const here = await settled()
    await move(here)
    await run()
    const [entry] = await log(here)
    const again = await here.caller.post(`${own(here)}/deliveries/${entry?.id}/replay`, {})
    expect(again.statusCode, again.body).toBe(201)
    await run()
    expect(webhookIds()).toEqual([entry?.webhookId, entry?.webhookId])
    expect(receiver().requests[1]?.body).toEqual(receiver().requests[0]?.body)
    const { deliveryId } = again.json<{ deliveryId: number }>()
    const shown = await here.caller.get(`${own(here)}/deliveries/${deliveryId}`)
    expect(shown.json()).toMatchObject({ kind: 'Replay', replayOf: entry?.id, state: 'Acknowledged' })
  })

  test('of a pending notification is a conflict', async () => {
    const here = await settled()
    receiver().react(500)
    await move(here)
    await run()
    const [entry] = await log(here)
    const answer = await here.caller.post(`${own(here)}/deliveries/${entry?.id}/replay`, {})
    expect(answer.statusCode).toBe(409)
    expect(answer.json<{ detail: string }>().detail).toContain('sendNow')
  })

  test('of one that still collects changes says when it is sent, and does not advise what is refused [W-103]', async () => {
    const here = await settled()
    receiver().react(500)
    await move(here)
    await run()
    await internalTransaction(parts.app, async (tx) => {
      const { organisationId } = here.owner
      await tx
        .updateTable('webhook_deliveries')
        .set({ collecting: true, due_at: new Date(parts.clock.now().getTime() + 60_000) })
        .where('organisation_id', '=', organisationId)
        .execute()
    })
    const [entry] = await log(here)
    const refused = async (call: string) => {
      const answer = await here.caller.post(`${own(here)}/deliveries/${entry?.id}/${call}`, {})
      return [answer.statusCode, answer.json<{ detail: string }>().detail]
    }
    const collects = 'still collects changes: it is sent at the end of its two minutes, with all of them.'
    expect(await refused('sendNow')).toEqual([409, `It ${collects}`])
    expect(await refused('replay')).toEqual([
      409,
      `Only a notification that has ended (acknowledged, abandoned, suppressed or cancelled) can be replayed. This one ${collects}`,
    ])
    // the next test looks for what is due
    await internalTransaction(parts.app, (tx) =>
      tx.deleteFrom('webhook_deliveries').where('organisation_id', '=', here.owner.organisationId).execute(),
    )
  })

  test('is not needed for one that waits: it is sent now, once, and retried on the usual schedule [W-139]', async () => {
    const here = await settled()
    receiver().react(500)
    await move(here)
    await run()
    const [entry] = await log(here)
    const address = `${own(here)}/deliveries/${entry?.id}/sendNow`
    expect((await here.caller.post(address)).statusCode).toBe(204)
    await run()
    expect(receiver().requests).toHaveLength(2)
    parts.clock.advance({ seconds: 61 })
    await run()
    expect(receiver().requests).toHaveLength(2)
    receiver().react(200)
    expect((await here.caller.post(address)).statusCode).toBe(204)
    await run()
    expect(receiver().requests).toHaveLength(3)
    const ended = await here.caller.post(address)
    expect(ended.statusCode).toBe(409)
    expect(ended.json<{ detail: string }>().detail).toContain('Replay')
  })

  test('of a time range requested twice concurrently with one key sends each once more', async () => {
    const here = await settled()
    for (let i = 0; i < 3; i++) await move(here)
    await run()
    const ask = () =>
      here.caller.post(`${own(here)}/replay`, ever, { headers: { 'idempotency-key': 'after the fall' } })
    const answers = await Promise.all([ask(), ask()])
    // the one that comes second waits for nothing: it may ask again, and then gets the first answer
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 409))
      expect(answer.json()).toEqual({ replayed: 3 })
    const again = await ask()
    expect([again.json(), again.headers['idempotent-replayed']]).toEqual([{ replayed: 3 }, 'true'])
    parts.clock.advance({ seconds: 1 })
    await run()
    expect(receiver().requests).toHaveLength(6)
    expect(new Set(webhookIds()).size).toBe(3)
    const none = await here.caller.post(`${own(here)}/replay`, { from: ever.to, to: ever.from })
    expect(none.statusCode).toBe(400)
    const counted = await here.caller.post(`${own(here)}/replay`, { ...ever, dryRun: true })
    expect(counted.json()).toEqual({ replayed: 3 })
    const other = { ...ever, states: ['Abandoned'], dryRun: true }
    expect((await here.caller.post(`${own(here)}/replay`, other)).json()).toEqual({ replayed: 0 })
    await run()
    expect(receiver().requests).toHaveLength(6)
  })

  test('sends suppressed notifications to another subscription of the same owner, but not to anyone else’s [W-104]', async () => {
    const here = await settled()
    await disable(here)
    await move(here)
    await run()
    expect((await log(here, '?state=Suppressed')).length).toBe(1)
    const outsider = await createSubscribed(parts, receiver(), { topics })
    const made = await here.caller.post(subscriptionsV2, {
      topics,
      subscriptionUrl: `${receiver().url}/new`,
      clientState: 'new',
    })
    const target = made.json<{ id: number }>().id
    const replay = (toSubscriptionId?: number) =>
      here.caller.post(`${own(here)}/replay`, {
        ...ever,
        states: ['Suppressed'],
        ...(toSubscriptionId === undefined ? {} : { toSubscriptionId }),
      })
    expect((await replay()).statusCode).toBe(409)
    expect((await replay(outsider.subscriptionId)).statusCode).toBe(404)
    expect((await replay(target)).json()).toEqual({ replayed: 1 })
    await run()
    expect(receiver().requests.map(({ target: to }) => to)).toEqual(['/new'])
    expect(JSON.parse(receiver().requests[0]?.body.toString() ?? '')).toMatchObject({ ClientState: 'new' })
  })
})
