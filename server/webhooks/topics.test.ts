// The table of topics, row by row: the content of each notification, and when it is sent.
import type { EventName } from '../platform/events/event-names.ts'
import { describe, expect, test } from 'vitest'
import { form } from '../../test/documents/forms.ts'
import { insertMatter } from '../../test/fixtures/matters.ts'
import {
  createSubscribed,
  subscriptionsPath,
  type Subscribed,
  useReceiver,
} from '../../test/peers/subscribed.ts'
import { useTestApp } from '../../test/test-app.ts'
import { callerFor } from '../../test/tokens.ts'
import { change, systemActor } from '../platform/events/change.ts'
import { isOfOrganisation, topics } from '../platform/events/topics.ts'
import { runWebhooksOnce } from './delivery/engine.ts'

const parts = useTestApp()
const receiver = useReceiver()
const run = () => runWebhooksOnce(parts.app)
const bodies = () =>
  receiver().requests.map(({ body }) => JSON.parse(body.toString()) as Record<string, unknown>)

const table = [
  ['matter.created', 'no parent', 'at once'],
  ['matter.updated', 'no parent', 'collected'],
  ['matter.status.updated', 'no parent', 'at once'],
  ['matter.file.created', 'with parent', 'at once'],
  ['matter.file.updated', 'with parent', 'at once'],
  ['matter.statusmessage.created', 'with parent', 'at once'],
  ['matter.tag.created', 'with parent', 'at once'],
  ['contract.created', 'no parent', 'at once'],
  ['contract.updated', 'no parent', 'collected'],
  ['contract.status.updated', 'with parent', 'at once'],
  ['contract.file.created', 'with parent', 'at once'],
  ['contract.file.updated', 'with parent', 'at once'],
  ['contract.document.updated', 'with parent', 'at once'],
  ['contract.statusmessage.created', 'with parent', 'at once'],
  ['contract.keydate.created', 'with parent', 'at once'],
  ['contract.keydate.updated', 'with parent', 'at once'],
  ['contract.approval.requested', 'with parent', 'at once'],
  ['contract.approval.decided', 'with parent', 'at once'],
  ['contract.approval.delegated', 'with parent', 'at once'],
  ['contract.approval.ended', 'with parent', 'at once'],
  ['contract.signature.sent', 'with parent', 'at once'],
  ['contract.signature.viewed', 'with parent', 'at once'],
  ['contract.signature.signed', 'with parent', 'at once'],
  ['contract.signature.declined', 'with parent', 'at once'],
  ['contract.signature.completed', 'with parent', 'at once'],
  ['contract.signature.expired', 'with parent', 'at once'],
  ['contract.signature.voided', 'with parent', 'at once'],
  ['contract.document.shared', 'with parent', 'at once'],
  ['contract.document.opened', 'with parent', 'at once'],
  ['contract.document.returned', 'with parent', 'at once'],
  ['contract.document.withdrawn', 'with parent', 'at once'],
  ['matter.invoice.export.created', 'with parent', 'at once'],
  ['matter.invoice.export.acknowledged', 'with parent', 'at once'],
  ['matter.invoice.export.withdrawn', 'with parent', 'at once'],
  ['matter.invoice.payment.recorded', 'with parent', 'at once'],
  ['matter.invoice.payment.withdrawn', 'with parent', 'at once'],
] as const

const isAboutFile = (topic: string) => /\.(file|document)\./.test(topic)

/** A file of the record; the notifications of its creation have been sent when this returns. */
async function addFile({ caller }: Subscribed, kind: 'matter' | 'contract', id: number): Promise<number> {
  const { payload, headers } = form({ file: { name: 'a.txt', content: 'a' } })
  const answer = await caller.post(`/${kind}-apis/v1/${kind}s/${id}/files`, payload, { headers })
  expect(answer.statusCode, answer.body).toBe(201)
  await run()
  receiver().clear()
  return answer.json<number>()
}

async function setUp(topic: string) {
  const here = await createSubscribed(parts, receiver(), {
    topics: [topic],
    path: '/v2/webhookSubscriptions',
  })
  const kind = topic.startsWith('matter.') ? ('matter' as const) : ('contract' as const)
  const id = kind === 'contract' ? here.contractId : await insertMatter(parts.app, { owner: here.owner })
  // the resource is different from its matter or contract
  const resource = { kind: 'thing', id: isAboutFile(topic) ? await addFile(here, kind, id) : id + 1_000_000 }
  const happen = (name = topic) =>
    change(parts.app, systemActor('test'), async () => ({
      result: undefined,
      events: [
        {
          name: name as EventName,
          organisationId: here.owner.organisationId,
          resource,
          subject: { kind, id },
          facts: { a: 1 },
        },
      ],
    }))
  return { ...here, kind, id, resource, happen }
}

describe('a notification of', () => {
  test.each(table)(
    '%s, %s, is sent %s [W-30, W-32, W-33, W-40, W-41, W-42, W-43, W-44, W-45, W-46, W-47, W-48, W-50, W-51, W-52, W-53, W-54, W-55, W-57]',
    async (topic, parent, when) => {
      const { kind, id, resource, happen } = await setUp(topic)
      await happen()
      await happen()
      const said = {
        Timestamp: parts.clock.now().toISOString(),
        ResourceId: resource.id,
        EventType: topic,
        ClientState: 'state-1',
        ...(parent === 'with parent' ? { ParentResource: { ResourceType: kind, ResourceId: id } } : {}),
      }
      await run()
      expect(bodies()).toEqual(when === 'collected' ? [] : [said, said])
      parts.clock.advance({ minutes: 2 })
      await run()
      expect(bodies()).toEqual(when === 'collected' ? [said] : [said, said])
    },
  )

  test('every topic of records is in the table', () => {
    const ofRecords = topics.filter((topic) => !isOfOrganisation(topic))
    expect(table.map(([topic]) => topic).toSorted()).toEqual(ofRecords.toSorted())
  })
})

test('only subscribed topics are notified [W-17, W-35]', async () => {
  const { happen } = await setUp('contract.created')
  for (const topic of topics) if (topic !== 'contract.created') await happen(topic)
  parts.clock.advance({ minutes: 2 })
  await run()
  expect(bodies()).toEqual([])
  await happen()
  await run()
  expect(bodies()).toMatchObject([{ EventType: 'contract.created' }])
})

describe('a subscription', () => {
  const status = async ({ owner, subscriptionId }: Subscribed) => {
    const caller = await callerFor(parts, owner)
    return (await caller.get(`${subscriptionsPath}/${subscriptionId}`)).json<{ status: string }>().status
  }

  test('does not expire [W-7]', async () => {
    const here = await setUp('contract.created')
    parts.clock.advance({ days: 1_500 })
    await here.happen()
    await run()
    expect(bodies()).toMatchObject([{ EventType: 'contract.created' }])
  })

  test('cannot be changed [W-6]', async () => {
    const here = await setUp('contract.created')
    const address = `${subscriptionsPath}/${here.subscriptionId}`
    const before = (await here.caller.get(address)).json<object>()
    for (const method of ['patch', 'put'] as const) {
      expect((await here.caller[method](address, { clientState: 'other' })).statusCode).toBe(405)
    }
    expect((await here.caller.get(address)).json()).toEqual(before)
  })

  test('sends nothing more once it is deleted [W-4]', async () => {
    const here = await setUp('contract.created')
    expect((await here.caller.delete(`${subscriptionsPath}/${here.subscriptionId}`)).statusCode).toBe(204)
    await here.happen()
    await run()
    expect(bodies()).toEqual([])
  })

  test('stays disabled once disabled; a new one is notified of later events [W-90]', async () => {
    receiver().react(500)
    const here = await setUp('contract.created')
    for (let i = 0; i < 10; i++) await here.happen()
    for (const minutes of [0, 1, 2, 5]) {
      parts.clock.advance({ minutes })
      await run()
    }
    expect(await status(here)).toBe('disabled')
    receiver().clear()
    receiver().react(204)
    const again = await here.caller.post(subscriptionsPath, {
      topics: ['contract.created'],
      subscriptionUrl: `${receiver().url}/again`,
    })
    expect(again.statusCode, again.body).toBe(201)
    await here.happen()
    await run()
    expect(receiver().requests.map(({ target }) => target)).toEqual(['/again'])
    parts.clock.advance({ days: 30 })
    await here.happen()
    await run()
    expect(receiver().requests.map(({ target }) => target)).toEqual(['/again', '/again'])
    expect(await status(here)).toBe('disabled')
  })

  test('stays active when ten are abandoned over more than 24 hours [W-89]', async () => {
    receiver().react(500)
    const here = await setUp('contract.created')
    for (const abandoned of [5, 5]) {
      for (let i = 0; i < abandoned; i++) await here.happen()
      for (const minutes of [0, 1, 2, 5]) {
        parts.clock.advance({ minutes })
        await run()
      }
      parts.clock.advance({ hours: 24 })
    }
    expect(await status(here)).toBe('active')
  })
})

describe('an answer', () => {
  test.each([200, 202, 299])('of %i acknowledges [W-80]', async (status) => {
    receiver().react(status)
    const { happen } = await setUp('contract.created')
    await happen()
    await run()
    parts.clock.advance({ days: 1 })
    await run()
    expect(receiver().requests).toHaveLength(1)
  })

  test('that takes more than five seconds is a failure [W-81]', async () => {
    receiver().react({ status: 204, afterMs: 5_500 })
    const { happen } = await setUp('contract.created')
    await happen()
    await run()
    receiver().react(204)
    parts.clock.advance({ minutes: 1 })
    await run()
    expect(receiver().requests).toHaveLength(2)
    expect(new Set(receiver().requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  test('that takes four seconds is accepted [W-81]', async () => {
    receiver().react({ status: 204, afterMs: 4_000 })
    const { happen } = await setUp('contract.created')
    await happen()
    await run()
    parts.clock.advance({ days: 1 })
    await run()
    expect(receiver().requests).toHaveLength(1)
  })

  test('with Retry-After does not change the schedule [W-87]', async () => {
    receiver().react((response, _request) => void response.writeHead(503, { 'retry-after': '3600' }).end())
    const { happen } = await setUp('contract.created')
    await happen()
    await run()
    parts.clock.advance({ minutes: 1 })
    await run()
    expect(receiver().requests).toHaveLength(2)
  })
})
