// Backups and restores killed midway by SIGKILL, in a separate process.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import {
  differing,
  type EmptyInstallation,
  emptyInstallation,
  filesIn,
  fingerprint,
  keyOf,
  placeFor,
  startOn,
  temporaryFolder,
} from '../../../test/servers/backups.ts'
import { createFileWorld, upload } from '../../../test/fixtures/files.ts'
import { endChild } from '../../../test/servers/end-child.ts'
import { cleanEnvironment } from '../../../test/servers/server-process.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { isBackupRunning } from '../../files/contents/stored-blobs.ts'
import { createBackup } from './create.ts'
import { listBackups } from './archive/manifest.ts'
import { pruneBackups } from './prune.ts'
import { refuseUnfinishedRestore } from './restore-mark.ts'
import { restoreBackup } from './restore.ts'
import { verifyBackups } from './verify.ts'

const parts = useTestApp()
const victim = fileURLToPath(new URL('../../../test/servers/backup-victim.ts', import.meta.url))

async function manyFiles(count: number): Promise<void> {
  const here = await createFileWorld(parts.app, parts.server)
  for (let number = 0; number < count; number++)
    await upload(here.asOwner, here.contractId, {
      name: `${number}.txt`,
      content: `contents ${Math.random()}`,
    })
}

/** Runs one of the two on an installation until it reports this progress, and kills it there. */
async function killAt(
  what: 'create' | 'restore',
  at: { step: string; done: number },
  { config, connection }: EmptyInstallation,
  place: string,
): Promise<void> {
  const orders = {
    what,
    at,
    place,
    connection: { ...connection, password: connection.password },
    stateDir: config.stateDir,
    key: config.encryptionKey,
  }
  const child = spawn(process.execPath, [victim], {
    env: { ...cleanEnvironment(), ORDERS: JSON.stringify(orders) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as [unknown]
  expect(String(said)).toContain('there')
  await endChild(child, () => child.kill('SIGKILL'))
}

const source = (): EmptyInstallation => ({
  config: parts.app.config,
  connection: parts.app.database.pool.options,
})

test.each([
  ['tables', 20],
  ['files', 5],
])(
  'a backup killed while writing %s does not count, and the next one continues from there',
  async (step, done) => {
    await manyFiles(12)
    const folder = await temporaryFolder()
    const repository = await placeFor(parts.app, folder)
    await killAt('create', { step, done }, source(), folder)
    expect(await listBackups(repository)).toEqual([])
    expect(await isBackupRunning(parts.app.db)).toBe(true)
    const copiedBefore = (await filesIn(folder)).filter((name) =>
      /^contents\/..\/[0-9a-f]{64}$/.test(name),
    ).length
    const made = await createBackup(parts.app, repository)
    expect(made.copied.copied).toBe(new Set(await contentsOf(folder)).size - copiedBefore)
    if (step === 'files') expect(copiedBefore).toBeGreaterThanOrEqual(done)
    expect(await listBackups(repository)).toEqual([made.id])
    expect((await verifyBackups(repository, {})).findings).toEqual([])
    // nothing is left of the killed one except what the next one needs
    await pruneBackups(repository, { keep: 1, keepDays: 0, now: new Date() })
    const left = (await filesIn(folder)).filter(
      (name) => !name.startsWith('contents/') && !name.includes(made.id),
    )
    expect(left).toEqual(['chancery-backup.json'])
  },
)

const contentsOf = async (folder: string) =>
  (await filesIn(folder)).filter((name) => /^contents\/..\/[0-9a-f]{64}$/.test(name))

test.each([
  ['tables', 30],
  ['files', 5],
])(
  'a restore killed while writing %s prevents servers from starting, and continues with the same command',
  async (step, done) => {
    await manyFiles(12)
    const folder = await temporaryFolder()
    const repository = await placeFor(parts.app, folder)
    const before = await fingerprint(parts.app.database.pool.options)
    const made = await createBackup(parts.app, repository)
    const target = await emptyInstallation(await keyOf(parts.app))
    await killAt('restore', { step, done }, target, folder)
    const client = new pg.Client({ ...target.connection })
    await client.connect()
    await expect(refuseUnfinishedRestore(client)).rejects.toThrow('has not been completed')
    const restored = await restoreBackup(target, repository, {})
    await expect(refuseUnfinishedRestore(client)).resolves.toBeUndefined()
    await client.end()
    expect(restored).toMatchObject({ id: made.id, rows: made.rows, lost: [] })
    const after = await fingerprint(target.connection)
    expect(differing(before, after)).toEqual(['event_dispatches', 'storage_claims'])
    const { app } = await startOn(target)
    const stored: string[] = []
    for await (const key of app.storage.keys()) stored.push(key)
    expect(stored).toHaveLength(made.files)
  },
)
