// Approvals through v2: rules of a type, asking, deciding, and what they mean for the stages of a contract.
import { expect, test } from 'vitest'
import { approvalWorld, approvalWorldWithRules } from '../../../test/fixtures/approvals.ts'
import { insertDocument } from '../../../test/fixtures/contracts.ts'
import { createUser } from '../../../test/factories.ts'
import { eventsOf } from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()
const world = () => approvalWorld(parts)
const withRules = () => approvalWorldWithRules(parts)
type World = Awaited<ReturnType<typeof world>>

interface Shown {
  id: number
  state: string
  document: { version: number; changed: boolean }
  steps: { name: string; state: string; approvers: { user: { id: string }; decision: string | null }[] }[]
  can: Record<string, boolean>
}

async function latest({ asOwner }: World, contractId: number): Promise<Shown> {
  const answer = await asOwner.get(`/v2/contracts/${contractId}/approvals`)
  expect(answer.statusCode, answer.body).toBe(200)
  const [first] = answer.json<{ items: Shown[] }>().items
  if (!first) throw new Error('no approval')
  return first
}

const stageTo = ({ asOwner }: World, contractId: number, stage: string) =>
  asOwner.patch(`/v2/contracts/${contractId}`, { status: stage })

const path = (contractId: number, { id }: { id: number }, act: string) =>
  `/v2/contracts/${contractId}/approvals/${id}/${act}`

test('moving to Approval asks the people of the rules one step after another, and all must approve before signing [C-130]', async () => {
  const made = await withRules()
  const contractId = await made.make()
  await made.asOwner.patch(`/v2/contracts/${contractId}`, { fields: { contractValue: 250_000 } })
  const early = await stageTo(made, contractId, 'Signing')
  expect(early.statusCode).toBe(409)
  expect(early.json<{ detail: string }>().detail).toContain('"Finance", "Director"')
  expect((await made.asFinance.get(`/v2/contracts/${contractId}`)).statusCode).toBe(404)

  expect((await stageTo(made, contractId, 'Approval')).statusCode).toBe(204)
  const asked = await latest(made, contractId)
  expect(asked.steps.map(({ name, state }) => [name, state])).toEqual([
    ['Finance', 'Waiting'],
    ['Director', 'Later'],
  ])
  expect((await made.asDirector.post(path(contractId, asked, 'approve'))).statusCode).toBe(403)
  expect(
    (await made.asFinance.post(path(contractId, asked, 'approve'), { comment: 'Fine' })).statusCode,
  ).toBe(200)
  expect((await stageTo(made, contractId, 'Signing')).statusCode).toBe(409)
  const last = await made.asDirector.post(path(contractId, asked, 'approve'))
  expect(last.json()).toMatchObject({
    state: 'Approved',
    steps: [{ state: 'Approved' }, { state: 'Approved' }],
  })
  expect((await stageTo(made, contractId, 'Signing')).statusCode).toBe(204)
  expect((await stageTo(made, contractId, 'Executed')).statusCode).toBe(204)
  const names = (await eventsOf(made.app, made.organisationId)).map(([name]) => name)
  expect(names.filter((name) => name.startsWith('contract.approval'))).toEqual([
    'contract.approval.requested',
    'contract.approval.decided',
    'contract.approval.requested',
    'contract.approval.decided',
    'contract.approval.ended',
  ])
  const { items } = (await made.asOwner.get(`/v2/contracts/${contractId}/history`)).json<{
    items: { action: string; changes: { label: string; to: unknown }[] }[]
  }>()
  const changes = items
    .filter(({ action }) => /approval\.(decided|ended)$/.test(action))
    .map(({ changes }) => changes.map(({ label, to }) => [label, to]))
  expect(changes).toEqual([
    [['Outcome', 'Approved']],
    [
      ['Step', 'Director'],
      ['Decision', 'Approved'],
    ],
    [
      ['Step', 'Finance'],
      ['Decision', 'Approved'],
      ['Comment', 'Fine'],
    ],
  ])
})

test('a rule with a value asks only for what it is worth, and for contracts without a value [C-131]', async () => {
  const made = await withRules()
  const [cheap, unknown] = [await made.make(), await made.make()]
  const set = await made.asOwner.patch(`/v2/contracts/${cheap}`, { fields: { contractValue: 99_999.99 } })
  expect(set.statusCode, set.body).toBe(204)
  for (const id of [cheap, unknown]) expect((await stageTo(made, id, 'Approval')).statusCode).toBe(204)
  expect((await latest(made, cheap)).steps.map(({ name }) => name)).toEqual(['Finance'])
  expect((await latest(made, unknown)).steps.map(({ name }) => name)).toEqual(['Finance', 'Director'])
  // worth more afterwards: the director has to approve as well
  const approval = await latest(made, cheap)
  expect((await made.asFinance.post(path(cheap, approval, 'approve'))).statusCode).toBe(200)
  await made.asOwner.patch(`/v2/contracts/${cheap}`, { fields: { contractValue: 100_000 } })
  const refused = await stageTo(made, cheap, 'Signing')
  expect(refused.statusCode).toBe(409)
  expect(refused.json<{ detail: string }>().detail).toContain('"Director"')
})

test('a rule reads no value of a field that left the forms of the type, until it is back [C-208]', async () => {
  const made = await withRules()
  const [first, second, third] = [await made.make(), await made.make(), await made.make()]
  for (const id of [first, second, third]) {
    const set = await made.asOwner.patch(`/v2/contracts/${id}`, { fields: { contractValue: 5 } })
    expect(set.statusCode, set.body).toBe(204)
  }
  const steps = async (id: number) => {
    expect((await stageTo(made, id, 'Approval')).statusCode).toBe(204)
    return (await latest(made, id)).steps.map(({ name }) => name)
  }
  expect(await steps(first)).toEqual(['Finance'])
  const form = `/v2/contractTypes/${made.typeId}/forms/details`
  const { parts: before } = (await made.asAdministrator.get(form)).json<{ parts: object[] }>()
  const emptied = await made.asAdministrator.put(form, { parts: [] })
  expect(emptied.statusCode, emptied.body).toBe(204)
  // they keep the form that they were made with until they are brought to another
  const bringAll = async () => {
    const older = `/v2/contractTypes/${made.typeId}/olderForms`
    const { records } = (await made.asAdministrator.get(older)).json<{ records: number }>()
    const brought = await made.asAdministrator.post(older, { records })
    expect(brought.statusCode, brought.body).toBeLessThan(300)
  }
  await bringAll()
  expect(await steps(second)).toEqual(['Finance', 'Director'])
  expect((await made.asAdministrator.put(form, { parts: before })).statusCode).toBe(204)
  await bringAll()
  expect(await steps(third)).toEqual(['Finance'])
})

test('a changed document stops decisions and signing until the approval is confirmed or asked for again [C-132]', async () => {
  const made = await withRules()
  const contractId = await made.make()
  await made.asOwner.patch(`/v2/contracts/${contractId}`, { fields: { contractValue: 5 } })
  await stageTo(made, contractId, 'Approval')
  const first = await latest(made, contractId)
  await insertDocument(made.app, made.owner, contractId)
  expect((await latest(made, contractId)).document).toEqual({ version: 1, changed: true })
  expect((await made.asFinance.post(path(contractId, first, 'approve'))).statusCode).toBe(409)
  expect((await made.asOwner.post(path(contractId, first, 'keep'))).statusCode).toBe(400)
  const kept = await made.asOwner.post(path(contractId, first, 'keep'), { reason: 'A typing error' })
  expect(kept.json()).toMatchObject({ document: { version: 2, changed: false } })
  expect((await made.asFinance.post(path(contractId, first, 'approve'))).statusCode).toBe(200)
  await insertDocument(made.app, made.owner, contractId)
  expect((await stageTo(made, contractId, 'Signing')).statusCode).toBe(409)
  const again = await made.asOwner.post(path(contractId, first, 'restart'), { reason: 'A new price' })
  expect(again.statusCode, again.body).toBe(201)
  expect(again.json()).toMatchObject({ state: 'Waiting', document: { version: 3, changed: false } })
  const second = again.json<Shown>()
  expect((await made.asFinance.post(path(contractId, second, 'approve'))).statusCode).toBe(200)
  expect((await stageTo(made, contractId, 'Signing')).statusCode).toBe(204)
  // the signed copy is a new version as well
  await insertDocument(made.app, made.owner, contractId)
  expect((await stageTo(made, contractId, 'Executed')).statusCode).toBe(204)
})

test('anybody who is asked may decline, with a reason; then nothing is signed until approval is asked for again [C-133]', async () => {
  const made = await withRules()
  const contractId = await made.make()
  await stageTo(made, contractId, 'Approval')
  const approval = await latest(made, contractId)
  expect((await made.asFinance.post(path(contractId, approval, 'decline'))).statusCode).toBe(400)
  const declined = await made.asFinance.post(path(contractId, approval, 'decline'), { comment: 'Too dear' })
  expect(declined.json()).toMatchObject({ state: 'Declined' })
  expect((await made.asDirector.post(path(contractId, approval, 'approve'))).statusCode).toBe(409)
  expect((await stageTo(made, contractId, 'Signing')).statusCode).toBe(409)
  const asked = await made.asOwner.post(`/v2/contracts/${contractId}/approvals`, {})
  expect(asked.statusCode, asked.body).toBe(201)
  expect((await made.asOwner.post(`/v2/contracts/${contractId}/approvals`, {})).statusCode).toBe(409)
})

test('asking again leads to Approval in one call, or changes nothing [C-225]', async () => {
  const made = await withRules()
  const contractId = await made.make()
  const stageNow = async () =>
    (await made.asOwner.get(`/v2/contracts/${contractId}`)).json<{ status: string }>().status
  await stageTo(made, contractId, 'Approval')
  const first = await latest(made, contractId)
  await made.asFinance.post(path(contractId, first, 'decline'), { comment: 'Too dear' })
  await stageTo(made, contractId, 'Draft')
  const again = await made.asOwner.post(path(contractId, first, 'restart'), { reason: 'A new price' })
  expect(again.statusCode, again.body).toBe(201)
  expect(again.json()).toMatchObject({ state: 'Waiting', againBecause: 'A new price' })
  expect(await stageNow()).toBe('Approval')
  await made.asFinance.post(path(contractId, again.json<Shown>(), 'decline'), { comment: 'Still too dear' })
  await stageTo(made, contractId, 'Void')
  expect(
    (await made.asOwner.post(path(contractId, first, 'restart'), { reason: 'Once more' })).statusCode,
  ).toBe(409)
  expect(await stageNow()).toBe('Void')
  expect((await latest(made, contractId)).state).toBe('Declined')
})

test('an approver delegates, and an administrator delegates for somebody who is away [C-134]', async () => {
  const made = await withRules()
  const contractId = await made.make()
  const deputy = await createUser(made.app, { organisationId: made.organisationId, role: 'Standard' })
  const asDeputy = await made.as(deputy)
  await stageTo(made, contractId, 'Approval')
  const approval = await latest(made, contractId)
  const delegate = path(contractId, approval, 'delegate')
  const ofOther = { to: { id: deputy.id }, from: { id: made.finance.id } }
  expect((await made.asDirector.post(delegate, ofOther)).statusCode).toBe(403)
  const { id } = await createUser(made.app, { organisationId: made.organisationId, status: 'Invited' })
  expect((await made.asFinance.post(delegate, { to: { id } })).statusCode).toBe(400)
  const given = await made.asFinance.post(delegate, { to: { id: deputy.id }, comment: 'Away' })
  expect(given.statusCode, given.body).toBe(200)
  expect((await made.asFinance.post(path(contractId, approval, 'approve'))).statusCode).toBe(403)
  expect((await asDeputy.post(path(contractId, approval, 'approve'))).statusCode).toBe(200)
  const administrator = await createUser(made.app, {
    organisationId: made.organisationId,
    groups: ['ContractAdministrators'],
  })
  const asAdministrator = await made.as(administrator)
  const back = await asAdministrator.post(delegate, { to: { id: deputy.id }, from: { id: made.director.id } })
  expect(back.statusCode, back.body).toBe(200)
  expect((await asDeputy.post(path(contractId, approval, 'approve'))).json()).toMatchObject({
    state: 'Approved',
  })
})

test('people can be asked where no rule asks; withdrawing leaves the stages free, moving back withdraws [C-135]', async () => {
  const made = await world()
  const contractId = await made.make()
  const address = `/v2/contracts/${contractId}/approvals`
  expect((await made.asOwner.post(address, {})).statusCode).toBe(409)
  const body = { approvers: [{ id: made.finance.id }, { id: made.director.id }], due: '2026-04-01' }
  const asked = await made.asOwner.post(address, body)
  expect(asked.statusCode, asked.body).toBe(201)
  expect(asked.headers.location).toBe(`${address}/${asked.json<Shown>().id}`)
  expect((await made.asOwner.get(`/v2/contracts/${contractId}`)).json()).toMatchObject({ status: 'Approval' })
  const first = asked.json<Shown>()
  // at once: both may decide
  expect(first.steps.map(({ state }) => state)).toEqual(['Waiting', 'Waiting'])
  expect((await made.asDirector.post(path(contractId, first, 'approve'))).statusCode).toBe(200)
  expect((await stageTo(made, contractId, 'Executed')).statusCode).toBe(409)
  expect((await made.asOwner.post(path(contractId, first, 'remind'))).statusCode).toBe(200)
  expect((await made.asOwner.post(path(contractId, first, 'remind'))).statusCode).toBe(409)
  expect((await stageTo(made, contractId, 'Negotiating')).statusCode).toBe(204)
  expect((await latest(made, contractId)).state).toBe('Withdrawn')
  expect((await stageTo(made, contractId, 'Executed')).statusCode).toBe(204)
})

test('what waits for somebody is listed and filtered [C-136]', async () => {
  const made = await withRules()
  const contractId = await made.make()
  await made.asOwner.patch(`/v2/contracts/${contractId}`, { fields: { contractValue: 250_000.5 } })
  await stageTo(made, contractId, 'Approval')
  const filter = encodeURIComponent(`Approver/Id eq ${made.finance.id} and Decision eq 'Waiting'`)
  const answer = await made.asFinance.get(`/v2/approvals?$filter=${filter}&$orderby=Asked desc`)
  expect(answer.json()).toMatchObject({
    items: [
      {
        contract: { id: contractId },
        step: { name: 'Finance' },
        decision: 'Waiting',
        startedBy: { id: made.owner.id },
        amounts: [{ name: 'contractValue', title: 'Contract value', value: 250_000.5, currency: 'USD' }],
      },
    ],
  })
  const all = await made.asFinance.get('/v2/approvals?$top=1&$count=true')
  expect(all.json()).toMatchObject({ count: 2, items: [{}], nextLink: expect.any(String) })
  const next = await made.asFinance.get(
    all.json<{ nextLink: string }>().nextLink.replace(/^https?:\/\/[^/]+/, ''),
  )
  expect(next.json<{ items: unknown[] }>().items).toHaveLength(1)
  const mine = encodeURIComponent("StartedBy/Id eq me() and Decision eq 'Waiting'")
  const asked = (await made.asOwner.get(`/v2/approvals?$filter=${mine}`)).json<{ items: object[] }>()
  expect(asked.items).toMatchObject([{ contract: { id: contractId }, startedBy: { id: made.owner.id } }])
  expect((await made.asFinance.get(`/v2/approvals?$filter=${mine}`)).json()).toMatchObject({ items: [] })
})

test('contracts are filtered by whose approval they wait for [C-136]', async () => {
  const made = await withRules()
  const contractId = await made.make()
  const other = await made.make()
  await made.asOwner.patch(`/v2/contracts/${contractId}`, { fields: { contractValue: 250_000.5 } })
  const found = async (filter: string) =>
    (await made.asOwner.get(`/v2/contracts?$filter=${encodeURIComponent(filter)}`))
      .json<{ items: { id: number }[] }>()
      .items.map(({ id }) => id)
  expect(await found('WaitingApprovers/any()')).toEqual([])
  await stageTo(made, contractId, 'Approval')
  expect(await found('WaitingApprovers/any()')).toEqual([contractId])
  expect(await found('not WaitingApprovers/any()')).toEqual([other])
  expect(await found(`WaitingApprovers/any(x: x/Id eq ${made.finance.id})`)).toEqual([contractId])
  // the second step is asked later
  expect(await found(`WaitingApprovers/any(x: x/Id eq ${made.director.id})`)).toEqual([])
  await made.asFinance.post(path(contractId, await latest(made, contractId), 'approve'))
  expect(await found(`WaitingApprovers/any(x: x/Id eq ${made.director.id})`)).toEqual([contractId])
})
