// What a handover would do and leave without anyone, shown before it happens.
import { expect, test } from 'vitest'
import { createUser } from '../../../test/factories.ts'
import { approvalWorld } from '../../../test/fixtures/approvals.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

/** Somebody with a matter, a task, a contract, a key date and an approval that waits for them. */
async function world() {
  const made = await approvalWorld(parts)
  const { app, organisationId, owner: leaving, asOwner } = made
  const colleague = () => createUser(app, { organisationId, role: 'InhouseLegal' })
  const next = await colleague()
  const theirs = await colleague()
  const matterId = await insertMatter(app, { owner: leaving, values: { manager_id: leaving.id } })
  const task = { name: 'Reply', assignee: { id: leaving.id } }
  expect((await asOwner.post(`/v2/matters/${matterId}/tasks`, task)).statusCode).toBe(201)
  const contractId = await made.make()
  const keyDate = { name: 'Renewal', date: '2026-09-01', owner: { id: leaving.id } }
  expect((await asOwner.post(`/v2/contracts/${contractId}/keyDates`, keyDate)).statusCode).toBe(201)
  const other = await made.make()
  await asOwner.patch(`/v2/contracts/${other}`, { owner: { id: theirs.id } })
  const asTheirs = await callerFor(parts, theirs)
  const approvals = `/v2/contracts/${other}/approvals`
  const ask = async (asking: object) => {
    const asked = await asTheirs.post(approvals, asking)
    expect(asked.statusCode, asked.body).toBe(201)
    const { id } = asked.json<{ id: number }>()
    return { id, withdraw: () => asTheirs.post(`${approvals}/${id}/withdraw`) }
  }
  const approval = await ask({ approvers: [{ id: leaving.id }] })
  const path = `/v2/users/${leaving.id}`
  const admin = await callerFor(parts, await createUser(app, { organisationId, role: 'Administrator' }))
  /** The kinds with whether nobody else is responsible. */
  const sole = async () => {
    const answer = await admin.get(`${path}/holdings`)
    expect(answer.statusCode, answer.body).toBe(200)
    const { items } = answer.json<{ items: { kind: string; isSole: boolean }[] }>()
    return Object.fromEntries(items.map(({ kind, isSole }) => [kind, isSole]))
  }
  return { ...made, leaving, next, theirs, matterId, approval, ask, path, admin, sole }
}

test('who gets what is shown before, and what nobody else is responsible for or can open; nothing is given [P-131]', async () => {
  const { app, organisationId, leaving, next, theirs, matterId, approval, path, admin, asOwner, sole } =
    await world()
  expect(await sole()).toEqual({
    MatterOwner: true,
    MatterManager: true,
    ContractOwner: true,
    Task: true,
    Approval: true,
    KeyDate: true,
  })
  // a manager looks after the matter and its tasks as well
  const managed = await asOwner.patch(`/v2/matters/${matterId}`, { manager: { user: { id: next.id } } })
  expect(managed.statusCode, managed.body).toBe(204)
  const before = {
    MatterOwner: false,
    ContractOwner: true,
    Task: false,
    Approval: true,
    KeyDate: true,
  }
  expect(await sole()).toEqual(before)

  const preview = async (body: object) => {
    const answer = await admin.post(`${path}/handovers/preview`, { to: { id: next.id }, ...body })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ given: object[]; left: object[]; soleRecords: object[] }>()
  }
  const alone = await insertMatter(app, { owner: leaving, values: { restricted: true } })
  expect(await preview({ kinds: ['Task', 'KeyDate'] })).toEqual({
    given: [
      { kind: 'Task', count: 1 },
      { kind: 'KeyDate', count: 1 },
    ],
    left: [],
    complete: true,
    stays: [
      { kind: 'MatterOwner', count: 2, sole: 1 },
      { kind: 'ContractOwner', count: 1, sole: 1 },
      { kind: 'Approval', count: 1, sole: 1 },
    ],
    soleRecords: [{ type: 'Matter', id: alone }],
  })
  expect(await preview({})).toMatchObject({ stays: [], soleRecords: [] })
  // what cannot be given is said with its reason, as the handover says it
  const items = [{ kind: 'Approval', id: approval.id }]
  expect(await preview({ to: { id: theirs.id }, items })).toMatchObject({
    given: [],
    left: [{ kind: 'Approval', id: approval.id, reason: expect.stringContaining('asked for') as string }],
  })

  const done = await app.database.kysely
    .selectFrom('events')
    .where('organisation_id', '=', organisationId)
    .where('name', '=', 'user.handedOver')
    .selectAll()
    .execute()
  expect(done).toEqual([])
  expect((await admin.get(`${path}/handovers`)).json()).toEqual({ items: [] })
  expect(await sole()).toEqual({ ...before, MatterOwner: true })
  const wrong = await admin.post(`${path}/handovers/preview`, { to: { id: leaving.id } })
  expect(wrong.statusCode).toBe(400)
  expect((await asOwner.post(`${path}/handovers/preview`, { to: { id: next.id } })).statusCode).toBe(403)
})

test('an approval is with somebody else too where one of several is enough, and where there is a delegate [P-131]', async () => {
  const { next, leaving, approval, ask, path, admin, sole } = await world()
  const both = [{ id: leaving.id }, { id: next.id }]
  expect((await approval.withdraw()).statusCode).toBe(200)
  const one = await ask({ steps: [{ name: 'Legal', need: 'One', approvers: both }] })
  expect((await sole())['Approval']).toBe(false)
  expect((await one.withdraw()).statusCode).toBe(200)
  await ask({ steps: [{ name: 'Legal', need: 'All', approvers: both }] })
  expect((await sole())['Approval']).toBe(true)
  const lastDay = parts.app.clock.now().toISOString().slice(0, 10)
  const leave = { to: { id: next.id }, kinds: ['Approval'], lastDay }
  expect((await admin.post(`${path}/handovers`, leave)).statusCode).toBe(200)
  expect((await sole())['Approval']).toBe(false)
})
