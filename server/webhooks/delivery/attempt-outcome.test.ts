import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createOrganisation } from '../../../test/factories.ts'
import {
  contractsPath,
  createSubscribed,
  deliveriesOf,
  subscriptionsPath,
  type Subscribed,
  useReceiver,
} from '../../../test/peers/subscribed.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { runWebhooksOnce } from './engine.ts'

const parts = useTestApp()
const receiver = useReceiver()
const run = () => runWebhooksOnce(parts.app)

describe('a receiver that does not answer 2xx', () => {
  const fail = async (here: Subscribed) => {
    await here.caller.patch(`${contractsPath}/${here.contractId}`, { Status: 'Negotiating' })
    await here.caller.patch(`${contractsPath}/${here.contractId}`, { Status: 'Draft' })
    await run()
  }

  test('is retried after 1, 2 and 5 minutes with the same id and body, then no more [W-34, W-82, W-83, W-84, W-85]', async () => {
    receiver().react(500)
    const here = await createSubscribed(parts, receiver(), { topics: ['contract.status.updated'] })
    await here.caller.patch(`${contractsPath}/${here.contractId}`, { Status: 'Negotiating' })
    await run()
    for (const [minutes, attempts] of [
      [1, 2],
      [2, 3],
      [5, 4],
    ] as const) {
      parts.clock.advance({ seconds: minutes * 60 - 1 })
      await run()
      expect(receiver().requests).toHaveLength(attempts - 1)
      parts.clock.advance({ seconds: 1 })
      await run()
      expect(receiver().requests).toHaveLength(attempts)
    }
    parts.clock.advance({ days: 2 })
    await run()
    expect(receiver().requests).toHaveLength(4)
    expect(new Set(receiver().requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(receiver().requests.map(({ body }) => body.toString())).size).toBe(1)
    expect(await deliveriesOf(parts, here)).toEqual([
      { state: 'abandoned', attempts: 4, ended_because: 'the last attempt failed' },
    ])
  })

  test('a redirect is a failure, and is not followed [W-86]', async () => {
    receiver().react(
      (response, _request) => void response.writeHead(302, { location: `${receiver().url}/elsewhere` }).end(),
    )
    const here = await createSubscribed(parts, receiver(), { topics: ['contract.status.updated'] })
    await here.caller.patch(`${contractsPath}/${here.contractId}`, { Status: 'Negotiating' })
    await run()
    expect(receiver().requests.map(({ target }) => target)).toEqual(['/hook'])
    expect(await deliveriesOf(parts, here)).toMatchObject([{ state: 'pending', attempts: 1 }])
  })

  test.each([
    ['just within 24 hours of the tenth', 24 * 3_600_000 - 1, 'disabled'],
    ['24 hours before the tenth', 24 * 3_600_000, 'active'],
  ])('nine abandoned %s are counted whatever organisation they belong to', async (_, agoMs, status) => {
    receiver().react(500)
    const here = await createSubscribed(parts, receiver(), { topics: ['contract.status.updated'] })
    await here.caller.patch(`${contractsPath}/${here.contractId}`, { Status: 'Negotiating' })
    await run()
    for (const minutes of [1, 2]) {
      parts.clock.advance({ minutes })
      await run()
    }
    parts.clock.advance({ minutes: 5 })
    // an organisation that the owner has left
    const { id: left } = await createOrganisation(parts.app)
    await internalTransaction(parts.app, (tx, now) =>
      sql`insert into webhook_deliveries (organisation_id, subscription_id, message_id, event_id, event_at, topic,
          resource_id, subject_kind, subject_id, collecting, state, due_at, created_at, ended_at)
        select ${left}, subscription_id, 'msg_' || n, -n, event_at, topic, resource_id, subject_kind, subject_id,
          false, 'abandoned', due_at, created_at, ${new Date(now.getTime() - agoMs)}
        from webhook_deliveries, generate_series(1, 9) n
        where organisation_id = ${here.owner.organisationId}`.execute(tx),
    )
    await run()
    const answer = await here.caller.get(`${subscriptionsPath}/${here.subscriptionId}`)
    expect(answer.json<{ status: string }>().status).toBe(status)
  })

  test('ten abandoned within 24 hours disable the subscription and notify its owner; nine do not [W-88]', async () => {
    receiver().react(410)
    const here = await createSubscribed(parts, receiver(), { topics: ['contract.status.updated'] })
    const giveUp = async () => {
      await fail(here)
      for (const minutes of [1, 2, 5]) {
        parts.clock.advance({ minutes })
        await run()
      }
    }
    const status = async () =>
      (await here.caller.get(`${subscriptionsPath}/${here.subscriptionId}`)).json<{ status: string }>().status
    for (let pair = 0; pair < 4; pair++) await giveUp()
    await here.caller.patch(`${contractsPath}/${here.contractId}`, { Status: 'Negotiating' })
    await run()
    for (const minutes of [1, 2, 5]) {
      parts.clock.advance({ minutes })
      await run()
    }
    expect(await status()).toBe('active')
    await here.caller.patch(`${contractsPath}/${here.contractId}`, { Status: 'Draft' })
    await run()
    for (const minutes of [1, 2, 5]) {
      parts.clock.advance({ minutes })
      await run()
    }
    expect(await status()).toBe('disabled')
    receiver().clear()
    await fail(here)
    expect(receiver().requests).toHaveLength(0)
    expect((await deliveriesOf(parts, here)).filter(({ state }) => state === 'suppressed')).toHaveLength(2)
    const mails = await parts.app.db
      .selectFrom('outbox_mails')
      .where('organisation_id', '=', here.owner.organisationId)
      .select('recipient')
      .execute()
    expect(mails).toEqual([{ recipient: here.owner.email }])
  })
})
