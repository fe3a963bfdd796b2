import { describe, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import { subscriptionsPath } from '../../../test/peers/subscribed.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

async function people() {
  const { id: organisationId } = await createOrganisation(parts.app)
  const me = await createUser(parts.app, { organisationId, role: 'Administrator' })
  const colleague = await createUser(parts.app, { organisationId, role: 'Administrator' })
  return { me, colleague, caller: await callerFor(parts, me) }
}

const wanted = {
  topics: ['contract.created', 'contract.updated', 'contract.created'],
  subscriptionUrl: 'https://hooks.example.com/chancery?tenant=7&x=a%20b',
  clientState: 'keep me secret',
}

const shown = (user: TestUser) => ({
  id: expect.any(Number),
  topics: ['contract.created', 'contract.updated'],
  subscriptionUrl: wanted.subscriptionUrl,
  clientState: 'keep me secret',
  status: 'active',
  createdDateUtc: '2026-03-02T09:00:00.000',
  createdBy: user.id,
  modifiedDateUtc: '2026-03-02T09:00:00.000',
  modifiedBy: user.id,
})

describe('a subscription', () => {
  test('is returned in full when created, and the same when read [G-36, W-1, W-2, W-8]', async () => {
    const { me, caller } = await people()
    const made = await caller.post(subscriptionsPath, wanted)
    expect(made.statusCode).toBe(201)
    expect(made.json()).toEqual(shown(me))
    const { id } = made.json<{ id: number }>()
    expect((await caller.get(`${subscriptionsPath}/${id}`)).json()).toEqual(shown(me))
    expect((await caller.get(subscriptionsPath)).json()).toEqual([shown(me)])
  })

  test('accepts property names in any case, and no client state [G-31, W-16]', async () => {
    const { caller } = await people()
    const { topics, subscriptionUrl } = wanted
    const made = await caller.post(subscriptionsPath, {
      Topics: topics,
      SubscriptionURL: subscriptionUrl,
      other: 1,
    })
    expect(made.json()).toMatchObject({ clientState: null })
  })

  test('belongs to its owner: not even an administrator of the same organisation can see or delete it [W-3, W-5]', async () => {
    const { me, colleague, caller } = await people()
    const { id } = (await caller.post(subscriptionsPath, wanted)).json<{ id: number }>()
    const other = await callerFor(parts, colleague)
    expect((await other.get(subscriptionsPath)).json()).toEqual([])
    expect((await other.get(`${subscriptionsPath}/${id}`)).statusCode).toBe(404)
    expect((await other.delete(`${subscriptionsPath}/${id}`)).statusCode).toBe(404)
    expect((await caller.get(`${subscriptionsPath}/${id}`)).json()).toEqual(shown(me))
    expect((await caller.delete(`${subscriptionsPath}/${id}`)).statusCode).toBe(204)
    expect((await caller.delete(`${subscriptionsPath}/${id}`)).statusCode).toBe(404)
    expect((await caller.get(subscriptionsPath)).json()).toEqual([])
  })

  test.each([
    ['topics', { topics: [] }],
    ['topics', { topics: ['contract.exploded'] }],
    ['topics', { topics: undefined }],
    ['subscriptionUrl', { subscriptionUrl: 'http://hooks.example.com/' }],
    ['subscriptionUrl', { subscriptionUrl: 'hooks.example.com' }],
    ['subscriptionUrl', { subscriptionUrl: '' }],
    ['subscriptionUrl', { subscriptionUrl: 'https://me:secret@hooks.example.com/' }],
    ['subscriptionUrl', { subscriptionUrl: `https://hooks.example.com/${'x'.repeat(2_048)}` }],
    ['subscriptionUrl', { subscriptionUrl: 'https://10.0.0.1/' }],
    ['subscriptionUrl', { subscriptionUrl: 'https://169.254.169.254/latest/meta-data' }],
    ['subscriptionUrl', { subscriptionUrl: 'https://[fd00::1]/' }],
    ['clientState', { clientState: 'x'.repeat(129) }],
  ])('is rejected with 400 naming %s for %j [W-8, W-9, W-10, W-12, W-13]', async (name, change) => {
    const { caller } = await people()
    const answer = await caller.post(subscriptionsPath, { ...wanted, ...change })
    expect(answer.statusCode).toBe(400)
    const named = Object.keys(answer.json<{ errors: object }>().errors)
    expect(named.every((each) => each.startsWith(name))).toBe(true)
    expect((await caller.get(subscriptionsPath)).json()).toEqual([])
  })

  test('may have an address of 2048 characters and a client state of 128 [W-10, W-16]', async () => {
    const { caller } = await people()
    const subscriptionUrl = `https://hooks.example.com/${'x'.repeat(2_048 - 26)}`
    expect(subscriptionUrl).toHaveLength(2_048)
    const made = await caller.post(subscriptionsPath, {
      ...wanted,
      subscriptionUrl,
      clientState: 'x'.repeat(128),
    })
    expect(made.statusCode, made.body).toBe(201)
  })
})
