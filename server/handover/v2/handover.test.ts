// Handing over what a person holds: all of it, by kind, by list, and until a day.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { approvalWorld } from '../../../test/fixtures/approvals.ts'
import { notificationsOf } from '../../../test/fixtures/notifications.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { endHandovers } from '../commands/hand-over.ts'

const parts = useTestApp()

interface Item {
  kind: string
  id: number
  name: string | null
  record: { type: string; id: number } | null
}

async function world() {
  const made = await approvalWorld(parts)
  const { app, organisationId, owner: leaving, director, asOwner } = made
  const next = await createUser(app, { organisationId, role: 'InhouseLegal', firstName: 'Nia' })
  const matterId = await insertMatter(app, {
    owner: leaving,
    values: { manager_id: leaving.id, restricted: true },
  })
  const contractId = await made.make()
  const send = async (path: string, body: object) => {
    const answer = await asOwner.post(path, body)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json<{ id: number }>().id
  }
  const task = { name: 'Reply', assignee: { id: leaving.id } }
  const taskId = await send(`/v2/matters/${matterId}/tasks`, task)
  const done = await send(`/v2/matters/${matterId}/tasks`, { ...task, name: 'Done', status: 'Complete' })
  const dates = `/v2/contracts/${contractId}/keyDates`
  const keyDateId = await send(dates, { name: 'Renewal', date: '2026-09-01', owner: { id: leaving.id } })
  const view = { list: 'tasks', name: 'Late', columns: [], layout: 'Table', sharedWith: 'Me' }
  const viewId = await send('/v2/views', view)
  const clause = { title: 'Liability', category: 'Usual', text: 'No limit.', owner: { id: leaving.id } }
  const asAdmin = await callerFor(parts, await createUser(app, { organisationId, role: 'Administrator' }))
  const clauseId = (await asAdmin.post('/v2/clauses', clause)).json<{ id: number }>().id
  // one that waits for the person, asked by somebody else
  const theirs = await createUser(app, { organisationId, role: 'InhouseLegal' })
  const other = await made.make()
  await asOwner.patch(`/v2/contracts/${other}`, { owner: { id: theirs.id } })
  const asTheirs = await callerFor(parts, theirs)
  const asked = await asTheirs.post(`/v2/contracts/${other}/approvals`, { approvers: [{ id: leaving.id }] })
  expect(asked.statusCode, asked.body).toBe(201)
  const approvalId = asked.json<{ id: number }>().id
  const path = `/v2/users/${leaving.id}`
  const holdings = async (of = leaving) => {
    const by = await callerFor(parts, await administrator())
    const answer = await by.get(`/v2/users/${of.id}/holdings`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ items: Item[]; complete: boolean }>()
  }
  let admin: typeof next | undefined
  const administrator = async () =>
    (admin ??= await createUser(app, { organisationId, role: 'Administrator' }))
  const ids = { matterId, contractId, taskId, done, keyDateId, viewId, approvalId, other, clauseId }
  return { ...made, leaving, next, theirs, director, path, holdings, ids }
}

const kindsOf = (items: readonly Item[]) => items.map(({ kind, id }) => [kind, id])

test('everything is shown before, goes to a colleague who sees it, and can be disabled after [P-108]', async () => {
  const { leaving, next, path, holdings, ids, asAdministrator, asOwner } = await world()
  const before = await holdings()
  expect(before.complete).toBe(true)
  expect(kindsOf(before.items)).toEqual([
    ['MatterOwner', ids.matterId],
    ['MatterManager', ids.matterId],
    ['ContractOwner', ids.contractId],
    ['Task', ids.taskId],
    ['Approval', ids.approvalId],
    ['KeyDate', ids.keyDateId],
    ['View', ids.viewId],
    ['Clause', ids.clauseId],
  ])
  // the administrator sees neither the matter nor the contract
  expect(before.items.map(({ name }) => name)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
    'Late',
    'Liability',
  ])
  const given = await asAdministrator.post(`${path}/handovers`, { to: { id: next.id } })
  expect(given.statusCode, given.body).toBe(200)
  expect(given.json()).toEqual({
    given: [
      'MatterOwner',
      'MatterManager',
      'ContractOwner',
      'Task',
      'Approval',
      'KeyDate',
      'View',
      'Clause',
    ].map((kind) => ({
      kind,
      count: 1,
    })),
    left: [],
    complete: true,
    handover: { id: expect.any(Number) },
  })
  expect((await holdings()).items).toEqual([])
  expect(kindsOf((await holdings(next)).items)).toEqual(kindsOf(before.items))
  const asNext = await callerFor(parts, next)
  expect((await asNext.get(`/v2/matters/${ids.matterId}`)).json()).toMatchObject({
    owner: { id: next.id },
    manager: { user: { id: next.id } },
  })
  const approve = `/v2/contracts/${ids.other}/approvals/${ids.approvalId}/approve`
  expect((await asOwner.post(approve)).statusCode).toBe(403)
  expect((await asNext.post(approve)).json()).toMatchObject({ state: 'Approved' })
  expect((await asNext.get(`/v2/tasks/${ids.done}`)).json()).toMatchObject({ assignee: { id: leaving.id } })
  expect((await asAdministrator.post(`${path}/disable`, {})).statusCode).toBe(204)
})

test('for good it is taken back for a day, as far as the colleague still has it [P-108]', async () => {
  const { app, organisationId, next, path, holdings, ids, asAdministrator } = await world()
  const before = kindsOf((await holdings()).items)
  const handOver = async () => {
    const given = await asAdministrator.post(`${path}/handovers`, { to: { id: next.id } })
    expect(given.statusCode, given.body).toBe(200)
    return given.json<{ handover: { id: number } }>().handover.id
  }
  const first = await handOver()
  expect((await asAdministrator.get(`${path}/handovers`)).json()).toMatchObject({
    items: [
      {
        id: first,
        to: { id: next.id },
        lastDay: null,
        takenBackUntil: { dateUtc: '2026-03-03T09:00:00.000Z' },
      },
    ],
  })
  // nothing goes to somebody who is disabled
  expect((await asAdministrator.post(`${path}/disable`, {})).statusCode).toBe(204)
  const takeBack = (id: number) => asAdministrator.delete(`${path}/handovers/${id}`)
  expect((await takeBack(first)).statusCode).toBe(409)
  expect((await asAdministrator.post(`${path}/enable`)).statusCode).toBe(204)
  // what went on to somebody else stays there
  const asNext = await callerFor(parts, next)
  const task = `/v2/tasks/${ids.taskId}`
  expect((await asNext.patch(task, { assignee: null })).statusCode).toBe(204)
  const [one, other] = await Promise.all([takeBack(first), takeBack(first)])
  expect([one.statusCode, other.statusCode].toSorted()).toEqual([204, 404])
  expect(kindsOf((await holdings()).items)).toEqual(
    before.filter(([kind]) => kind !== 'Task' && kind !== 'Approval'),
  )
  expect((await asAdministrator.get(`${path}/handovers`)).json()).toEqual({ items: [] })

  const second = await handOver()
  parts.clock.advance({ hours: 24 })
  const later = await callerFor(parts, await createUser(app, { organisationId, role: 'Administrator' }))
  expect((await later.delete(`${path}/handovers/${second}`)).statusCode).toBe(404)
  await endHandovers(parts.app)
  expect((await later.get(`${path}/handovers`)).json()).toEqual({ items: [] })
  expect((await holdings(next)).items.length).toBe(before.length - 1)
})

test('single kinds and single things go, and what somebody cannot decide on stays [P-108]', async () => {
  const { theirs, next, path, holdings, ids, asAdministrator } = await world()
  const send = async (body: object) => {
    const answer = await asAdministrator.post(`${path}/handovers`, body)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  expect(await send({ to: { id: next.id }, kinds: ['Task', 'View'] })).toMatchObject({
    given: [
      { kind: 'Task', count: 1 },
      { kind: 'View', count: 1 },
    ],
  })
  const items = [
    { kind: 'KeyDate', id: ids.keyDateId },
    { kind: 'Approval', id: ids.approvalId },
  ]
  expect(await send({ to: { id: theirs.id }, items })).toEqual({
    given: [{ kind: 'KeyDate', count: 1 }],
    left: [{ kind: 'Approval', id: ids.approvalId, reason: expect.stringContaining('asked for') }],
    complete: true,
    handover: { id: expect.any(Number) },
  })
  expect((await holdings()).items.map(({ kind }) => kind)).toEqual([
    'MatterOwner',
    'MatterManager',
    'ContractOwner',
    'Approval',
    'Clause',
  ])
})

test('what is wrong is named and nothing is handed over; nobody but administrators may [P-108]', async () => {
  const { leaving, next, path, holdings, ids, asAdministrator, asOwner } = await world()
  const before = await holdings()
  const to = { id: next.id }
  const wrong: readonly (readonly [object, string])[] = [
    [{}, 'to'],
    [{ to: { id: leaving.id } }, 'to'],
    [{ to, kinds: ['Dog'] }, 'kinds'],
    [{ to, kinds: ['Task'], items: [{ kind: 'Task', id: ids.taskId }] }, 'items'],
    [{ to, items: [] }, 'items'],
    [{ to, items: [{ kind: 'Task', id: ids.done }] }, 'items'],
    [{ to, items: [{ kind: 'Cat', id: 1 }] }, 'items[0].kind'],
    [{ to, lastDay: 'soon' }, 'lastDay'],
    [{ to, lastDay: '2020-01-01' }, 'lastDay'],
    [{ to, other: 1 }, 'other'],
  ]
  for (const [body, name] of wrong) {
    const answer = await asAdministrator.post(`${path}/handovers`, body)
    expect(answer.statusCode, JSON.stringify(body)).toBe(400)
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([name])
  }
  expect((await asOwner.post(`${path}/handovers`, { to })).statusCode).toBe(403)
  expect((await asOwner.get(`${path}/holdings`)).statusCode).toBe(403)
  const { id: elsewhere } = await createOrganisation(parts.app)
  const stranger = await createUser(parts.app, { organisationId: elsewhere, role: 'Administrator' })
  const asStranger = await callerFor(parts, stranger)
  expect((await asStranger.post(`${path}/handovers`, { to })).statusCode).toBe(404)
  expect((await asStranger.get(`${path}/holdings`)).statusCode).toBe(404)
  expect(await holdings()).toEqual(before)
})

test('for a leave it goes back after the last day, or when it is ended, as far as the stand-in still has it [P-109]', async () => {
  const { leaving, next, theirs, path, holdings, ids, asAdministrator } = await world()
  const before = kindsOf((await holdings()).items)
  const lastDay = new Date(parts.app.clock.now().getTime() + 5 * 86_400_000).toISOString().slice(0, 10)
  const leave = { to: { id: next.id }, lastDay }
  expect((await asAdministrator.post(`${path}/handovers`, leave)).statusCode).toBe(200)
  const open = async () =>
    (await asAdministrator.get(`${path}/handovers`)).json<{ items: { id: number }[] }>().items
  expect(await open()).toMatchObject([{ to: { id: next.id }, lastDay, count: 7 }])
  // approvals stay with the person, and the stand-in decides as their delegate
  const approve = `/v2/contracts/${ids.other}/approvals/${ids.approvalId}`
  const asStandIn = await callerFor(parts, next)
  const canDecide = async () =>
    (await asStandIn.get(approve)).json<{ can: { decideFor: { id: string }[] } }>().can.decideFor
  expect(await canDecide()).toMatchObject([{ id: leaving.id }])
  // ended early
  const [{ id } = { id: 0 }] = await open()
  expect((await asAdministrator.delete(`${path}/handovers/${id}`)).statusCode).toBe(204)
  expect((await asAdministrator.delete(`${path}/handovers/${id}`)).statusCode).toBe(404)
  expect(kindsOf((await holdings()).items)).toEqual(before)
  expect((await asStandIn.get(approve)).statusCode).toBe(404)
  // and by its last day: the task has gone on to somebody else
  expect((await asAdministrator.post(`${path}/handovers`, leave)).statusCode).toBe(200)
  const asNext = await callerFor(parts, next)
  const passed = await asNext.patch(`/v2/tasks/${ids.taskId}`, { assignee: { id: next.id } })
  expect(passed.statusCode, passed.body).toBe(204)
  await asAdministrator.post(`/v2/users/${next.id}/handovers`, {
    to: { id: theirs.id },
    items: [{ kind: 'Task', id: ids.taskId }],
  })
  expect(await endHandovers(parts.app)).toBe(0)
  parts.clock.advance({ days: 7 })
  expect(await endHandovers(parts.app)).toBe(1)
  expect(await endHandovers(parts.app)).toBe(0)
  expect(kindsOf((await holdings()).items)).toEqual(before.filter(([kind]) => kind !== 'Task'))
  expect(kindsOf((await holdings(theirs)).items)).toContainEqual(['Task', ids.taskId])
  expect(kindsOf((await holdings(leaving)).items)).not.toContainEqual(['Task', ids.taskId])
})

test('to oneself with a reason, which the person is notified of, and nothing on restricted records that one is not on [P-140]', async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  const owner = await createUser(parts.app, { organisationId, role: 'InhouseLegal' })
  const admin = await createUser(parts.app, { organisationId, role: 'Administrator' })
  const [owning, administering] = [await callerFor(parts, owner), await callerFor(parts, admin)]
  const create = (restricted: boolean) => insertMatter(parts.app, { owner, values: { restricted } })
  const [open, closed] = [await create(false), await create(true)]
  const hand = (body: object) =>
    administering.post(`/v2/users/${owner.id}/handovers`, { to: { id: admin.id }, ...body })
  expect((await hand({})).json()).toMatchObject({ errors: { reason: [expect.any(String)] } })
  const handed = await hand({ reason: 'Cover for the closing.' })
  expect(handed.json()).toMatchObject({
    given: [{ kind: 'MatterOwner', count: 1 }],
    left: [{ kind: 'MatterOwner', id: closed, reason: expect.stringContaining('restricted') }],
  })
  expect((await administering.get(`/v2/matters/${open}`)).statusCode).toBe(200)
  expect((await administering.get(`/v2/matters/${closed}`)).statusCode).toBe(404)
  expect((await notificationsOf(parts.app, owning)).map(({ text }) => text)).toContainEqual(
    expect.stringContaining('took over what you were responsible for: “Cover for the closing.”'),
  )
})
