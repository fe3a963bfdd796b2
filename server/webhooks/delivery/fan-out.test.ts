// Fan-out to many subscribers: a fixed number of statements, windows, and bounded batches.
import { describe, expect, test } from 'vitest'
import { contractWorld, insertContract } from '../../../test/fixtures/contracts.ts'
import { createUser } from '../../../test/factories.ts'
import { contractsPath, createSubscribed, deliveriesOf, useReceiver } from '../../../test/peers/subscribed.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { runWebhooksOnce } from './engine.ts'
import { fanOut } from './fan-out.ts'

const parts = useTestApp()
const receiver = useReceiver()

/** A contract with this many subscribers who can see it, and one who cannot. */
async function crowd(count: number) {
  const { organisationId, owner, templateId } = await contractWorld(parts)
  const outsider = await createUser(parts.app, { organisationId })
  const members = await Promise.all(
    Array.from({ length: count }, () => createUser(parts.app, { organisationId })),
  )
  const contractId = await insertContract(parts.app, { owner, members, templateId })
  const now = parts.clock.now()
  await internalTransaction(parts.app, (tx) =>
    tx
      .insertInto('webhook_subscriptions')
      .values(
        [...members, outsider].map(({ id }) => ({
          user_id: id,
          topics: ['contract.status.updated'],
          url: 'https://hooks.example.com/',
          // held, not sent: the fan-out is the same
          status: 'disabled',
          secret: Buffer.alloc(0),
          created_at: now,
          modified_at: now,
          modified_by: id,
        })),
      )
      .execute(),
  )
  return { organisationId, contractId, caller: await callerFor(parts, owner) }
}

const countDeliveries = async (organisationId: number) => {
  const { count } = await parts.app.db
    .selectFrom('webhook_deliveries')
    .where('organisation_id', '=', organisationId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

describe('an event with many subscribers', () => {
  test('takes no more statements than one with few', async () => {
    const statements = async (count: number) => {
      const { contractId, organisationId, caller } = await crowd(count)
      await caller.patch(`${contractsPath}/${contractId}`, { Status: 'Negotiating' })
      const asked = await countStatements(() => fanOut(parts.app))
      expect(await countDeliveries(organisationId)).toBe(count)
      return asked
    }
    await fanOut(parts.app)
    expect(await statements(60)).toBe(await statements(2))
  })
})

/** How many statements reach the database while the work runs. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const { pool } = parts.app.database
  let count = 0
  const clients = await Promise.all([pool.connect(), pool.connect()])
  const originals = clients.map((client) => client.query.bind(client))
  clients.forEach((client, i) => {
    client.query = ((...args: never[]) => {
      count += 1
      return (originals[i] as (...given: never[]) => unknown)(...args)
    }) as typeof client.query
  })
  clients.forEach((client) => client.release())
  try {
    await work()
    return count
  } finally {
    clients.forEach((client, i) => (client.query = originals[i] as typeof client.query))
  }
}

describe('the window of a collected topic', () => {
  test.each([
    ['takes in a change just before its end', 119_999, 1],
    ['does not take in a change at its end', 120_000, 2],
  ])('%s', async (_, afterMs, notifications) => {
    const here = await createSubscribed(parts, receiver())
    const rename = (Name: string) => here.caller.patch(`${contractsPath}/${here.contractId}`, { Name })
    await rename('One')
    parts.clock.set(new Date(parts.clock.now().getTime() + afterMs))
    const last = parts.clock.now().toISOString()
    await rename('Two')
    await fanOut(parts.app)
    expect(await deliveriesOf(parts, here)).toHaveLength(notifications)
    parts.clock.advance({ minutes: 2 })
    await runWebhooksOnce(parts.app)
    const bodies = receiver().requests.map(({ body }) => JSON.parse(body.toString()) as { Timestamp: string })
    expect(bodies).toHaveLength(notifications)
    expect(bodies.map(({ Timestamp }) => Timestamp)).toContain(last)
  })

  test('opens once for each window, when many changes are fanned out together', async () => {
    const here = await createSubscribed(parts, receiver())
    for (let i = 0; i < 9; i++) {
      await here.caller.patch(`${contractsPath}/${here.contractId}`, { Name: `Name ${i}` })
      parts.clock.advance({ seconds: 40 })
    }
    await fanOut(parts.app)
    expect(await deliveriesOf(parts, here)).toHaveLength(3)
  })
})
