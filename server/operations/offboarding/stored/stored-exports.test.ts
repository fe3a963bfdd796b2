// Making exports in the background: interruptions, failures, deleting them, and their end.
import { expect, test } from 'vitest'
import {
  exportEventsOf,
  exportingOrganisation,
  piecesOf,
  sha256Of,
  type ShownExport,
} from '../../../../test/fixtures/exports.ts'
import { mailsTo } from '../../../../test/fixtures/mails.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { selectContentsToBackUp } from '../../../files/contents/contents-to-back-up.ts'
import { sweepStorage } from '../../../files/contents/sweep.ts'
import type { App } from '../../../platform/app.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { organisationOfKey } from '../../../platform/storage/storage-keys.ts'
import { jobs, runJob } from '../../process/worker.ts'

const parts = useTestApp()
const dayMs = 24 * 60 * 60_000

/** The keys that are in the storage. */
async function storedOf(organisationId: number) {
  const keys: string[] = []
  for await (const key of parts.app.storage.keys())
    if (organisationOfKey(key) === organisationId) keys.push(key)
  return keys
}

const letLeaseEnd = (organisationId: number) =>
  internalTransaction(parts.app, (tx) =>
    tx
      .updateTable('organisation_exports')
      .set({ leased_until: new Date(0) })
      .where('organisation_id', '=', organisationId)
      .execute(),
  )

const jobNamed = (name: string) => {
  const job = jobs.find((each) => each.name === name)
  if (!job) throw new Error(`There is no job ${name}`)
  return job
}

test('what is stored of exports is in no backup [O-97]', () => {
  expect(selectContentsToBackUp).toContain('file_versions')
  expect(selectContentsToBackUp).not.toContain('organisation_export_pieces')
})

test('a process that dies in the middle leaves nothing half done, and another one makes it from the beginning [O-96]', async () => {
  const { app, organisationId, start, get, make, caller, path } = await exportingOrganisation(parts)
  const before = await storedOf(organisationId)
  const id = await start()
  let puts = 0
  const gone = Promise.withResolvers<never>()
  const dying: App = {
    ...app,
    storage: {
      ...app.storage,
      put(...args) {
        puts++
        // neither an answer nor an error: as if the process were gone
        return puts === 3 ? gone.promise : app.storage.put(...args)
      },
    },
  }
  const dead = make(id, dying)
  await expect.poll(() => puts).toBe(3)
  const left = await piecesOf(parts.app, organisationId)
  expect(left).toHaveLength(2)
  // as long as its lease lasts, nobody else makes it
  await make(id)
  expect(await piecesOf(parts.app, organisationId)).toEqual(left)
  await letLeaseEnd(organisationId)
  await runJob(app, jobNamed('resume-exports'), {})
  const { rows } = await app.database.pool.query('select key from graphile_worker.jobs where key = $1', [
    `make-export ${organisationId} ${id}`,
  ])
  expect(rows).toHaveLength(1)
  await make(id)
  const { state, sha256 } = await get(id)
  expect(state).toBe('Done')
  const archive = (await caller.get(`${path}/${id}/content`)).rawPayload
  expect(sha256Of(archive)).toBe(sha256)
  const stored = await storedOf(organisationId)
  expect(left.filter((key) => stored.includes(key))).toEqual([])
  expect(stored.length - before.length).toBe((await piecesOf(parts.app, organisationId)).length)
  // the sweep keeps what is recorded
  await sweepStorage(app, { graceMinutes: -1 })
  expect(await storedOf(organisationId)).toEqual(stored)
  // should the first one wake up again, it changes nothing
  gone.reject(new Error('It was away'))
  await dead
  expect(await get(id)).toMatchObject({ state, sha256 })
  expect(await storedOf(organisationId)).toEqual(stored)
})

test('what goes wrong is tried five times, then it says so and stores nothing; an orderly stop does not count [O-96]', async () => {
  const { app, organisationId, start, get, make, admin } = await exportingOrganisation(parts)
  const before = await storedOf(organisationId)
  const id = await start()
  await make(id, { ...app, stopping: () => true })
  expect(await get(id)).toMatchObject({ state: 'Waiting' })
  let puts = 0
  const broken: App = {
    ...app,
    storage: {
      ...app.storage,
      put: (...args) =>
        puts++ % 2 === 0 ? app.storage.put(...args) : Promise.reject(new Error('connect ECONNREFUSED')),
    },
  }
  for (let attempt = 1; attempt <= 6; attempt++) {
    await letLeaseEnd(organisationId)
    await make(id, broken)
  }
  expect(await get(id)).toMatchObject({ state: 'Failed', failure: expect.stringContaining('interrupted') })
  expect(puts).toBe(10)
  expect(await mailsTo(parts.app, { organisationId })).toMatchObject([
    {
      recipient: admin.email,
      subject: 'Your export could not be made',
      body: expect.stringContaining('interrupted'),
    },
  ])
  expect(await piecesOf(parts.app, organisationId)).toEqual([])
  expect(await storedOf(organisationId)).toEqual(before)
})

test('deleting one stops it, and leaves nothing of it [O-97]', async () => {
  const { app, organisationId, caller, path, start, make, admin } = await exportingOrganisation(parts)
  const before = await storedOf(organisationId)
  const id = await start()
  let puts = 0
  const interrupted: App = {
    ...app,
    storage: {
      ...app.storage,
      async put(...args) {
        if (++puts === 2) expect((await caller.delete(`${path}/${id}`)).statusCode).toBe(204)
        return app.storage.put(...args)
      },
    },
  }
  await make(id, interrupted)
  expect(puts).toBe(2)
  expect((await caller.get(`${path}/${id}`)).statusCode).toBe(404)
  expect(await storedOf(organisationId)).toEqual(before)
  expect(await exportEventsOf(parts.app, organisationId)).toEqual([
    ['export.started', admin.id],
    ['export.deleted', admin.id],
  ])
  // and the next one begins
  await make(await start())
  expect((await caller.get(path)).json<{ items: ShownExport[] }>().items.map(({ state }) => state)).toEqual([
    'Done',
  ])
})

test('three are kept at most, for a week: then their bytes are removed [O-97]', async () => {
  const { app, organisationId, caller, path, made } = await exportingOrganisation(parts)
  const before = await storedOf(organisationId)
  const ids = [await made(), await made(), await made()]
  expect((await caller.post(path)).statusCode).toBe(409)
  const later: App = {
    ...app,
    clock: { ...app.clock, now: () => new Date(app.clock.now().getTime() + 7 * dayMs) },
  }
  await runJob(later, jobNamed('remove-exports'), {})
  expect((await caller.get(`${path}/${ids[0]}`)).statusCode).toBe(404)
  expect(await piecesOf(parts.app, organisationId)).toEqual([])
  expect(await storedOf(organisationId)).toEqual(before)
  expect(
    (await exportEventsOf(parts.app, organisationId)).filter(([name]) => name === 'export.deleted'),
  ).toEqual([
    ['export.deleted', null],
    ['export.deleted', null],
    ['export.deleted', null],
  ])
})
