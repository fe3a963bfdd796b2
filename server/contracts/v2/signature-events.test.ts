// What others learn of requests to sign: subscribers through the topics of v2, and who sent them.
import { expect, test } from 'vitest'
import { notificationsOf } from '../../../test/fixtures/notifications.ts'
import { signingWorld } from '../../../test/fixtures/signing-world.ts'
import { subscriptionsPath, useReceiver } from '../../../test/peers/subscribed.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { topics, topicsOfV1 } from '../../platform/events/topics.ts'
import { runWebhooksOnce } from '../../webhooks/delivery/engine.ts'
import { expireRequests } from '../signing/here/end-request.ts'

const parts = useTestApp()
const receiver = useReceiver()
const ofV2 = topics.filter((topic) => !topicsOfV1.includes(topic))

test('signatures and approvals are topics of v2, and v1 keeps its sixteen [W-56]', async () => {
  const { counsel } = await signingWorld(parts)
  const subscription = { topics: ofV2, subscriptionUrl: `${receiver().url}/hook` }
  const refused = await counsel.post(subscriptionsPath, subscription)
  expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('topics')])
  const made = await counsel.post('/v2/webhookSubscriptions', {
    ...subscription,
    topics: [...ofV2, 'contract.created'],
  })
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json<{ id: number }>()
  expect((await counsel.get(`/v2/webhookSubscriptions/${id}`)).json()).toMatchObject({
    topics: [...ofV2, 'contract.created'],
  })
  expect((await counsel.get(`${subscriptionsPath}/${id}`)).json()).toMatchObject({
    topics: ['contract.created'],
  })
  expect(topicsOfV1).toHaveLength(16)
})

test('subscribers are notified of each step with the request, and the sender of its end [W-57, N-92]', async () => {
  const { lawyer, counsel, sent, sign, open, call, inDays } = await signingWorld(parts)
  const subscription = { topics: ofV2, subscriptionUrl: `${receiver().url}/hook` }
  expect((await counsel.post('/v2/webhookSubscriptions', subscription)).statusCode).toBe(201)
  const said: unknown[] = []
  const arrived = async () => {
    await runWebhooksOnce(parts.app)
    said.push(...receiver().requests.map(({ body }) => JSON.parse(body.toString()) as unknown))
    receiver().clear()
  }
  const of = (what: string, { id, path }: { id: number; path: string }) => ({
    Timestamp: expect.any(String),
    ResourceId: id,
    EventType: `contract.signature.${what}`,
    ParentResource: { ResourceType: 'contract', ResourceId: Number(path.split('/').at(-1)) },
  })
  const signed = await sent(['ana'])
  expect((await sign(await open('ana'))).statusCode).toBe(204)
  await arrived()
  expect(said.splice(0)).toEqual(
    expect.arrayContaining(['sent', 'viewed', 'signed', 'completed'].map((what) => of(what, signed))),
  )
  const declined = await sent(['ben'])
  const ben = await open('ben')
  expect((await call('POST', `${ben.address}/refusal`, { reason: 'Clause 4.' }, ben.proof)).statusCode).toBe(
    204,
  )
  const voided = await sent(['cleo'])
  expect((await counsel.post(`${voided.acts}/void`, { reason: 'The price.' })).statusCode).toBe(204)
  const late = await sent(['dana'], { expires: inDays(1) })
  parts.clock.advance({ days: 3 })
  expect(await expireRequests(parts.app)).toBe(1)
  await arrived()
  expect(said).toEqual(
    expect.arrayContaining([of('declined', declined), of('voided', voided), of('expired', late)]),
  )
  const told = await notificationsOf(parts.app, await callerFor(parts, lawyer))
  expect(told.filter(({ kind }) => kind === 'signature')).toMatchObject([
    { text: 'The request to sign expired before everybody had signed.' },
    { text: 'ben declined to sign: “Clause 4.”' },
    { text: 'Everybody has signed.' },
  ])
})
