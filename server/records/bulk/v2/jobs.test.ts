// Changes of more than a thousand records: asked for by a filter, carried out in the background, followed and
// cancelled.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../../test/factories.ts'
import { as, type Caller } from '../../../../test/http.ts'
import { insertMatter } from '../../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { accessTokenFor, callerFor } from '../../../../test/tokens.ts'
import type { App } from '../../../platform/app.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { jobs, runJob } from '../../../operations/process/worker.ts'
import { bulkChanges } from '../../../operations/process/bulk-changes.ts'
import { startBulkChange } from '../commands/start-bulk-change.ts'
import { runBulkChange } from '../run-bulk-change.ts'
import { actorFor } from '../../../../test/fixtures/actors.ts'

const parts = useTestApp()
let organisationId: number
let owner: TestUser
let caller: Caller

interface Job {
  readonly id: number
  readonly state: string
  readonly done: number
  readonly changed: number
  readonly unchanged: number
  readonly skipped: number
  readonly refusals: readonly { readonly id: number; readonly because: string }[]
  readonly failure: string | null
}

beforeAll(async () => {
  organisationId = (await createOrganisation(parts.app)).id
})

beforeEach(async () => {
  owner = await createUser(parts.app, { organisationId, role: 'InhouseLegal' })
  caller = await callerFor(parts, owner)
})

const matters = async (count: number, by = owner) => {
  const ids: number[] = []
  for (let index = 0; index < count; index++) {
    const values = { name: `Bulk ${index}`, manager_id: by.id }
    ids.push(await insertMatter(parts.app, { owner: by, values }))
  }
  return ids
}

/** Runs one round of a job as the worker does. */
const run = (id: number, app: App = parts.app) => runBulkChange(app, { organisationId, id }, bulkChanges)

const jobOf = async (id: number, by = caller) => (await by.get(`/v2/jobs/${id}`)).json<Job>()

/** As if more than a thousand had been found: a job for these. */
const start = async (ids: readonly number[], change: object, options: object = {}) =>
  startBulkChange(parts.app, await actorFor(parts.app, owner), {
    list: 'matters',
    ids,
    change,
    onlyEmpty: false,
    checkOnly: false,
    ...options,
  })

const restricted = async (ids: readonly number[]) =>
  (
    await parts.app.db
      .selectFrom('matters')
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', [...ids])
      .where('restricted', '=', true)
      .select('id')
      .execute()
  ).length

test('a filter that finds more than a thousand is a job, which changes each as by PATCH [V-383]', async () => {
  const ids = await matters(1_002)
  const hiddenLater = ids[1_001] ?? 0
  const answer = await caller.post('/v2/matters/bulk', {
    filter: 'Owner/Id eq me()',
    change: { restricted: true },
  })
  expect(answer.statusCode, answer.body).toBe(202)
  const { job } = answer.json<{ job: { id: number; total: number } }>()
  expect(job.total).toBe(1_002)
  expect(answer.headers['location']).toBe(`/v2/jobs/${job.id}`)
  expect(await jobOf(job.id)).toMatchObject({ state: 'Waiting', total: 1_002, done: 0, finished: null })
  await run(job.id)
  expect(await jobOf(job.id)).toMatchObject({ state: 'Running', done: 200, changed: 200 })
  expect(await restricted(ids)).toBe(200)
  expect((await caller.delete(`/v2/matters/${hiddenLater}`)).statusCode).toBe(204)
  for (let round = 0; round < 5; round++) await run(job.id)
  const gone = 'There is nothing here, or nothing that you have access to.'
  expect(await jobOf(job.id)).toMatchObject({
    state: 'Done',
    done: 1_002,
    changed: 1_001,
    unchanged: 0,
    differing: 1_001,
    skipped: 1,
    refusals: [{ id: hiddenLater, because: gone }],
    finished: { dateUtc: expect.any(String) },
  })
  const events = await parts.app.db
    .selectFrom('events')
    .where('organisation_id', '=', organisationId)
    .where('name', '=', 'matter.updated')
    .where('subject_id', 'in', ids)
    .select('user_id')
    .execute()
  expect(events).toHaveLength(1_001)
  expect(new Set(events.map(({ user_id: by }) => by))).toEqual(new Set([owner.id]))
  // it has ended: running it again changes nothing
  await run(job.id)
  expect((await jobOf(job.id)).done).toBe(1_002)
  const list = (await caller.get('/v2/jobs')).json<{ items: Job[] }>().items
  expect(list.map(({ id, state }) => [id, state])).toEqual([[job.id, 'Done']])
})

describe('in the background', () => {
  test('a process that dies in the middle leaves nothing twice and nothing out [V-384]', async () => {
    const ids = await matters(5)
    const id = await start(ids, { restricted: true })
    let changes = 0
    const dying: App = {
      ...parts.app,
      stopping: () => {
        changes++
        if (changes === 3) throw new Error('the power is gone')
        return false
      },
    }
    await run(id, dying)
    expect(await jobOf(id)).toMatchObject({ state: 'Running', done: 2, changed: 2 })
    await internalTransaction(parts.app, (tx) =>
      tx
        .updateTable('bulk_changes')
        .set({ leased_until: new Date(0) })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .execute(),
    )
    const resume = jobs.find(({ name }) => name === 'resume-bulk-changes')
    if (!resume) throw new Error('There is no such job')
    await runJob(parts.app, resume, {})
    const { rows } = await parts.app.database.pool.query(
      'select key from graphile_worker.jobs where key = $1',
      [`change-many ${organisationId} ${id}`],
    )
    expect(rows).toHaveLength(1)
    await run(id)
    expect(await jobOf(id)).toMatchObject({ state: 'Done', done: 5, changed: 5, unchanged: 0 })
    expect(await restricted(ids)).toBe(5)
  })

  test('two processes at the same job do not change a record twice [V-384]', async () => {
    const ids = await matters(4)
    const id = await start(ids, { restricted: true })
    await Promise.all([run(id), run(id), run(id)])
    expect(await jobOf(id)).toMatchObject({ state: 'Done', done: 4, changed: 4, unchanged: 0 })
  })

  test('a cancelled one changes nothing more; one that has ended is 409 [V-385]', async () => {
    const ids = await matters(3)
    const id = await start(ids, { restricted: true })
    const cancelled = await caller.post(`/v2/jobs/${id}/cancel`, {})
    expect(cancelled.json()).toMatchObject({ state: 'Cancelled', done: 0 })
    await run(id)
    expect(await restricted(ids)).toBe(0)
    expect((await caller.post(`/v2/jobs/${id}/cancel`, {})).statusCode).toBe(200)
    const other = await start(ids, { restricted: true })
    await run(other)
    expect((await caller.post(`/v2/jobs/${other}/cancel`, {})).statusCode).toBe(409)
    expect(await restricted(ids)).toBe(3)
  })

  test('the rights are those of the moment: a role that was taken, a person who was disabled [V-386]', async () => {
    const other = await createUser(parts.app, { organisationId, role: 'InhouseLegal' })
    const foreign = await insertMatter(parts.app, {
      owner: other,
      members: [owner],
      values: { name: 'Theirs' },
    })
    const [own = 0] = await matters(1)
    const id = await start([own, foreign], { restricted: true })
    await internalTransaction(parts.app, (tx) =>
      tx.updateTable('users').set({ role: 'Standard' }).where('id', '=', owner.id).execute(),
    )
    await run(id)
    const { refusals, state, skipped } = await jobOf(id)
    expect([state, skipped, refusals.map((each) => each.id)]).toEqual(['Done', 1, [foreign]])
    const next = await start([own], { restricted: false })
    await internalTransaction(parts.app, (tx) =>
      tx.updateTable('users').set({ status: 'Disabled' }).where('id', '=', owner.id).execute(),
    )
    await run(next)
    const row = await parts.app.db
      .selectFrom('bulk_changes')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', next)
      .select(['state', 'failure', 'done'])
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ state: 'Failed', failure: 'You have no access any more.', done: 0 })
  })

  test('a check changes nothing and says what would come of it [V-381]', async () => {
    const ids = await matters(2)
    const id = await start([...ids, 999_999_999], { restricted: true }, { checkOnly: true })
    await run(id)
    expect(await jobOf(id)).toMatchObject({ state: 'Done', checkOnly: true, changed: 2, skipped: 1 })
    expect(await restricted(ids)).toBe(0)
  })

  test('an integration whose grant was revoked goes no further [V-386]', async () => {
    const token = await accessTokenFor(parts.app, owner)
    const theirs = as(parts.server, token)
    const [own = 0] = await matters(1)
    const grant = await parts.app.db
      .selectFrom('oauth_grants')
      .where('user_id', '=', owner.id)
      .orderBy('id', 'desc')
      .select(['id', 'client_id'])
      .executeTakeFirstOrThrow()
    const actor = await actorFor(parts.app, owner)
    const id = await startBulkChange(
      parts.app,
      { ...actor, via: { kind: 'token', clientId: grant.client_id, grantId: grant.id } },
      { list: 'matters', ids: [own], change: { restricted: true }, onlyEmpty: false, checkOnly: false },
    )
    expect((await theirs.get(`/v2/jobs/${id}`)).statusCode).toBe(200)
    await internalTransaction(parts.app, (tx, now) =>
      tx.updateTable('oauth_grants').set({ ended_at: now }).where('id', '=', grant.id).execute(),
    )
    await run(id)
    expect(await jobOf(id)).toMatchObject({
      state: 'Failed',
      failure: 'You, or the integration that asked for it, have no access any more.',
    })
    expect(await restricted([own])).toBe(0)
  })

  test('ten at once for one person [V-383]', async () => {
    for (let count = 0; count < 10; count++) await start([1], { restricted: true })
    await expect(start([1], { restricted: true })).rejects.toThrow('You have 10 jobs that have not finished')
  })
})
