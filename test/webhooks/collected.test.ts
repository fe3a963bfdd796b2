// Changes that are collected into one notification: the edges of the window, and writers that continue while it is
// sent.
import { describe, expect, test } from 'vitest'
import { runWebhooksOnce } from '../../server/webhooks/delivery/engine.ts'
import type { ReceivedRequest } from '../peers/receiver.ts'
import { contractsPath, createSubscribed, type Subscribed, useReceiver } from '../peers/subscribed.ts'
import { useTestApp } from '../test-app.ts'
import { size } from './whole.ts'

const parts = useTestApp()
const receiver = useReceiver()
const run = () => runWebhooksOnce(parts.app)
const bodyOf = ({ body }: ReceivedRequest) => JSON.parse(body.toString()) as { Timestamp: string }

describe('changes that are collected', () => {
  const updates = () =>
    createSubscribed(parts, receiver(), { topics: ['contract.updated'], clientState: 'collected' })
  const rename = ({ caller, contractId }: Subscribed, Name: string) =>
    caller.patch(`${contractsPath}/${contractId}`, { Name })
  const mine = () => receiver().requests.filter(({ body }) => body.includes('"collected"'))

  test('fifty within two minutes are one notification [W-61]', async () => {
    const here = await updates()
    for (let i = 0; i < 50; i++) {
      await rename(here, `Name ${i}`)
      parts.clock.advance({ seconds: 2 })
      await run()
    }
    expect(mine()).toHaveLength(0)
    parts.clock.advance({ seconds: 20 })
    await run()
    expect(mine()).toHaveLength(1)
  })

  test('one at 1:59.9 is in the window, one at 2:00.1 opens the next [W-62]', async () => {
    const here = await updates()
    await rename(here, 'One')
    parts.clock.advance({ seconds: 119.9 })
    await rename(here, 'Two')
    const second = parts.clock.now().toISOString()
    parts.clock.advance({ seconds: 0.2 })
    await rename(here, 'Three')
    const third = parts.clock.now().toISOString()
    await run()
    expect(mine().map((each) => bodyOf(each).Timestamp)).toEqual([second])
    parts.clock.advance({ seconds: 119.9 })
    await run()
    expect(mine()).toHaveLength(1)
    parts.clock.advance({ seconds: 0.1 })
    await run()
    expect(mine().map((each) => bodyOf(each).Timestamp)).toEqual([second, third])
  })

  test('by eight writers at once, while it is sent, always include the last change [W-62]', async () => {
    const here = await updates()
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let i = 0; i < size(3, 50); i++) {
        await rename(here, `Name ${writer} ${i}`)
        if (writer === 0) {
          parts.clock.advance({ seconds: 50 })
          await run()
        }
      }
    })
    await Promise.all(writers)
    parts.clock.advance({ minutes: 2 })
    await run()
    const { at } = await parts.app.db
      .selectFrom('events')
      .where('organisation_id', '=', here.owner.organisationId)
      .where('name', '=', 'contract.updated')
      .orderBy('at', 'desc')
      .select('at')
      .executeTakeFirstOrThrow()
    expect(mine().map((each) => bodyOf(each).Timestamp)).toContain(at.toISOString())
  })
})
