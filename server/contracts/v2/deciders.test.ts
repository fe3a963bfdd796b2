// Who decides on an approval, and who confirms it: every way in which a decision could be had from somebody who must
// not make it.
import { beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '../../../test/factories.ts'
import { setRules } from '../../../test/fixtures/approvals.ts'
import {
  approvedContentWorld,
  detailOf,
  done,
  type ShownApproval,
} from '../../../test/fixtures/approved-content.ts'
import { insertDocument } from '../../../test/fixtures/contracts.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()
const makeWorld = () => approvedContentWorld(parts)

let made: Awaited<ReturnType<typeof makeWorld>>
beforeAll(async () => {
  made = await makeWorld()
})

describe('who decides', () => {
  test('an owner hands a decision neither to themselves nor to anybody else, and decides nothing [C-211]', async () => {
    const id = await made.asked()
    const deputy = await createUser(made.app, { organisationId: made.organisationId, role: 'Standard' })
    for (const to of [made.owner.id, deputy.id]) {
      const refused = await made.act(id, 'delegate', made.asOwner, {
        to: { id: to },
        from: { id: made.finance.id },
      })
      expect(refused.statusCode, refused.body).toBe(403)
    }
    const instead = await made.act(id, 'approve', made.asOwner, { for: { id: made.finance.id } })
    expect(instead.statusCode).toBe(403)
    const shown = await made.latest(id)
    expect(shown.steps[0]?.approvers).toMatchObject([{ user: { id: made.finance.id }, decision: null }])
    expect(shown.can).toMatchObject({ decide: false, decideForOthers: false })
    // nor does an approver hand it to the owner
    const given = await made.act(id, 'delegate', made.asFinance, { to: { id: made.owner.id } })
    expect(given.statusCode).toBe(400)
  })

  test('a member who may change the contract hands on nobody’s decision either [C-211]', async () => {
    const id = await made.asked()
    const counsel = await createUser(made.app, { organisationId: made.organisationId })
    await done(made.asOwner.put(`${made.address(id)}/members/${counsel.id}`, { roles: ['Member'] }))
    const as = await made.as(counsel)
    const refused = await made.act(id, 'delegate', as, {
      to: { id: counsel.id },
      from: { id: made.finance.id },
    })
    expect(refused.statusCode, refused.body).toBe(403)
    expect((await made.act(id, 'approve', as, { for: { id: made.finance.id } })).statusCode).toBe(403)
  })

  test('an administrator decides for somebody who is away, named as such, and hands on, but not to themselves [C-211]', async () => {
    const id = await made.asked()
    const administrator = await createUser(made.app, {
      organisationId: made.organisationId,
      groups: ['ContractAdministrators'],
    })
    const as = await made.as(administrator)
    const from = { id: made.director.id }
    expect((await made.latest(id, as)).can).toMatchObject({ decide: false, decideForOthers: true })
    const decided = await made.act(id, 'approve', as, { for: { id: made.finance.id }, comment: 'Away' })
    expect(decided.statusCode, decided.body).toBe(200)
    expect(decided.json<ShownApproval>().steps[0]?.approvers).toMatchObject([
      { user: { id: made.finance.id }, decision: 'Approved', decidedBy: { id: administrator.id } },
    ])
    const { items } = (await made.asOwner.get(`${made.address(id)}/history`)).json<{
      items: { action: string; changes: { label: string; to: unknown }[] }[]
    }>()
    const changes = items.find(({ action }) => action.endsWith('approval.decided'))?.changes
    expect(changes?.map(({ label }) => label)).toContain('On behalf of')
    for (const to of [administrator.id, made.owner.id])
      expect((await made.act(id, 'delegate', as, { from, to: { id: to } })).statusCode).toBe(400)
    const deputy = await createUser(made.app, { organisationId: made.organisationId, role: 'Standard' })
    expect((await made.act(id, 'delegate', as, { from, to: { id: deputy.id } })).statusCode).toBe(200)
    const last = await made.act(id, 'approve', await made.as(deputy))
    expect(last.json()).toMatchObject({ state: 'Approved' })
  })

  test('an administrator who owns the contract, or asked, decides for nobody [C-211]', async () => {
    const administrator = await createUser(made.app, {
      organisationId: made.organisationId,
      groups: ['ContractAdministrators'],
    })
    const as = await made.as(administrator)
    const id = await made.make()
    await done(made.stageTo(id, 'Approval', as))
    expect((await made.act(id, 'approve', as, { for: { id: made.finance.id } })).statusCode).toBe(403)
    const theirs = await made.asked()
    await done(made.asOwner.patch(made.address(theirs), { owner: { id: administrator.id } }))
    expect((await made.act(theirs, 'approve', as, { for: { id: made.finance.id } })).statusCode).toBe(403)
  })

  test('the owner and the person who asks are left out of a rule; 409 when nobody else is in it [C-211]', async () => {
    const own = await makeWorld()
    await setRules(own, { rules: [{ name: 'Counsel', approvers: [{ id: own.owner.id }] }] })
    const alone = await own.stageTo(await own.make(), 'Approval')
    expect([alone.statusCode, detailOf(alone)]).toEqual([409, expect.stringContaining('cannot approve it')])
    const people = [{ id: own.owner.id }, { id: own.finance.id }]
    await setRules(own, { rules: [{ name: 'Counsel', approvers: people, need: 'All' }] })
    const id = await own.make()
    await done(own.stageTo(id, 'Approval'))
    expect((await own.latest(id)).steps[0]?.approvers.map(({ user }) => user.id)).toEqual([own.finance.id])
    // who becomes the owner afterwards does not decide any more
    await done(own.asOwner.patch(own.address(id), { owner: { id: own.finance.id } }))
    const refused = await own.act(id, 'approve', own.asFinance)
    expect(refused.statusCode, refused.body).toBe(403)
  })

  test('a refusal that is withdrawn does not bring an earlier approval back [C-211]', async () => {
    const id = await made.approved()
    const again = await made.asOwner.post(`${made.address(id)}/approvals`, {})
    expect(again.statusCode, again.body).toBe(201)
    await done(made.act(id, 'decline', made.asFinance, { comment: 'Not any more' }))
    await done(made.act(id, 'withdraw', made.asOwner))
    const refused = await made.stageTo(id, 'Signing')
    expect([refused.statusCode, detailOf(refused)]).toEqual([409, expect.stringContaining('needs approval')])
  })
})

describe('keeping an approval after a change', () => {
  test('the owner only asks: those who approved confirm, one step after another [C-132]', async () => {
    const id = await made.approved()
    await insertDocument(made.app, made.owner, id)
    const kept = await made.act(id, 'keep', made.asOwner, { reason: 'A typing error' })
    expect(kept.json()).toMatchObject({
      state: 'Waiting',
      againBecause: 'The document has changed. A typing error',
      changes: [],
      steps: [
        { state: 'Waiting', approvers: [{ decision: null, approvedBefore: expect.any(String) }] },
        { state: 'Later' },
      ],
    })
    expect((await made.stageTo(id, 'Signing')).statusCode).toBe(409)
    expect((await made.act(id, 'approve', made.asDirector)).statusCode).toBe(403)
    await done(made.act(id, 'approve', made.asFinance))
    await done(made.act(id, 'approve', made.asDirector))
    expect((await made.stageTo(id, 'Signing')).statusCode).toBe(204)
  })

  test('an approver keeps their own decision, and the others are asked [C-132]', async () => {
    const id = await made.approved()
    await insertDocument(made.app, made.owner, id)
    expect((await made.latest(id, made.asDirector)).can).toMatchObject({ keep: true, restart: false })
    const kept = await made.act(id, 'keep', made.asDirector, { reason: 'I read it' })
    expect(kept.json()).toMatchObject({
      state: 'Waiting',
      steps: [{ approvers: [{ decision: null }] }, { approvers: [{ decision: 'Approved' }] }],
    })
    expect((await made.act(id, 'approve', made.asFinance)).json()).toMatchObject({ state: 'Approved' })
    expect((await made.stageTo(id, 'Signing')).statusCode).toBe(204)
  })

  test('nobody else confirms, and not when the rules now ask for somebody new [C-132]', async () => {
    const id = await made.approved()
    const business = await createUser(made.app, { organisationId: made.organisationId, role: 'Standard' })
    await done(made.asOwner.put(`${made.address(id)}/members/${business.id}`, { roles: ['Member'] }))
    await done(made.asOwner.patch(made.address(id), { fields: { amount: 2_000_000_000 } }))
    const reason = { reason: 'Fine' }
    expect((await made.act(id, 'keep', await made.as(business), reason)).statusCode).toBe(403)
    const missing = await made.act(id, 'keep', made.asOwner, reason)
    expect([missing.statusCode, detailOf(missing)]).toEqual([409, expect.stringContaining('"Large"')])
  })
})
