// Overviews of records through v2.
import { expect, test } from 'vitest'
import { approvalWorldWithRules } from '../../../test/fixtures/approvals.ts'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { createUser } from '../../../test/factories.ts'
import { insertMatter, matterWorld } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { createKeyDate } from '../../contracts/commands/create-key-date.ts'
import { setFeature } from '../../identity/features/commands/set-feature.ts'
import { createTask } from '../../tasks/commands/create-task.ts'

const parts = useTestApp()

interface Overview {
  etag: string
  can: Record<string, boolean>
  moves: { to: string; allowed: boolean; because: string | null }[]
  counts: Record<string, number>
  hold: object | null
}

test('the overview of a contract is the contract with rights, moves, people, dates and counts [C-140]', async () => {
  const made = await approvalWorldWithRules(parts)
  const { app, owner, asOwner } = made
  const contractId = await made.make()
  const path = `/v2/contracts/${contractId}`
  await asOwner.post(`${path}/statusMessages`, { message: 'With the other side' })
  await createKeyDate(app, await actorFor(app, owner), contractId, { name: 'Renewal', date: '2099-01-31' })
  const whole = await asOwner.get(path)
  const overview = await asOwner.get(`${path}/overview`)
  expect(overview.statusCode, overview.body).toBe(200)
  expect(overview.json()).toEqual({
    record: whole.json(),
    etag: `${whole.headers.etag?.split('-')[0]}"`,
    can: {
      change: true,
      contribute: true,
      assign: true,
      restrict: true,
      delete: true,
      rights: expect.arrayContaining(['name', 'status', 'members', 'delete']),
    },
    moves: [
      { to: 'Negotiating', allowed: true, because: null, needs: [] },
      { to: 'Approval', allowed: true, because: null, needs: [] },
      { to: 'Signing', allowed: false, because: expect.stringContaining('"Finance"'), needs: [] },
      { to: 'Executed', allowed: false, because: expect.stringContaining('"Finance"'), needs: [] },
      { to: 'Expired', allowed: false, because: expect.stringContaining('administrator'), needs: [] },
      { to: 'Void', allowed: true, because: null, needs: [] },
    ],
    people: [{ user: expect.objectContaining({ id: owner.id }), roles: ['Member', 'Owner'] }],
    form: { parts: [expect.objectContaining({ label: 'Contract value' })] },
    asked: [],
    parent: null,
    related: [],
    counts: { files: 0, messages: 0 },
    latestStatus: {
      message: 'With the other side',
      created: expect.objectContaining({ userName: 'Olga Marsh' }),
    },
    nextDates: [{ kind: 'KeyDate', id: expect.any(Number), name: 'Renewal', date: '2099-01-31' }],
    favourite: false,
    hold: null,
    request: null,
    noticePeriod: null,
    olderForm: false,
  })
  await asOwner.put(`${path}/noticePeriod`, { amount: 3, unit: 'Months' })
  expect((await asOwner.get(`${path}/overview`)).json()).toMatchObject({
    noticePeriod: { amount: 3, unit: 'Months', noticeDate: null },
  })
})

test('moves are those that really work, and say who can make the others [C-141, M-140]', async () => {
  const made = await approvalWorldWithRules(parts)
  const contractId = await made.make()
  const path = `/v2/contracts/${contractId}`
  const { moves } = (await made.asOwner.get(`${path}/overview`)).json<Overview>()
  for (const { to, allowed } of moves) {
    const answer = await made.asOwner.patch(path, { status: to })
    expect([to, answer.statusCode === 204]).toEqual([to, allowed])
    await made.asOwner.patch(path, { status: 'Draft' })
  }
  await made.asOwner.put(`${path}/members/${made.director.id}`, { roles: ['Member'] })
  const seen = (await made.asDirector.get(`${path}/overview`)).json<Overview>()
  expect(seen.can).toMatchObject({ change: false, contribute: true, delete: false })
  expect(seen.moves.filter(({ allowed }) => allowed)).toEqual([])
  expect(seen.moves.map(({ because }) => typeof because)).not.toContain('object')
})

test('the overview of a matter counts what the caller sees, of features that are on [M-141]', async () => {
  const { app } = parts
  const { owner, caller, organisationId } = await matterWorld(parts)
  const parentId = await insertMatter(app, { owner, values: { name: 'Group' } })
  const matterId = await insertMatter(app, { owner, values: { name: 'Harbour', parent_id: parentId } })
  const hidden = await createUser(app, { organisationId, role: 'InhouseLegal' })
  await insertMatter(app, {
    owner: hidden,
    values: { name: 'Secret', parent_id: parentId, restricted: true },
  })
  const actor = await actorFor(app, owner)
  await createTask(app, actor, matterId, { name: 'Reply', due: '2099-05-06T10:00:00' })
  await createTask(app, actor, matterId, { name: 'Done', status: 'Complete' })
  await caller.post(`/v2/matters/${matterId}/tags`, { description: 'Port' })
  const path = `/v2/matters/${matterId}/overview`
  expect((await caller.get(path)).json()).toMatchObject({
    record: { id: matterId, name: 'Harbour' },
    parent: { type: 'Matter', id: parentId, name: 'Group' },
    counts: { openTasks: 1, invoices: 0, files: 0 },
    nextDates: [{ kind: 'Task', name: 'Reply', date: '2099-05-06T10:00:00' }],
    tags: [{ description: 'Port' }],
    urgent: false,
    hold: null,
    request: null,
  })
  const above = (await caller.get(`/v2/matters/${parentId}/overview`)).json<{ related: { id: number }[] }>()
  expect(above.related.map(({ id }) => id)).toEqual([matterId])
  const manages = await createUser(app, { organisationId, role: 'Administrator' })
  const administrator = await actorFor(app, manages)
  await setFeature(app, administrator, { organisationId, code: 'TASKS', enabled: false })
  await caller.put(`/v2/matters/${matterId}/members/${manages.id}`, { roles: ['Member'] })
  const asAdministrator = await callerFor(parts, manages)
  await asAdministrator.put(`/v2/matters/${matterId}/hold`, { reason: 'Claim of Zephyr' })
  const { counts, hold } = (await caller.get(path)).json<Overview>()
  expect(hold).toEqual({ reason: 'Claim of Zephyr', set: { dateUtc: expect.any(String) } })
  expect(counts).not.toHaveProperty('openTasks')
  const outsider = await callerFor(parts, hidden)
  expect((await outsider.get(path)).statusCode).toBe(404)
})
