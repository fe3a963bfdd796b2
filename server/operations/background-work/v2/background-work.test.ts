// The background work of an organisation through v2: everybody's, with its end.
import { beforeEach, expect, test } from 'vitest'
import { actorFor } from '../../../../test/fixtures/actors.ts'
import { createOrganisation, createUser, type TestUser } from '../../../../test/factories.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { startBulkChange } from '../../../records/bulk/commands/start-bulk-change.ts'

const parts = useTestApp()
const path = '/v2/backgroundWork'

let admin: TestUser
let counsel: TestUser
let caller: Caller
beforeEach(async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  admin = await createUser(parts.app, { organisationId, role: 'Administrator' })
  counsel = await createUser(parts.app, { organisationId, role: 'InhouseLegal' })
  caller = await callerFor(parts, admin)
})

const started = async (user: TestUser, checkOnly = false) =>
  startBulkChange(parts.app, await actorFor(parts.app, user), {
    list: 'matters',
    ids: [1, 2, 3],
    change: { restricted: true },
    onlyEmpty: false,
    checkOnly,
  })

const shown = async (query = '') =>
  (await caller.get(`${path}${query}`)).json<{ items: { kind: string; id: string; state: string }[] }>().items

test('administrators see the work of everybody in their organisation and stop it [V-464]', async () => {
  const id = await started(counsel)
  const elsewhere = await createOrganisation(parts.app)
  const other = await createUser(parts.app, { organisationId: elsewhere.id, role: 'Administrator' })
  await started(other, true)
  expect(await shown()).toMatchObject([
    {
      kind: 'BulkChange',
      id: String(id),
      subject: 'matters',
      activity: 'Change',
      state: 'Waiting',
      total: 3,
      done: 0,
      by: { id: counsel.id },
      finished: null,
      canStop: true,
    },
  ])
  const outsider = await callerFor(parts, other)
  expect((await outsider.post(`${path}/BulkChange/${id}/stop`, {})).statusCode).toBe(404)
  expect((await (await callerFor(parts, counsel)).get(path)).statusCode).toBe(403)
  expect(await shown('?unfinished=true')).toHaveLength(1)

  expect((await caller.post(`${path}/bulkchange/${id}/stop`, {})).statusCode).toBe(204)
  expect(await shown()).toMatchObject([{ state: 'Stopped', canStop: false, finished: expect.any(String) }])
  expect(await shown('?unfinished=true')).toEqual([])
  expect((await caller.post(`${path}/BulkChange/${id}/stop`, {})).statusCode).toBe(409)
  const { rows } = await parts.app.database.pool.query<{ facts: object }>(
    `select facts from events where organisation_id = $1 and name = 'bulkChange.stopped'`,
    [admin.organisationId],
  )
  expect(rows).toMatchObject([{ facts: { list: 'matters', userId: counsel.id, done: 0, total: 3 } }])
})

test('imports are listed once the background has begun with them, and the deletion with its day [V-464]', async () => {
  const table = 'Name,Type\nLease,Advice'
  const made = await caller.post('/v2/imports?kind=matters&fileName=leases.csv', table, {
    headers: { 'content-type': 'text/csv' },
  })
  const { id } = made.json<{ id: number }>()
  expect(await shown()).toEqual([])
  expect((await caller.post(`${path}/Import/${id}/stop`, {})).statusCode).toBe(409)
  const set = (state: string, failure: string | null = null) =>
    parts.app.database.pool.query(
      'update imports set state = $3, failure = $4 where organisation_id = $1 and id = $2',
      [admin.organisationId, id, state, failure],
    )
  await set('Checking')
  expect(await shown()).toMatchObject([
    { kind: 'Import', subject: 'leases.csv', activity: 'Check', state: 'Running', canStop: true },
  ])
  await set('Stopped', 'The disk was full.')
  expect(await shown()).toMatchObject([{ state: 'Failed', failure: 'The disk was full.', canStop: false }])
  await set('Running')
  expect((await caller.post(`${path}/Import/${id}/stop`, {})).statusCode).toBe(204)
  expect(await shown()).toMatchObject([{ activity: 'Import', state: 'Stopped' }])

  await parts.app.database.pool.query(
    `update organisations set deletion_requested_at = $2, deletion_requested_by = $3, deletion_due_at = $2,
      deletion_reason = 'over' where id = $1`,
    [admin.organisationId, parts.app.clock.now(), admin.id],
  )
  const deletion = `${path}/OrganizationDeletion/${admin.organisationId}/stop`
  expect((await shown()).map(({ kind, state }) => [kind, state])).toContainEqual([
    'OrganizationDeletion',
    'Waiting',
  ])
  expect((await caller.post(deletion, {})).statusCode).toBe(409)
  expect((await caller.post(`${path}/Nothing/1/stop`, {})).statusCode).toBe(404)
})
