// Who is notified of payments.
import { expect, test } from 'vitest'
import { createCreditWorld } from '../../../../test/fixtures/credits.ts'
import { useReceiver } from '../../../../test/peers/subscribed.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { runWebhooksOnce } from '../../../webhooks/delivery/engine.ts'

const parts = useTestApp()
const receiver = useReceiver()

test('subscribers of the payer are notified of payments, those of law firms are not [I-215]', async () => {
  const world = await createCreditWorld(parts)
  const { payer, lawyer, matterId } = world
  const topics = ['matter.invoice.payment.recorded', 'matter.invoice.payment.withdrawn']
  for (const [{ caller }, path] of [
    [payer, 'payer'],
    [lawyer, 'firm'],
  ] as const) {
    const subscribed = await caller.post('/v2/webhookSubscriptions', {
      topics: [...topics, 'matter.updated'],
      subscriptionUrl: `${receiver().url}/${path}`,
    })
    expect(subscribed.statusCode, subscribed.body).toBe(201)
  }
  const id = await world.approved()
  await payer.caller.post(`/v2/invoices/${id}/pay`)
  await payer.caller.post(`/v2/invoices/${id}/unpay`)
  await runWebhooksOnce(parts.app)
  const ParentResource = { ResourceType: 'matter', ResourceId: matterId }
  expect(
    receiver().requests.map(({ target, body }) => [target, JSON.parse(body.toString()) as object]),
  ).toMatchObject(topics.map((EventType) => ['/payer', { EventType, ResourceId: id, ParentResource }]))
})
