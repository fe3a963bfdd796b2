// v2 of the people on records, through the server: adding, changing, leaving, and what somebody who is gone sees.
import { mailsTo } from '../../../test/fixtures/mails.ts'
import { describe, expect, test } from 'vitest'
import { countedWrongly } from '../../../test/lists/counts.ts'
import { createFirm, createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { eventsOf as eventsOfRecord, kindsOf } from '../../../test/records/both-kinds.ts'
import { subscriptionsPath, useReceiver } from '../../../test/peers/subscribed.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { runWebhooksOnce } from '../../webhooks/delivery/engine.ts'

const parts = useTestApp()
const receiver = useReceiver()

interface Scene {
  readonly organisationId: number
  readonly owner: TestUser
  readonly lawyer: TestUser
  readonly business: TestUser
  readonly firm: TestUser
}

async function scene(): Promise<Scene> {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const { id: firmId } = await createFirm(app, organisationId)
  const owner = await createUser(app, { organisationId, lastName: 'Adams' })
  const lawyer = await createUser(app, { organisationId, lastName: 'Brown' })
  const business = await createUser(app, { organisationId, role: 'Standard', lastName: 'Clark' })
  const firm = await createUser(app, {
    organisationId: firmId,
    role: 'MatterManager',
    lastName: 'Davis',
  })
  return { organisationId, owner, lawyer, business, firm }
}

interface Listed {
  readonly count?: number
  readonly total?: number
  readonly items?: readonly { readonly id: number }[]
  readonly data?: readonly { readonly id: number }[]
}

/** Names without that of the kind, and facts. */
const eventsOf = async (organisationId: number, id: number, kind: string) =>
  (await eventsOfRecord(parts, organisationId, id, kind)).map(({ name, facts }) => [
    name.replace(`${kind}.`, ''),
    facts,
  ])

describe.each(kindsOf(parts))('the people on $kind', ({ kind, one, v1, make }) => {
  test('are added with a note, listed with what they are, and taken off again [R-1, R-2]', async () => {
    const { organisationId, owner, lawyer, firm } = await scene()
    const id = await make(owner, [])
    const members = `/v2/${kind}/${id}/members`
    const [caller, ofFirm] = [await callerFor(parts, owner), await callerFor(parts, firm)]
    expect((await ofFirm.get(`/v2/${kind}/${id}`)).statusCode).toBe(404)
    const put = await caller.put(`${members}/${firm.id}`, { roles: ['Member'], note: ' Clause 4, please. ' })
    expect(put.statusCode, put.body).toBe(204)
    expect((await caller.put(`${members}/${lawyer.id}`, { roles: ['Member'] })).statusCode).toBe(204)
    expect((await caller.put(`${members}/${lawyer.id}`, { roles: ['Member'] })).statusCode).toBe(204)
    const list = (await caller.get(`${members}?$count=true`)).json<{ items: object[] }>()
    expect(list).toMatchObject({
      count: 3,
      items: [
        { user: { id: owner.id, lastName: 'Adams' }, roles: ['Member', 'Owner'], note: null },
        { user: { id: lawyer.id }, roles: ['Member'], added: { dateUtc: expect.stringMatching(/Z$/) } },
        { user: { id: firm.id }, roles: ['Member'], note: 'Clause 4, please.' },
      ],
    })
    const shown = (await ofFirm.get(`${members}?$filter=User/LastName eq 'Brown'`)).json<{
      items: object[]
    }>()
    expect(shown).toEqual({
      items: [
        {
          user: expect.objectContaining({ id: lawyer.id }),
          roles: ['Member'],
          note: null,
          added: { dateUtc: expect.any(String) },
        },
      ],
    })
    const [mail] = await mailsTo(parts.app, { organisationId: firm.organisationId })
    expect(mail?.recipient).toBe(firm.email)
    expect(mail?.body).toContain(`/#/${kind}/${id}`)
    expect((await caller.delete(`${members}/${firm.id}`)).statusCode).toBe(204)
    expect((await caller.delete(`${members}/${firm.id}`)).statusCode).toBe(404)
    expect(await eventsOf(organisationId, id, one)).toEqual([
      ['member.added', { userId: firm.id, note: 'Clause 4, please.' }],
      ['member.added', { userId: lawyer.id }],
      ['member.removed', { userId: firm.id }],
    ])
    expect(await countedWrongly(parts.app)).toBe(0)
  })

  test('lose sight of it with the next call, everywhere, when they are taken off [R-3, P-36]', async () => {
    const { owner, business } = await scene()
    const id = await make(owner, [business])
    const other = await make(owner, [business])
    const [caller, gone] = [await callerFor(parts, owner), await callerFor(parts, business)]
    const seen = async () => {
      const answers = await Promise.all([
        gone.get(`${v1}/${id}`),
        gone.get(`/v2/${kind}/${id}`),
        gone.get(`/v2/${kind}/${id}/members`),
        gone.get(`/v2/${kind}?$count=true`),
        gone.get(v1),
        gone.get(`${v1}/recent`),
        gone.get(`${v1}/quickfind?term=${id}`),
      ])
      return answers.map(({ statusCode, body }) => {
        const { count, total, items, data } = JSON.parse(body) as Listed
        return [statusCode, (items ?? data ?? []).some((each) => each.id === id), count ?? total]
      })
    }
    await gone.get(`${v1}/${id}`)
    const before = await seen()
    expect(before.map(([status]) => status)).toEqual(Array.from(before, () => 200))
    expect(before[3]).toEqual([200, true, 2])
    expect((await caller.delete(`/v2/${kind}/${id}/members/${business.id}`)).statusCode).toBe(204)
    const after = await seen()
    expect(after.slice(0, 3).map(([status]) => status)).toEqual([404, 404, 404])
    expect(after.slice(3, 5)).toEqual([
      [200, false, 1],
      [200, false, 1],
    ])
    expect(after.slice(5).map(([, found]) => found)).toEqual([false, false])
    expect((await gone.get(`/v2/${kind}/${other}`)).statusCode).toBe(200)
  })

  test('go themselves, but take nobody else off unless they may change it [R-4]', async () => {
    const { owner, lawyer, business } = await scene()
    const id = await make(owner, [lawyer, business])
    const members = `/v2/${kind}/${id}/members`
    const ofBusiness = await callerFor(parts, business)
    const refused = await ofBusiness.delete(`${members}/${lawyer.id}`)
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      403,
      expect.stringContaining('you can only leave it yourself'),
    ])
    const put = await ofBusiness.put(`${members}/${lawyer.id}`, { roles: ['Member', 'Owner'] })
    expect(put.statusCode).toBe(403)
    expect((await ofBusiness.delete(`${members}/${business.id}`)).statusCode).toBe(204)
    expect((await ofBusiness.get(`/v2/${kind}/${id}`)).statusCode).toBe(404)
  })

  test('have an owner, who is replaced and not removed [R-5]', async () => {
    const { owner, lawyer } = await scene()
    const id = await make(owner, [])
    const members = `/v2/${kind}/${id}/members`
    const caller = await callerFor(parts, owner)
    for (const answer of [
      await caller.delete(`${members}/${owner.id}`),
      await caller.put(`${members}/${owner.id}`, { roles: ['Member'] }),
    ]) {
      expect(answer.statusCode).toBe(409)
      expect(answer.json<{ detail: string }>().detail).toContain('make somebody else its owner first')
    }
    const put = await caller.put(`${members}/${lawyer.id}`, { roles: ['Member', 'Owner'] })
    expect(put.statusCode, put.body).toBe(204)
    expect((await caller.get(`/v2/${kind}/${id}`)).json()).toMatchObject({ owner: { id: lawyer.id } })
    expect((await caller.delete(`${members}/${owner.id}`)).statusCode).toBe(204)
    expect(await countedWrongly(parts.app)).toBe(0)
  })

  test('are people who may join; a wrong role is named [R-1]', async () => {
    const { owner } = await scene()
    const stranger = await createUser(parts.app, {
      organisationId: (await createOrganisation(parts.app)).id,
    })
    const id = await make(owner, [])
    const caller = await callerFor(parts, owner)
    const of = (userId: string) => `/v2/${kind}/${id}/members/${userId}`
    expect((await caller.put(of(stranger.id), { roles: ['Member'] })).statusCode).toBe(404)
    const unknown = '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10'
    expect((await caller.put(of(unknown), { roles: ['Member'] })).statusCode).toBe(404)
    const wrong = await caller.put(of(owner.id), { roles: ['Boss'] })
    expect([wrong.statusCode, Object.keys(wrong.json<{ errors: object }>().errors)]).toEqual([400, ['roles']])
    expect((await caller.put(of(owner.id), {})).statusCode).toBe(400)
  })

  test('get no notification of it after they are gone, even one that waited [R-3]', async () => {
    const { owner, business } = await scene()
    const id = await make(owner, [business])
    const [caller, gone] = [await callerFor(parts, owner), await callerFor(parts, business)]
    const topics = [`${one}.updated`, `${one}.statusmessage.created`]
    const subscribed = await gone.post(subscriptionsPath, {
      topics,
      subscriptionUrl: `${receiver().url}/hook`,
    })
    expect(subscribed.statusCode, subscribed.body).toBe(201)
    const say = (message: string) => caller.post(`/v2/${kind}/${id}/statusMessages`, { message })
    await say('before')
    await runWebhooksOnce(parts.app)
    expect(receiver().requests).toHaveLength(1)
    receiver().clear()
    receiver().react(500)
    await say('fails, to be tried again')
    await runWebhooksOnce(parts.app)
    receiver().react(204)
    receiver().clear()
    await caller.delete(`/v2/${kind}/${id}/members/${business.id}`)
    await say('after')
    parts.clock.advance({ minutes: 10 })
    await runWebhooksOnce(parts.app)
    expect(receiver().requests).toEqual([])
  })
})

test('a manager and delegates of a matter are set and go; without a manager it waits in intake [R-6]', async () => {
  const { organisationId, owner, lawyer, firm } = await scene()
  const id = await insertMatter(parts.app, { owner })
  const members = `/v2/matters/${id}/members`
  const caller = await callerFor(parts, owner)
  const ofFirm = await callerFor(parts, firm)
  await caller.put(`${members}/${firm.id}`, { roles: ['Member', 'Manager'] })
  await caller.put(`${members}/${lawyer.id}`, { roles: ['Member', 'OwnerDelegate', 'ManagerDelegate'] })
  const roles = async () =>
    (await caller.get(members)).json<{ items: { roles: string[] }[] }>().items.map((each) => each.roles)
  expect(await roles()).toEqual([
    ['Member', 'Owner'],
    ['Member', 'OwnerDelegate', 'ManagerDelegate'],
    ['Member', 'Manager'],
  ])
  await caller.put(`${members}/${lawyer.id}`, { roles: ['Member', 'ManagerDelegate'] })
  expect((await ofFirm.delete(`${members}/${firm.id}`)).statusCode).toBe(204)
  expect((await ofFirm.get(members)).statusCode).toBe(404)
  expect(await roles()).toEqual([
    ['Member', 'Owner'],
    ['Member', 'ManagerDelegate'],
  ])
  expect((await caller.get(`/v2/matters/${id}`)).json()).toMatchObject({
    manager: { user: null, intakeQueue: { organizationId: organisationId } },
  })
  const events = await eventsOf(organisationId, id, 'matter')
  expect(events).toContainEqual([
    'delegates.set',
    {
      userId: lawyer.id,
      forOwner: false,
      forManager: true,
      changes: { forOwner: { from: true, to: false } },
    },
  ])
  expect(events.slice(-2)).toMatchObject([
    ['updated', { changes: { managerId: { from: firm.id, to: null } } }],
    ['member.removed', { userId: firm.id }],
  ])
  expect(await countedWrongly(parts.app)).toBe(0)
})
