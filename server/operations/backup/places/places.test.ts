// Backups in a bucket, backups of older versions, pruning, and scheduled backups.
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { type FauxqsServer, startFauxqs } from 'fauxqs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  differing,
  emptyInstallation,
  filesIn,
  fingerprint,
  keyOf,
  placeFor,
  startOn,
  temporaryFolder,
} from '../../../../test/servers/backups.ts'
import { emptyDatabase } from '../../../../test/database.ts'
import { createFileWorld, upload, versionsOf } from '../../../../test/fixtures/files.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { migrate } from '../../../platform/postgres/migrations.ts'
import { createBackup } from '../create.ts'
import { describeSnapshot, dumpTable, openSnapshot } from '../database/dump.ts'
import { measureInstallation } from '../../../platform/installation/installation-metrics.ts'
import { runScheduledBackup } from '../jobs.ts'
import { folderOf, listBackups, readManifest, writeManifest } from '../archive/manifest.ts'
import { openPlace } from './open-place.ts'
import { selectExpired, pruneBackups } from '../prune.ts'
import { newBackupId, openRepository } from '../archive/repository.ts'
import { restoreBackup } from '../restore.ts'
import { verifyBackups } from '../verify.ts'

const parts = useTestApp()
let server: FauxqsServer
let settings: Record<string, string>
beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test')
  server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  const backupS3Endpoint = `http://127.0.0.1:${server.port}`
  const client = new S3Client({ endpoint: backupS3Endpoint, region: 'us-east-1', forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: 'backups' }))
  client.destroy()
  settings = { backupS3Endpoint }
})
afterAll(async () => {
  await server.stop()
  vi.unstubAllEnvs()
})

const withBucket = () => ({ ...parts.app, config: { ...parts.app.config, ...settings } })

test('a bucket works like a folder, and two of its prefixes are separate places', async () => {
  const here = await createFileWorld(parts.app, parts.server)
  await upload(here.asOwner, here.contractId, { name: 'a.txt', content: 'in a bucket' })
  const before = await fingerprint(parts.app.database.pool.options)
  const repository = await placeFor(withBucket(), 's3://backups/one', 'a passphrase')
  const other = await placeFor(withBucket(), 's3://backups/two')
  const made = await createBackup(withBucket(), repository)
  expect((await createBackup(withBucket(), repository)).copied.copied).toBe(0)
  expect(await listBackups(other)).toEqual([])
  expect((await verifyBackups(repository, {})).findings).toEqual([])
  const target = await emptyInstallation()
  await restoreBackup(target, repository, { backup: made.id })
  expect(differing(before, await fingerprint(target.connection))).toEqual([
    'event_dispatches',
    'storage_claims',
  ])
  const pruned = await pruneBackups(repository, { keep: 1, keepDays: 0, now: new Date() })
  expect(pruned).toMatchObject({ removed: [made.id], left: 1, contents: 0 })
  await expect(placeFor(withBucket(), 's3://no-such-bucket')).rejects.toThrow(
    /no-such-bucket .* cannot be used: it does not exist.*CHANCERY_BACKUP_S3_ENDPOINT/,
  )
  await expect(openPlace('ftp://somewhere', parts.app.config)).rejects.toThrow('is not a place for backups')
})

test('pruning keeps backups by number and age, always the newest, and the contents they need', async () => {
  const ids = ['2026-01-01', '2026-01-10', '2026-01-20', '2026-01-30'].map(
    (day) => `${day}T00-00-00-000Z-abcd`,
  )
  const now = new Date('2026-02-01')
  const expired = (keep: number, keepDays: number) => selectExpired(ids, { keep, keepDays, now }).expired
  expect(expired(2, 0)).toEqual(ids.slice(0, 2))
  expect(expired(0, 14)).toEqual(ids.slice(0, 2))
  expect(expired(3, 5)).toEqual(ids.slice(0, 3))
  expect(expired(1, 1)).toEqual(ids.slice(0, 3))
  expect(expired(0, 0)).toEqual([])

  const here = await createFileWorld(parts.app, parts.server)
  const folder = await temporaryFolder()
  const repository = await placeFor(parts.app, folder)
  await upload(here.asOwner, here.contractId, { name: 'a.txt', content: 'only the first has it' })
  await upload(here.asOwner, here.contractId, { name: 'b.txt', content: 'both have it' })
  const first = await createBackup(parts.app, repository)
  const query = '?conflictResolution=Replace'
  await upload(here.asOwner, here.contractId, { name: 'a.txt', content: 'only the second has it', query })
  await parts.app.database.kysely.deleteFrom('file_uploads').execute()
  const second = await createBackup(parts.app, repository)
  const pruned = await pruneBackups(repository, { keep: 1, keepDays: 0, now: new Date() })
  expect(pruned).toMatchObject({ removed: [first.id], left: 1, contents: 1 })
  expect(await listBackups(repository)).toEqual([second.id])
  expect((await verifyBackups(repository, {})).findings).toEqual([])
  expect((await filesIn(folder)).some((name) => name.includes(first.id))).toBe(false)
})

test('a backup of an older version is loaded at its own schema version and then migrated', async () => {
  const old = await emptyDatabase()
  const folder = await temporaryFolder()
  try {
    const pool = new pg.Pool({ ...old.connection, max: 2 })
    const all = await migrate(pool, { only: new Set((await levels()).slice(0, 20)) })
    expect(all).toHaveLength(20)
    await pool.query(
      "insert into organisations (id, name, type, created_at, updated_at) values (4711, 'Of old', 'Customer', now(), now())",
    )
    await pool.end()
    const repository = await placeFor(parts.app, folder)
    // what the version of that time would have written
    const snapshot = await openSnapshot(old.connection)
    const id = newBackupId(new Date())
    const tables = []
    for (const table of snapshot.tables)
      tables.push(await dumpTable(repository, snapshot, table, `${folderOf(id)}tables/`))
    const described = await describeSnapshot(snapshot)
    await snapshot.close()
    const files = { count: 0, bytes: 0, parts: [], lost: [] }
    const encryption = { check: null, keys: [], key: null }
    await writeManifest(repository, { version: 1, id, ...described, tables, files, encryption })

    const target = await emptyInstallation()
    const restored = await restoreBackup(target, repository, {})
    expect(restored.migrated).toEqual((await levels()).slice(20))
    const { app } = await startOn(target)
    const found = await app.db.selectFrom('organisations').where('id', '=', 4711).select('name').execute()
    expect(found).toEqual([{ name: 'Of old' }])

    // and one of a newer version is not started
    const newer = { ...(await readManifest(repository, id)), id: newBackupId(new Date()) }
    await writeManifest(repository, {
      ...newer,
      migrations: [...newer.migrations, { name: '9999-of-the-future.sql', checksum: 'x' }],
    })
    const untouched = await emptyInstallation()
    await expect(restoreBackup(untouched, repository, { backup: newer.id })).rejects.toThrow(
      'Run a newer version',
    )
    expect((await fingerprint(untouched.connection)).size).toBe(0)
  } finally {
    await old.drop()
  }
})

async function levels(): Promise<string[]> {
  const rows = await parts.app.database.pool.query<{ name: string }>(
    'select name from schema_migrations order by name',
  )
  return rows.rows.map(({ name }) => name)
}

test('the server makes scheduled backups, keeps the configured number, and reports failures', async () => {
  const folder = await temporaryFolder()
  const config = { ...parts.app.config, backupPlace: folder, backupKeep: 2 }
  const app = { ...parts.app, config }
  for (let night = 0; night < 3; night++) await runScheduledBackup(app)
  const repository = await openRepository(await openPlace(folder, config), async () => undefined)
  expect(await listBackups(repository)).toHaveLength(2)
  const result = () => parts.app.db.selectFrom('backup_results').selectAll().executeTakeFirst()
  expect(await result()).toMatchObject({ succeeded_at: expect.any(Date), failed_at: null, error: null })
  await runScheduledBackup({ ...app, config: { ...config, backupPassphrase: 'a new one' } })
  expect(await result()).toMatchObject({ error: expect.stringContaining('created without a passphrase') })
  measureInstallation(parts.app)
  const metrics = await parts.server.inject('/metrics')
  expect(metrics.body).toContain('chancery_backup_failing 1')
  await runScheduledBackup(app)
  // what was read is kept for some seconds
  measureInstallation(parts.app)
  expect((await parts.server.inject('/metrics')).body).toContain('chancery_backup_failing 0')
})

test('a lost file makes the scheduled backup fail with a readable reason, after the rest was saved', async () => {
  const here = await createFileWorld(parts.app, parts.server)
  await upload(here.asOwner, here.contractId, { name: 'a.txt', content: 'lost' })
  const [version] = await versionsOf(parts.app, here.organisationId)
  await parts.app.storage.remove(version?.storage_key ?? '')
  const folder = await temporaryFolder()
  const app = { ...parts.app, config: { ...parts.app.config, backupPlace: folder } }
  await runScheduledBackup(app)
  const repository = await openRepository(await openPlace(folder, app.config), async () => undefined)
  expect(await listBackups(repository)).toHaveLength(1)
  const result = await parts.app.db.selectFrom('backup_results').selectAll().executeTakeFirst()
  expect(result?.error).toMatch(/is complete except for 1 files/)
  expect(await keyOf(parts.app)).not.toBe('')
})
