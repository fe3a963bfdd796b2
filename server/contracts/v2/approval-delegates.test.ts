// Delegates for approvals: who decides for somebody who is away, from when to when, and what they must not decide.
import { beforeAll, describe, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import { approvedContentWorld, done, type ShownApproval } from '../../../test/fixtures/approved-content.ts'
import { mailsTo } from '../../../test/fixtures/mails.ts'
import { notificationsOf } from '../../../test/fixtures/notifications.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { beginDelegates } from '../approvals/ask-delegates.ts'
import { endDelegateMembers } from '../approvals/delegate-members.ts'

const parts = useTestApp()
const makeWorld = () => approvedContentWorld(parts)
const path = '/v2/me/approvalDelegates'

let made: Awaited<ReturnType<typeof makeWorld>>
beforeAll(async () => {
  made = await makeWorld()
})

/** A day so many days from now. */
const dayIn = (days: number) =>
  new Date(parts.app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

const person = (firstName: string) =>
  createUser(made.app, { organisationId: made.organisationId, role: 'Standard', firstName })

const name = (as: Caller, to: TestUser, from = 0, until = 5) =>
  as.post(path, { delegate: { id: to.id }, firstDay: dayIn(from), lastDay: dayIn(until) })

/** Finance is away, and somebody decides for them. */
async function away() {
  const deputy = await person('Ben')
  // one at a time
  for (const { id } of (await made.asFinance.get(path)).json<{ items: { id: number }[] }>().items)
    await done(made.asFinance.delete(`${path}/${id}`))
  const named = await name(made.asFinance, deputy)
  expect(named.statusCode, named.body).toBe(201)
  const { id } = named.json<{ id: number }>()
  return { deputy, as: await made.as(deputy), id }
}

const waitingFor = async (as: Caller) => {
  const filter = "(Approver/Id eq me() or Delegate/Id eq me()) and Decision eq 'Waiting'"
  const { items } = (await as.get(`/v2/approvals?$filter=${encodeURIComponent(filter)}`)).json<{
    items: { contract: { id: number }; approver: { id: string }; delegate: { id: string } | null }[]
  }>()
  return items
}

describe('a delegate', () => {
  test('decides for the approver while they are away, and the history says for whom and as what [C-220]', async () => {
    const { deputy, as } = await away()
    const id = await made.asked()
    expect(await waitingFor(as)).toMatchObject([
      { contract: { id }, approver: { id: made.finance.id }, delegate: { id: deputy.id } },
    ])
    const shown = await made.latest(id, as)
    expect(shown.steps[0]?.approvers).toMatchObject([{ delegate: { id: deputy.id } }])
    expect(shown.can).toMatchObject({
      decide: false,
      decideForOthers: false,
      decideFor: [{ id: made.finance.id }],
    })
    const work = (await as.get('/v2/me/work')).json<{ items: { type: string; record: { id: number } }[] }>()
    expect(work.items).toMatchObject([{ record: { id } }])
    expect((await made.act(id, 'approve', as)).statusCode).toBe(403)
    const decided = await made.act(id, 'approve', as, { for: { id: made.finance.id } })
    expect(decided.statusCode, decided.body).toBe(200)
    expect(decided.json<ShownApproval>().steps[0]?.approvers).toMatchObject([
      { user: { id: made.finance.id }, decision: 'Approved', decidedBy: { id: deputy.id }, delegate: null },
    ])
    const { items } = (await made.asOwner.get(`${made.address(id)}/history`)).json<{
      items: { action: string; changes: { label: string; to: unknown }[] }[]
    }>()
    const changes = items.find(({ action }) => action.endsWith('approval.decided'))?.changes ?? []
    expect(changes.map(({ label }) => label)).toContain('On behalf of')
    expect(changes).toContainEqual(expect.objectContaining({ label: 'As', to: 'Delegate' }))
    // the director has not named anybody
    expect((await made.act(id, 'approve', as, { for: { id: made.director.id } })).statusCode).toBe(403)
  })

  test('is notified when named, and of what waits already; hands a decision on, but not to themselves [C-221]', async () => {
    const id = await made.asked()
    const { deputy, as } = await away()
    const [mail] = await mailsTo(parts.app, deputy)
    expect(mail?.body).toContain('delegate for approvals')
    expect((await notificationsOf(parts.app, as)).map(({ text }) => text)).toContainEqual(
      expect.stringContaining('as a delegate'),
    )
    expect((await waitingFor(as)).map(({ contract }) => contract.id)).toContain(id)
    const from = { id: made.finance.id }
    for (const to of [deputy.id, made.owner.id])
      expect((await made.act(id, 'delegate', as, { from, to: { id: to } })).statusCode).toBe(400)
    const other = await person('Cem')
    const handed = await made.act(id, 'delegate', as, { from, to: { id: other.id } })
    expect(handed.statusCode, handed.body).toBe(200)
    expect((await made.act(id, 'approve', await made.as(other))).statusCode).toBe(200)
  })

  test('never decides on what they own or asked for [C-222]', async () => {
    const { deputy, as } = await away()
    const owned = await made.asked()
    await done(made.asOwner.patch(made.address(owned), { owner: { id: deputy.id } }))
    const own = { for: { id: made.finance.id } }
    expect((await made.latest(owned, as)).can).toMatchObject({ decideFor: [], decideForOthers: false })
    for (const act of ['approve', 'decline'])
      expect((await made.act(owned, act, as, { ...own, comment: 'No' })).statusCode).toBe(403)
    expect(
      (await made.act(owned, 'delegate', as, { from: own.for, to: { id: made.director.id } })).statusCode,
    ).toBe(403)
    const started = await made.make()
    const lawyer = await createUser(made.app, { organisationId: made.organisationId })
    await done(made.asOwner.put(`${made.address(started)}/members/${lawyer.id}`, { roles: ['Member'] }))
    const asLawyer = await made.as(lawyer)
    for (const { id } of (await made.asFinance.get(path)).json<{ items: { id: number }[] }>().items)
      await done(made.asFinance.delete(`${path}/${id}`))
    expect((await name(made.asFinance, lawyer)).statusCode).toBe(201)
    await done(made.stageTo(started, 'Approval', asLawyer))
    expect((await made.act(started, 'approve', asLawyer, own)).statusCode).toBe(403)
    expect((await made.latest(started, asLawyer)).can).toMatchObject({ decideFor: [] })
  })

  test('decides for the person who named them only: not for those whose delegate that person is [C-222]', async () => {
    const { deputy } = await away()
    const next = await person('Dan')
    expect((await name(await made.as(deputy), next)).statusCode).toBe(201)
    const id = await made.asked()
    const asNext = await made.as(next)
    expect(await waitingFor(asNext)).toEqual([])
    expect((await asNext.get(made.address(id))).statusCode).toBe(404)
  })
})

describe('the days of a delegate', () => {
  test('begin on the first one: what waits is opened then, and not before [C-223]', async () => {
    const own = await makeWorld()
    made = own
    const deputy = await person('Ben')
    const as = await own.as(deputy)
    const named = await name(own.asFinance, deputy, 2, 4)
    expect(named.json()).toMatchObject({
      now: false,
      delegate: { id: deputy.id },
      user: { id: own.finance.id },
    })
    const id = await own.asked()
    const { id: approvalId } = await own.latest(id)
    expect((await as.get(own.address(id))).statusCode).toBe(404)
    await beginDelegates(parts.app)
    expect(await waitingFor(as)).toEqual([])
    parts.clock.advance({ days: 2 })
    await beginDelegates(parts.app)
    const again = await own.as(deputy)
    expect((await waitingFor(again)).map(({ contract }) => contract.id)).toEqual([id])
    expect((await again.get(path)).json()).toMatchObject({ items: [{ now: true }] })
    parts.clock.advance({ days: 3 })
    const after = await own.as(deputy)
    expect(await waitingFor(after)).toEqual([])
    const late = await after.post(`${own.address(id)}/approvals/${approvalId}/approve`, {
      for: { id: own.finance.id },
    })
    expect(late.statusCode, late.body).toBe(403)
    expect((await after.get(path)).json()).toEqual({ items: [] })
    // and leaves the contract, unlike those who were on it before
    await endDelegateMembers(parts.app)
    expect((await after.get(own.address(id))).statusCode).toBe(404)
    expect((await (await own.as(own.owner)).get(own.address(id))).statusCode).toBe(200)
  })

  test('end when either withdraws it, and when either is disabled: for good; the delegate leaves the contract [C-223, A-202]', async () => {
    made = await makeWorld()
    const decide = async (as: Caller, id: number) =>
      (await made.act(id, 'approve', as, { for: { id: made.finance.id } })).statusCode
    for (const by of ['person', 'delegate'] as const) {
      const { as, id: delegateId } = await away()
      const id = await made.asked()
      await done((by === 'person' ? made.asFinance : as).delete(`${path}/${delegateId}`))
      expect(await decide(as, id), by).toBe(404)
    }
    const { deputy } = await away()
    const id = await made.asked()
    for (const act of ['disable', 'enable'])
      await done(made.asAdministrator.post(`/v2/users/${deputy.id}/${act}`, {}))
    expect(await decide(await made.as(deputy), id)).toBe(403)
    await endDelegateMembers(parts.app)
    expect(await decide(await made.as(deputy), id)).toBe(404)
    expect((await made.asFinance.get(path)).json()).toEqual({ items: [] })
  })

  test('are refused where they make no sense, and nothing is stored [C-224]', async () => {
    made = await makeWorld()
    const deputy = await person('Ben')
    const { id: elsewhere } = await createOrganisation(made.app)
    const outside = await createUser(made.app, { organisationId: elsewhere })
    const gone = await person('Eva')
    await done(made.asAdministrator.post(`/v2/users/${gone.id}/disable`, {}))
    const refused = async (to: TestUser, from: number, until: number) =>
      (await name(made.asFinance, to, from, until)).statusCode
    expect(await refused(made.finance, 0, 1)).toBe(400)
    expect(await refused(outside, 0, 1)).toBe(400)
    expect(await refused(gone, 0, 1)).toBe(400)
    expect(await refused(deputy, 2, 1)).toBe(400)
    expect(await refused(deputy, -3, -2)).toBe(400)
    expect(await refused(deputy, 0, 500)).toBe(400)
    for (const firstDay of ['2026-13-01', 'today', 5])
      expect(
        (await made.asFinance.post(path, { delegate: { id: deputy.id }, firstDay, lastDay: '2099-01-01' }))
          .statusCode,
      ).toBe(400)
    expect((await made.asFinance.get(path)).json()).toEqual({ items: [] })
    expect(await refused(deputy, 3, 5)).toBe(201)
    expect(await refused(made.director, 5, 6)).toBe(409)
    const both = await Promise.all([refused(deputy, 10, 12), refused(made.director, 11, 13)])
    expect(both.sort()).toEqual([201, 409])
  })
})
