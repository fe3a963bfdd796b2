// Managing subscriptions through v2: pausing, tests, signing secrets.
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { useReceiver } from '../../../test/peers/subscribed.ts'
import { log, own, subscriptionsV2, useCare } from '../../../test/peers/subscription-care.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()
const receiver = useReceiver()
const { run, settled, move, disable } = useCare(parts, receiver)
const topics = ['contract.status.updated']

test('a v2 subscription is the same as in v1, and includes its signing secret [W-100]', async () => {
  const here = await settled()
  const made = await here.caller.post(subscriptionsV2, { topics, subscriptionUrl: `${receiver().url}/two` })
  expect(made.statusCode, made.body).toBe(201)
  expect(made.headers['cache-control']).toBe('no-store')
  const { signingSecret, ...shown } = made.json<{ id: number; signingSecret: string }>()
  expect(signingSecret).toMatch(/^whsec_/)
  expect(made.headers.location).toBe(`${subscriptionsV2}/${shown.id}`)
  expect((await here.caller.get(`${subscriptionsV2}/${shown.id}`)).json()).toEqual(shown)
  const listed = (await here.caller.get(`${subscriptionsV2}?$skip=1&$top=1`)).json<{ items: object[] }>()
  expect(listed.items).toEqual([shown])
  expect((await here.caller.get(`${subscriptionsV2}/${shown.id}/signingSecret`)).json()).toEqual({
    signingSecret,
  })
  expect((await here.caller.delete(`${subscriptionsV2}/${shown.id}`)).statusCode).toBe(204)
  expect((await here.caller.get(`${subscriptionsV2}/${shown.id}`)).statusCode).toBe(404)
})

test('a response can be sent back to create another one, and what cannot be changed says so', async () => {
  const here = await settled()
  const read = (await here.caller.get(own(here))).json<Record<string, unknown>>()
  const { subscriptionUrl: _, ...rest } = read
  expect((await here.caller.patch(own(here), { ...rest, status: 'paused' })).statusCode).toBe(204)
  expect((await here.caller.get(own(here))).json()).toMatchObject({ status: 'Paused' })
  expect((await here.caller.patch(own(here), {})).statusCode).toBe(204)
  const refusals: [object, string, string][] = [
    [{ subscriptionUrl: 'https://x.example/' }, 'subscriptionUrl', 'create another subscription'],
    [{ status: 'Disabled' }, 'status', 'one of Active, Paused'],
    [{ stat: 1 }, 'stat', 'no property "stat"'],
    [{ topics: [] }, 'topics', 'at least one'],
    [{ topics: ['contract.lost'] }, 'topics', 'must be one of'],
    [{ topics: 'contract.created' }, 'topics', 'must be a list'],
    [{ clientState: 'x'.repeat(129) }, 'clientState', 'at most 128 characters'],
    [{ clientState: 5 }, 'clientState', 'must be a text'],
  ]
  for (const [body, name, words] of refusals) {
    const answer = await here.caller.patch(own(here), body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ errors: { [name]: [expect.stringContaining(words)] } })
  }
  expect((await here.caller.post(subscriptionsV2, read)).statusCode).toBe(201)
})

test('topics and client state are changed from the next event on, and a refusal changes neither [W-111]', async () => {
  const here = await settled()
  const changes = { topics: ['contract.created', 'contract.status.updated'], clientState: 'another' }
  expect(
    (await here.caller.patch(own(here), { ...changes, topics: ['contract.created', 'x'] })).statusCode,
  ).toBe(400)
  expect((await here.caller.get(own(here))).json()).toMatchObject({ topics })
  expect((await here.caller.patch(own(here), { topics: ['contract.created'] })).statusCode).toBe(204)
  await move(here)
  await run()
  expect(receiver().requests).toEqual([])
  expect((await here.caller.patch(own(here), changes)).statusCode).toBe(204)
  expect((await here.caller.get(own(here))).json()).toMatchObject({ ...changes, status: 'Active' })
  await move(here)
  await run()
  expect(receiver().requests.map(({ body }) => JSON.parse(body.toString()))).toMatchObject([
    { EventType: 'contract.status.updated', ClientState: 'another' },
  ])
  expect((await here.caller.patch(own(here), { clientState: null })).statusCode).toBe(204)
  expect((await here.caller.get(own(here))).json()).toMatchObject({ clientState: null })
  const events = await parts.app.db
    .selectFrom('events')
    .where('organisation_id', '=', here.owner.organisationId)
    .where('name', '=', 'subscription.updated')
    .select('facts')
    .execute()
  expect(events).toHaveLength(3)
  expect(JSON.stringify(events)).not.toContain('another')
})

test('calls that need nothing from the body accept a request without one [V-256]', async () => {
  const here = await settled()
  const sent = await here.caller.post(`${own(here)}/test`)
  expect(sent.statusCode, sent.body).toBe(201)
  expect((await here.caller.get(String(sent.headers.location))).json()).toMatchObject({ kind: 'Test' })
  expect((await here.caller.post(`${own(here)}/signingSecret`)).statusCode).toBe(201)
  await move(here)
  await run()
  const [done] = await log(here)
  expect((await here.caller.post(`${own(here)}/deliveries/${done?.id}/replay`)).statusCode).toBe(201)
})

test('list options that a call does not support are rejected [V-258]', async () => {
  const here = await settled()
  for (const [path, name, words] of [
    [`${subscriptionsV2}?$filter=Status eq 'Active'`, '$filter', 'takes $top, $skip.'],
    [`${own(here)}/deliveries?$orderby=Id`, '$orderby', 'takes $top, $skip, $count, '],
    [`${own(here)}?$select=id`, '$select', 'takes no parameters.'],
  ] as const) {
    const answer = await here.caller.get(encodeURI(path))
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json()).toMatchObject({ errors: { [name]: [expect.stringContaining(words)] } })
  }
})

describe('a subscription that is paused', () => {
  test('holds its notifications, including due retries, and sends them when it is resumed [W-105]', async () => {
    const here = await settled()
    receiver().react(500)
    await move(here)
    await run()
    receiver().react(204)
    expect((await here.caller.patch(own(here), { status: 'Paused' })).statusCode).toBe(204)
    await move(here)
    parts.clock.advance({ minutes: 1 })
    await run()
    expect(receiver().requests).toHaveLength(1)
    expect((await log(here)).map(({ state }) => state)).toEqual(['Held', 'Held'])
    expect((await here.caller.get(`${own(here)}/health`)).json()).toMatchObject({ waiting: 0, held: 2 })
    expect((await here.caller.patch(own(here), { status: 'Active' })).statusCode).toBe(204)
    parts.clock.advance({ seconds: 1 })
    await run()
    expect(receiver().requests).toHaveLength(3)
    expect((await log(here)).map(({ state }) => state)).toEqual(['Acknowledged', 'Acknowledged'])
  })

  test('is not resumed when it is disabled, nor by anyone but its owner [W-105]', async () => {
    const here = await settled()
    await disable(here)
    for (const call of [
      here.caller.patch(own(here), { status: 'Active' }),
      here.caller.post(`${own(here)}/test`, {}),
    ]) {
      expect((await call).statusCode).toBe(409)
    }
    expect((await here.caller.get(own(here))).json()).toMatchObject({ status: 'Disabled' })
    expect((await here.caller.patch(own(here), { status: 'Disabled' })).statusCode).toBe(400)
  })
})

test('a test is sent once, whatever the answer, counts towards no limit and is no event [W-106]', async () => {
  const here = await settled()
  receiver().react(500)
  const sent = await here.caller.post(`${own(here)}/test`, {})
  expect(sent.statusCode).toBe(201)
  await run()
  parts.clock.advance({ minutes: 10 })
  await run()
  expect(receiver().requests).toHaveLength(1)
  expect(JSON.parse(receiver().requests[0]?.body.toString() ?? '')).toMatchObject({
    ResourceId: 0,
    EventType: 'contract.status.updated',
    ClientState: 'state-1',
  })
  const { deliveryId } = sent.json<{ deliveryId: number }>()
  const shown = await here.caller.get(`${own(here)}/deliveries/${deliveryId}`)
  expect(shown.json()).toMatchObject({ kind: 'Test', state: 'Abandoned', parentResource: null })
  expect((await here.caller.get(`${own(here)}/health`)).json()).toMatchObject({ abandoned: 0 })
  const other = await here.caller.post(`${own(here)}/test`, { topic: 'matter.created' })
  expect(other.statusCode).toBe(400)
})

test('however often it is replaced, five signing secrets sign at most, the newest ones [W-107]', async () => {
  const here = await settled()
  const secrets: string[] = []
  for (let times = 0; times < 12; times++) {
    const rotated = await here.caller.post(`${own(here)}/signingSecret`, { overlapHours: 24 })
    secrets.push(rotated.json<{ signingSecret: string }>().signingSecret)
  }
  await move(here)
  await run()
  const { body, headers } = receiver().requests.at(-1) ?? { body: '', headers: {} }
  expect(
    Object.entries(headers)
      .find(([name]) => name === 'webhook-signature')?.[1]
      .split(' '),
  ).toHaveLength(5)
  const verifying = secrets.filter((key) => {
    try {
      return new Webhook(key).verify(body.toString(), { ...headers }) !== undefined
    } catch {
      return false
    }
  })
  expect(verifying).toEqual(secrets.slice(-5))
})

test('a signing secret is replaced with an overlap in which both verify [W-107]', async () => {
  const here = await settled()
  const secret = async () =>
    (await here.caller.get(`${own(here)}/signingSecret`)).json<{ signingSecret: string }>().signingSecret
  const first = await secret()
  const rotated = await here.caller.post(`${own(here)}/signingSecret`, { overlapHours: 0.5 })
  expect(rotated.statusCode).toBe(201)
  const second = rotated.json<{ signingSecret: string }>().signingSecret
  expect(await secret()).toBe(second)
  const verifies = (key: string) => {
    const { body, headers } = receiver().requests.at(-1) ?? { body: '', headers: {} }
    try {
      return new Webhook(key).verify(body.toString(), { ...headers }) !== undefined
    } catch {
      return false
    }
  }
  await move(here)
  await run()
  expect([verifies(first), verifies(second)]).toEqual([true, true])
  parts.clock.advance({ minutes: 31 })
  await move(here)
  await run()
  expect([verifies(first), verifies(second)]).toEqual([false, true])
})
