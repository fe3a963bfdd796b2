import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import type { ReceivedRequest } from '../../../test/peers/receiver.ts'
import {
  contractsPath,
  createSubscribed,
  deliveriesOf,
  subscriptionsPath,
  type Subscribed,
  useReceiver,
} from '../../../test/peers/subscribed.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { recountAll } from '../../../test/lists/counts.ts'
import { runWebhooksOnce, startWebhookEngine } from './engine.ts'
import { secretPurpose } from '../secret-purpose.ts'

const parts = useTestApp()
const receiver = useReceiver()
const rename = async ({ caller, contractId }: Subscribed, Name: string) => {
  expect((await caller.patch(`${contractsPath}/${contractId}`, { Name })).statusCode).toBe(200)
}

const bodies = () =>
  receiver().requests.map(({ body }) => JSON.parse(body.toString()) as Record<string, unknown>)

const run = () => runWebhooksOnce(parts.app)

describe('a notification', () => {
  test('is the exact body, signed, posted to the address as given [G-37, W-11, W-16, W-30, W-34, W-49]', async () => {
    const here = await createSubscribed(parts, receiver(), {
      topics: ['contract.status.updated'],
      query: '?a=%7e~&b=x+y%20z',
    })
    await here.caller.patch(`${contractsPath}/${here.contractId}`, { Status: 'Negotiating' })
    await run()
    const [request] = receiver().requests
    expect(request?.method).toBe('POST')
    expect(request?.target).toBe('/hook?a=%7e~&b=x+y%20z')
    expect(request?.headers['content-type']).toBe('application/json')
    expect(request?.body.toString()).toBe(
      `{"Timestamp":"2026-03-02T09:00:00.000Z","ResourceId":${here.contractId},"EventType":"contract.status.updated","ClientState":"state-1","ParentResource":{"ResourceType":"contract","ResourceId":${here.contractId}}}`,
    )
    const { secret } = await parts.app.db
      .selectFrom('webhook_subscriptions')
      .where('id', '=', here.subscriptionId)
      .select('secret')
      .executeTakeFirstOrThrow()
    const verifier = new Webhook(await parts.app.vault.open(secret, secretPurpose))
    expect(verifier.verify(request?.body.toString() ?? '', { ...request?.headers })).toMatchObject({
      ResourceId: here.contractId,
    })
  })

  test('has no client state when there is none, and no parent where the topic has none [W-31]', async () => {
    const here = await createSubscribed(parts, receiver(), { topics: ['contract.updated'] })
    const bare = await here.caller.post(subscriptionsPath, {
      topics: ['contract.updated'],
      subscriptionUrl: `${receiver().url}/bare`,
      clientState: null,
    })
    expect(bare.statusCode).toBe(201)
    await rename(here, 'New')
    parts.clock.advance({ minutes: 2 })
    await run()
    const body = bodies().find((_, index) => receiver().requests[index]?.target === '/bare')
    expect(Object.keys(body ?? {})).toEqual(['Timestamp', 'ResourceId', 'EventType'])
  })

  test('goes only to subscribers who may see the resource [W-64]', async () => {
    const here = await createSubscribed(parts, receiver(), { topics: ['contract.status.updated'] })
    const colleague = await createUser(parts.app, { organisationId: here.owner.organisationId })
    const outsider = await createUser(parts.app, { organisationId: (await createOrganisation(parts.app)).id })
    for (const user of [colleague, outsider]) {
      const caller = await callerFor(parts, user)
      await caller.post(subscriptionsPath, {
        topics: ['contract.status.updated'],
        subscriptionUrl: `${receiver().url}/${user.id}`,
      })
    }
    await here.caller.patch(`${contractsPath}/${here.contractId}`, { Status: 'Negotiating' })
    await run()
    expect(receiver().requests.map(({ target }) => target)).toEqual(['/hook'])
  })

  test('is not created for a change that was rejected [W-66]', async () => {
    const here = await createSubscribed(parts, receiver(), { topics: ['contract.status.updated'] })
    expect(
      (await here.caller.patch(`${contractsPath}/${here.contractId}`, { Status: 'Signing', TeamId: 99 }))
        .statusCode,
    ).toBe(400)
    await run()
    expect(receiver().requests).toHaveLength(0)
  })
})

describe('changes of one contract within two minutes', () => {
  test('are one notification at the end of the window opened by the first, with the time of the last [W-61]', async () => {
    const here = await createSubscribed(parts, receiver())
    await rename(here, 'One')
    parts.clock.advance({ seconds: 90 })
    await rename(here, 'Two')
    parts.clock.advance({ seconds: 29 })
    await rename(here, 'Three')
    const last = parts.clock.now().toISOString()
    await run()
    expect(receiver().requests).toHaveLength(0)
    parts.clock.advance({ seconds: 1 })
    await run()
    expect(bodies()).toMatchObject([
      { EventType: 'contract.updated', Timestamp: last, ResourceId: here.contractId },
    ])
  })

  test('after the end of a window open a new one, even if nothing was sent yet [W-62]', async () => {
    const here = await createSubscribed(parts, receiver())
    await rename(here, 'One')
    parts.clock.advance({ seconds: 121 })
    await rename(here, 'Two')
    await run()
    expect(receiver().requests).toHaveLength(1)
    parts.clock.advance({ minutes: 2 })
    await run()
    expect(receiver().requests).toHaveLength(2)
  })

  test('are not collected with other topics or other contracts [W-63]', async () => {
    const here = await createSubscribed(parts, receiver(), {
      topics: ['contract.updated', 'contract.status.updated'],
    })
    await here.caller.patch(`${contractsPath}/${here.contractId}`, { Status: 'Negotiating' })
    await here.caller.patch(`${contractsPath}/${here.contractId}`, { Status: 'Approval' })
    parts.clock.advance({ minutes: 2 })
    await run()
    expect(
      bodies()
        .map(({ EventType }) => EventType)
        .sort(),
    ).toEqual(['contract.status.updated', 'contract.status.updated', 'contract.updated'])
  })
})

describe('a subscriber', () => {
  test.each([
    [
      'left the contract',
      async ({ owner, contractId }: Subscribed) => {
        await parts.app.database.kysely
          .deleteFrom('contract_members')
          .where('organisation_id', '=', owner.organisationId)
          .where('contract_id', '=', contractId)
          .execute()
        await recountAll(parts.app)
      },
    ],
    [
      'is disabled',
      async ({ owner }: Subscribed) => {
        await internalTransaction(parts.app, (tx) =>
          tx.updateTable('users').set({ status: 'Disabled' }).where('id', '=', owner.id).execute(),
        )
      },
    ],
    [
      'withdrew the consent of the integration',
      async ({ owner }: Subscribed) => {
        await internalTransaction(parts.app, (tx, now) =>
          tx.updateTable('oauth_grants').set({ ended_at: now }).where('user_id', '=', owner.id).execute(),
        )
      },
    ],
    [
      'deleted the subscription',
      async ({ caller, subscriptionId }: Subscribed) => {
        expect((await caller.delete(`${subscriptionsPath}/${subscriptionId}`)).statusCode).toBe(204)
      },
    ],
  ])('who %s gets nothing, not even pending notifications [W-4, W-65]', async (_, lose) => {
    receiver().react(503)
    const here = await createSubscribed(parts, receiver(), { topics: ['contract.status.updated'] })
    await here.caller.patch(`${contractsPath}/${here.contractId}`, { Status: 'Negotiating' })
    await run()
    expect(receiver().requests).toHaveLength(1)
    await lose(here)
    receiver().react(204)
    parts.clock.advance({ minutes: 1 })
    await run()
    expect(receiver().requests).toHaveLength(1)
    expect(await deliveriesOf(parts, here)).toMatchObject([{ state: 'cancelled', attempts: 1 }])
  })
})

test('keeps a subscription whose consent merely expired [W-7]', async () => {
  const here = await createSubscribed(parts, receiver(), { topics: ['contract.status.updated'] })
  await internalTransaction(parts.app, (tx) =>
    tx.deleteFrom('oauth_grants').where('user_id', '=', here.owner.id).execute(),
  )
  const someone = await callerFor(parts, here.owner)
  await someone.patch(`${contractsPath}/${here.contractId}`, { Status: 'Negotiating' })
  await run()
  expect(receiver().requests).toHaveLength(1)
})

test('a receiver that hangs does not delay another one [W-69]', async () => {
  const slow = await createSubscribed(parts, receiver(), {
    topics: ['contract.status.updated'],
    query: '?slow',
  })
  const quick = await createSubscribed(parts, receiver(), { topics: ['contract.status.updated'] })
  receiver().react((request: ReceivedRequest) => (request.target.endsWith('?slow') ? 'hang' : 204))
  const engine = startWebhookEngine(parts.app)
  for (const stage of ['Negotiating', 'Draft', 'Signing', 'Draft']) {
    await slow.caller.patch(`${contractsPath}/${slow.contractId}`, { Status: stage })
    await quick.caller.patch(`${contractsPath}/${quick.contractId}`, { Status: stage })
  }
  const arrived = () => receiver().requests.filter(({ target }) => target === '/hook').length
  await expect.poll(arrived).toBe(4)
  expect(receiver().requests.filter(({ target }) => target === '/hook?slow')).toHaveLength(1)
  await engine.stop()
})

test('two engines on one database deliver each event once, soon after its commit [W-60, W-68]', async () => {
  const here = await createSubscribed(parts, receiver(), { topics: ['contract.status.updated'] })
  const engines = [startWebhookEngine(parts.app), startWebhookEngine(parts.app)]
  const stages = ['Negotiating', 'Draft']
  for (let i = 0; i < 40; i++) {
    await here.caller.patch(`${contractsPath}/${here.contractId}`, { Status: stages[i % 2] ?? 'Draft' })
  }
  // retries left by an earlier test may arrive as well
  const mine = () =>
    receiver().requests.filter(({ body }) => body.includes(`"ResourceId":${here.contractId},`))
  await expect.poll(() => mine().length).toBe(40)
  await Promise.all(engines.map((engine) => engine.stop()))
  expect(new Set(mine().map(({ headers }) => headers['webhook-id'])).size).toBe(40)
  expect((await deliveriesOf(parts, here)).every(({ state }) => state === 'acknowledged')).toBe(true)
})
