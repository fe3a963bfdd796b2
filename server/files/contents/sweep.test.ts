import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createFileWorld, download, storedIn, upload, versionsOf } from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { runJob } from '../../operations/process/worker.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { fileJobs } from '../jobs.ts'
import { deleteBlob } from './stored-blobs.ts'
import { sweepStorage, verifyStorage } from './sweep.ts'

const parts = useTestApp()
const world = () => createFileWorld(parts.app, parts.server)
const pathOf = (key: string) => join(parts.app.config.stateDir, 'files', key)

const put = async (organisationId: number) =>
  (await parts.app.storage.put(organisationId, Readable.from([Buffer.from('nobody knows me')]), 1_000)).key

async function age(key: string, hours: number) {
  const then = new Date(Date.now() - hours * 3_600_000)
  await utimes(pathOf(key), then, then)
}

const remains = async (key: string) => (await storedIn(parts.app)).includes(pathOf(key))

test('deletes content that no row refers to and that is older than the grace period, and nothing else [F-81]', async () => {
  const here = await world()
  const file = await upload(here.asOwner, here.contractId, { name: 'a.txt', content: 'kept' })
  const [version] = await versionsOf(parts.app, here.organisationId)
  const recorded = version?.storage_key ?? ''
  const [old, young] = [await put(here.organisationId), await put(here.organisationId)]
  await age(recorded, 1_000)
  await age(old, 1.1)
  await age(young, 0.9)
  expect(await sweepStorage(parts.app)).toEqual({ removed: 1 })
  expect([await remains(recorded), await remains(old), await remains(young)]).toEqual([true, false, true])
  expect((await download(here.asOwner, file.json<number>())).toString()).toBe('kept')
  expect(await sweepStorage(parts.app, { graceMinutes: 30 })).toEqual({ removed: 1 })
})

test("uses real time, however far the platform's clock is ahead", async () => {
  const here = await world()
  const young = await put(here.organisationId)
  parts.clock.advance({ days: 30 })
  await sweepStorage(parts.app)
  expect(await remains(young)).toBe(true)
  await sweepStorage(parts.app, { graceMinutes: -1 })
  expect(await remains(young)).toBe(false)
})

test('deletes the content that Replace left behind', async () => {
  const here = await world()
  const query = '?conflictResolution=Replace'
  await upload(here.asOwner, here.contractId, { name: 'a.txt', content: 'one' })
  const [before] = await versionsOf(parts.app, here.organisationId)
  const file = await upload(here.asOwner, here.contractId, { name: 'a.txt', content: 'two', query })
  await sweepStorage(parts.app, { graceMinutes: -1 })
  expect(await remains(before?.storage_key ?? '')).toBe(false)
  expect((await download(here.asOwner, file.json<number>())).toString()).toBe('two')
})

test('does not delete content that was recorded after it had been listed', async () => {
  const here = await world()
  const key = await put(here.organisationId)
  await age(key, 2)
  const late: Storage = {
    ...parts.app.storage,
    async *keysOlderThan(before) {
      yield* parts.app.storage.keysOlderThan(before)
      // listed, and not looked up yet
      await upload(here.asOwner, here.contractId, { name: 'a.txt', content: 'x' })
      await parts.app.database.pool.query(
        'update file_versions set storage_key = $1 where organisation_id = $2',
        [key, here.organisationId],
      )
    },
  }
  await sweepStorage({ ...parts.app, storage: late })
  expect(await remains(key)).toBe(true)
})

test('two sweeps at once, during uploads whose content looks old, delete no recorded content [F-81]', async () => {
  const here = await world()
  const orphans = await Promise.all(Array.from({ length: 20 }, () => put(here.organisationId)))
  for (const key of orphans) await age(key, 2)
  const uploads = Array.from({ length: 40 }, async (_, index) => {
    await upload(here.asOwner, here.contractId, { name: `${index}.txt`, content: `content ${index}` })
    for (const { storage_key: key } of await versionsOf(parts.app, here.organisationId)) await age(key, 2)
  })
  const sweeps = [0, 1].map(async () => {
    for (let round = 0; round < 10; round++) await sweepStorage(parts.app)
  })
  await Promise.all([...uploads, ...sweeps])
  await sweepStorage(parts.app)
  for (const key of orphans) expect(await remains(key)).toBe(false)
  const versions = await versionsOf(parts.app, here.organisationId)
  expect(versions).toHaveLength(40)
  for (const { storage_key: key } of versions) expect(await remains(key)).toBe(true)
})

test('stops early when the process is shutting down', async () => {
  const here = await world()
  const key = await put(here.organisationId)
  await age(key, 2)
  expect(await sweepStorage({ ...parts.app, stopping: () => true })).toEqual({ removed: 0 })
  expect(await remains(key)).toBe(true)
  for (const job of fileJobs.filter((each) => 'at' in each)) await runJob(parts.app, job, {})
  expect(await remains(key)).toBe(false)
})

test('the check finds missing, damaged and orphaned content, and changes nothing [F-82]', async () => {
  const here = await world()
  const ids: number[] = []
  for (const name of ['whole', 'missing', 'shorter', 'altered', 'emptied']) {
    ids.push(
      (await upload(here.asOwner, here.contractId, { name, content: `content of ${name}` })).json<number>(),
    )
  }
  const keys = (await versionsOf(parts.app, here.organisationId)).map((version) => version.storage_key)
  const [, missing = '', shorter = '', altered = '', emptied = ''] = keys
  await parts.app.storage.remove(missing)
  await writeFile(pathOf(shorter), 'content of short')
  await writeFile(pathOf(altered), 'content of ALTERED')
  await writeFile(pathOf(emptied), '')
  const [orphan, young] = [await put(here.organisationId), await put(here.organisationId)]
  await age(orphan, 2)
  const { checked, findings } = await verifyStorage(parts.app)
  expect(checked).toBeGreaterThanOrEqual(5)
  const ours = findings.filter((finding) => finding.organisationId === here.organisationId)
  expect(ours.map(({ problem, key, fileId }) => `${problem} ${key} ${fileId}`).toSorted()).toEqual(
    [
      `missing ${missing} ${ids[1]}`,
      `damaged ${shorter} ${ids[2]}`,
      `damaged ${altered} ${ids[3]}`,
      `damaged ${emptied} ${ids[4]}`,
      `orphan ${orphan} undefined`,
    ].toSorted(),
  )
  expect([await remains(orphan), await remains(young)]).toEqual([true, true])
})

test('an older database on newer storage deletes nothing until it adopts the storage', async () => {
  const here = await world()
  await sweepStorage(parts.app)
  const unknown = await put(here.organisationId)
  await age(unknown, 2)
  const note = JSON.parse((await parts.app.storage.readClaimFile()) ?? '') as { generation: number }
  await parts.app.storage.writeClaimFile(
    JSON.stringify({ ...note, generation: note.generation + 1, nonce: 'x' }),
  )
  expect(await sweepStorage(parts.app)).toEqual({
    removed: 0,
    refused: expect.stringContaining('newer state'),
  })
  await deleteBlob(parts.app, unknown)
  expect(await remains(unknown)).toBe(true)
  await parts.app.storageClaim.adopt()
  expect(await sweepStorage(parts.app)).toEqual({ removed: 1 })
  expect(await remains(unknown)).toBe(false)
})
