// Restores a backup into an empty installation. An interrupted restore is continued with the same command; until it is
// complete, no server starts there.
import { existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { Config } from '../../platform/settings/config.ts'
import { type Connection, withPool } from '../process/database-server.ts'
import { hasEmbeddedPostgres } from '../../platform/postgres/packaged/embedded-postgres.ts'
import { checkMigrationsKnown } from '../../platform/postgres/migrations.ts'
import { openStorage } from '../../platform/storage/open-storage.ts'
import { createLog } from '../../platform/installation/log.ts'
import { assignNewDatabaseId, createStorageClaim } from '../../platform/storage/storage-claim.ts'
import { openDatabase } from '../../platform/postgres/database.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { type RestoreFollowUp, prepareRestoredDatabase } from './prepare-restored.ts'
import { hashOf, type StoredContents, readContents, ContentMismatch } from './archive/contents.ts'
import { readFileList } from './archive/file-list.ts'
import { loadRows, makeSchema } from './database/load.ts'
import { chooseBackup, type Manifest, readManifest } from './archive/manifest.ts'
import { checkManifest } from './archive/manifest-rules.ts'
import { withPlaceLock } from './places/place-lock.ts'
import { throwIfStopping, forEachConcurrently, type ProgressOptions } from './progress.ts'
import type { Repository } from './archive/repository.ts'
import { setRestoreMark, clearRestoreMark } from './restore-mark.ts'
import { checkStorageEmpty, checkTarget, prepareKey } from './database/target.ts'

export interface RestoreOptions {
  /** Defaults to the newest. */
  readonly backup?: string | undefined
  /** The encryption key is lost: replace everything sealed with it. */
  readonly withoutKey?: boolean
  /** Continue when contents of files are missing or damaged in the backup. */
  readonly acceptLoss?: boolean
}

export interface Restored extends RestoreFollowUp {
  readonly id: string
  readonly takenAt: string
  readonly rows: number
  readonly files: number
  readonly bytes: number
  /** Keys of contents that could not be restored. */
  readonly lost: readonly string[]
}

interface Target {
  readonly config: Config
  readonly connection: Connection
}

/**
 * Restores into the given database and the configured storage. Checks as much as possible before anything is written.
 */
export async function restoreBackup(
  target: Target,
  repository: Repository,
  options: RestoreOptions,
  progress: ProgressOptions = {},
): Promise<Restored> {
  return withPlaceLock(repository.place, 'read', async () => {
    const manifest = await readCheckedManifest(repository, options)
    const storage = await openStorage(target.config)
    try {
      return await restoreInto({ ...target, storage, repository, manifest }, options, progress)
    } finally {
      await storage.close()
    }
  })
}

/**
 * Checks what can be checked without a database, so that none is made for a backup that cannot be restored: that it is
 * there and whole, that this version knows its migrations, that there is a key for its secrets, and before the first
 * database of an installation that its storage is empty. Throws otherwise.
 */
export async function checkBeforeRestore(
  config: Config,
  repository: Repository,
  options: RestoreOptions,
): Promise<void> {
  const manifest = await withPlaceLock(repository.place, 'read', () =>
    readCheckedManifest(repository, options),
  )
  await prepareKey(config, manifest, options.withoutKey ?? false)
  // an interrupted restore has a database, which says whose the files are
  if (config.databaseUrl || hasEmbeddedPostgres(config.stateDir)) return
  // opening the storage of a new installation would make its folder
  if (config.storage === 'disk' && !existsSync(config.stateDir)) return
  const storage = await openStorage(config)
  try {
    await checkStorageEmpty(storage)
  } finally {
    await storage.close()
  }
}

async function readCheckedManifest(repository: Repository, { backup }: RestoreOptions): Promise<Manifest> {
  const id = await chooseBackup(repository, backup)
  const manifest = await readManifest(repository, id)
  await checkMigrationsKnown(manifest.migrations)
  await checkManifest(manifest, id)
  return manifest
}

interface Work extends Target {
  readonly storage: Storage
  readonly repository: Repository
  readonly manifest: Manifest
}

async function restoreInto(
  work: Work,
  options: RestoreOptions,
  progress: ProgressOptions,
): Promise<Restored> {
  const { config, connection, storage, manifest } = work
  const { withoutKey = false, acceptLoss = false } = options
  const mark = await checkTarget(work, manifest.id)
  const key = await prepareKey(config, manifest, withoutKey)
  if (mark?.stage !== 'loaded') {
    await withPool(connection, (pool) => setRestoreMark(pool, { backup: manifest.id, stage: 'begun' }))
    await makeSchema(connection, manifest)
    await loadRows(connection, work, progress, (client) =>
      setRestoreMark(client, { backup: manifest.id, stage: 'loaded' }),
    )
  }
  await key.install()
  const lost = await restoreFiles(work, { acceptLoss }, progress)
  const followUp = await prepareRestoredDatabase({ config, connection, storage, withoutKey })
  await claimStorage(connection, storage)
  await withPool(connection, async (pool) => {
    await pool.query('analyze')
    await clearRestoreMark(pool)
  })
  const { id, takenAt, tables, files } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return { id, takenAt, rows, files: files.count, bytes: files.bytes, ...followUp, lost }
}

const concurrency = 6

/** Returns the keys of contents that could not be restored. */
async function restoreFiles(
  { storage, repository, manifest }: Work,
  { acceptLoss }: { readonly acceptLoss: boolean },
  progress: ProgressOptions,
): Promise<readonly string[]> {
  const { count, lost: lostBefore } = manifest.files
  const lost = [...lostBefore]
  const files: StoredContents[] = []
  for await (const file of readFileList(repository, manifest)) files.push(file)
  const existing = new Set<string>()
  for await (const key of storage.keys()) existing.add(key)
  let done = 0
  await forEachConcurrently(files, concurrency, async (file) => {
    throwIfStopping(progress)
    try {
      if (!(existing.has(file.key) && (await isSame(storage, file))))
        await restoreFile(storage, repository, file)
    } catch (error) {
      if (!(error instanceof ContentMismatch)) throw error
      if (!acceptLoss) {
        throw new Error(
          `The backup is damaged: ${error.message}. Restore an older one, or add --accept-loss to continue without such files.`,
          { cause: error },
        )
      }
      lost.push(file.key)
    }
    progress.onProgress?.({ what: 'files', done: ++done, total: count })
  })
  return lost
}

async function isSame(storage: Storage, { key, sha256, size }: StoredContents): Promise<boolean> {
  const found = await hashOf(storage, key)
  return found?.sha256 === sha256 && found.size === size
}

async function restoreFile(storage: Storage, repository: Repository, file: StoredContents): Promise<void> {
  let failure: unknown
  const watched = async function* () {
    try {
      yield* readContents(repository, file)
    } catch (error) {
      failure = error
      throw error
    }
  }
  // the storage describes a broken stream in terms of an upload
  await storage.putAt(file.key, Readable.from(watched()), file.size).catch((error: unknown) => {
    throw failure ?? error
  })
}

/** A restored database counts as different from the original: on the original's storage it removes nothing. */
async function claimStorage(connection: Connection, storage: Storage): Promise<void> {
  const log = createLog('silent')
  const database = openDatabase({ connection, connections: 1, log })
  try {
    await assignNewDatabaseId(database)
    await createStorageClaim({ storage, database, log, offline: false }).adopt()
  } finally {
    await database.close()
  }
}
