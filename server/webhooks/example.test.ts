// The receiver shown in docs/webhooks.md, against the real engine.
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReceiver, type Notification } from '../../examples/webhook-receiver.ts'
import { contractsPath, createSubscribed, useReceiver } from '../../test/peers/subscribed.ts'
import { own, subscriptionsV2 } from '../../test/peers/subscription-care.ts'
import { useTestApp } from '../../test/test-app.ts'
import { selfSignedCertificate } from '../platform/outbound/self-signed.ts'
import { runWebhooksOnce } from './delivery/engine.ts'

const parts = useTestApp()
const other = useReceiver()
const topics = ['contract.status.updated']
const worked: Notification[] = []
const answers: number[] = []
const seen = new Set<string>()
const secret = { signingSecret: '' }
let server: Server

beforeAll(async () => {
  const handle = (...[request, response]: Parameters<ReturnType<typeof createReceiver>>) => {
    response.on('finish', () => answers.push(response.statusCode))
    const options = {
      signingSecret: secret.signingSecret,
      clientState: 'mine',
      isNew: (id: string) => !seen.has(id) && Boolean(seen.add(id)),
      work: (notification: Notification) => void worked.push(notification),
    }
    void createReceiver(options)(request, response)
  }
  server = createServer(selfSignedCertificate(), handle)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('the example accepts genuine notifications once, and rejects everything else', async () => {
  const here = await createSubscribed(parts, other(), { topics })
  const { port } = server.address() as AddressInfo
  const subscriptionUrl = `https://localhost:${port}/`
  const made = await here.caller.post(subscriptionsV2, { topics, subscriptionUrl, clientState: 'mine' })
  const { id, signingSecret } = made.json<{ id: number; signingSecret: string }>()
  secret.signingSecret = signingSecret
  const subscription = { ...here, subscriptionId: id }
  await here.caller.patch(`${contractsPath}/${here.contractId}`, { Status: 'Negotiating' })
  await runWebhooksOnce(parts.app)
  expect(worked).toMatchObject([{ EventType: topics[0], ResourceId: here.contractId }])
  const { items } = (await here.caller.get(`${own(subscription)}/deliveries`)).json<{
    items: { id: number }[]
  }>()
  await here.caller.post(`${own(subscription)}/deliveries/${items[0]?.id}/replay`, {})
  await runWebhooksOnce(parts.app)
  expect(answers).toEqual([204, 204])
  expect(worked).toHaveLength(1)
  // during the overlap both secrets verify, including the previous one
  await here.caller.post(`${own(subscription)}/signingSecret`, {})
  await here.caller.post(`${own(subscription)}/test`, {})
  await runWebhooksOnce(parts.app)
  expect(worked).toHaveLength(2)
  secret.signingSecret = 'whsec_AAAA'
  await here.caller.post(`${own(subscription)}/test`, {})
  await runWebhooksOnce(parts.app)
  expect(answers).toEqual([204, 204, 204, 401])
  expect(worked).toHaveLength(2)
})
