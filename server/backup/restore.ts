// Restores a backup into an empty installation. A restore that was killed is begun again with the same command and goes on; until
// it has come to its end, no server starts there.
import { Readable } from 'node:stream'
import type { Config } from '../settings/config.ts'
import { type Connection, withPool } from '../process/database-server.ts'
import { checkMigrationsKnown } from '../platform/postgres/migrations.ts'
import { openStorage } from '../platform/storage/open-storage.ts'
import { createLog } from '../platform/installation/log.ts'
import { becomeAnother, createStorageClaim } from '../platform/storage/storage-claim.ts'
import { openDatabase } from '../platform/postgres/database.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { type Aftercare, careForRestored } from './aftercare.ts'
import { hashOf, type KeptContents, readContents, WrongContents } from './archive/contents.ts'
import { readFileList } from './archive/file-list.ts'
import { loadRows, makeSchema } from './database/load.ts'
import { chooseBackup, type Manifest, readManifest } from './archive/manifest.ts'
import { whileLocked } from './places/place-lock.ts'
import { checkGoingOn, forEachOf, type Watching } from './progress.ts'
import type { Repository } from './archive/repository.ts'
import { markRestore, unmarkRestore } from './restore-mark.ts'
import { checkTarget, prepareKey } from './database/target.ts'

export interface RestoreWishes {
  /** The newest unless given. */
  readonly backup?: string | undefined
  /** The encryption key is lost: replace what was sealed with it. */
  readonly withoutKey?: boolean
  /** Go on when contents of files are missing or damaged in the backup. */
  readonly acceptLoss?: boolean
}

export interface Restored extends Aftercare {
  readonly id: string
  readonly takenAt: string
  readonly rows: number
  readonly files: number
  readonly bytes: number
  /** Keys of contents that could not be brought back. */
  readonly lost: readonly string[]
}

interface Target {
  readonly config: Config
  readonly connection: Connection
}

/** Restores into the database of the connection and the storage of the settings. Throws before anything is written where it can. */
export async function restoreBackup(
  target: Target,
  repository: Repository,
  wishes: RestoreWishes,
  watching: Watching = {},
): Promise<Restored> {
  return whileLocked(repository.place, 'read', async () => {
    const manifest = await readManifest(repository, await chooseBackup(repository, wishes.backup))
    await checkMigrationsKnown(manifest.migrations)
    const storage = await openStorage(target.config)
    try {
      return await restoreInto({ ...target, storage, repository, manifest }, wishes, watching)
    } finally {
      await storage.close()
    }
  })
}

interface Work extends Target {
  readonly storage: Storage
  readonly repository: Repository
  readonly manifest: Manifest
}

async function restoreInto(work: Work, wishes: RestoreWishes, watching: Watching): Promise<Restored> {
  const { config, connection, storage, manifest } = work
  const { withoutKey = false, acceptLoss = false } = wishes
  const mark = await checkTarget(work, manifest.id)
  const key = await prepareKey(config, manifest, withoutKey)
  if (mark?.stage !== 'loaded') {
    await withPool(connection, (pool) => markRestore(pool, { backup: manifest.id, stage: 'begun' }))
    await makeSchema(connection, manifest)
    await loadRows(connection, work, watching, (client) =>
      markRestore(client, { backup: manifest.id, stage: 'loaded' }),
    )
  }
  await key.install()
  const brought = await bringFiles(work, { acceptLoss }, watching)
  const aftercare = await careForRestored({ config, connection, storage, withoutKey })
  await claimStorage(connection, storage)
  await withPool(connection, async (pool) => {
    await pool.query('analyze')
    await unmarkRestore(pool)
  })
  const { id, takenAt, tables, files } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return { id, takenAt, rows, files: files.count, bytes: files.bytes, ...aftercare, lost: brought }
}

const atOnce = 6

/** Answers the keys of what could not be brought back. */
async function bringFiles(
  { storage, repository, manifest }: Work,
  { acceptLoss }: { readonly acceptLoss: boolean },
  watching: Watching,
): Promise<readonly string[]> {
  const { count, lost: lostBefore } = manifest.files
  const lost = [...lostBefore]
  const files: KeptContents[] = []
  for await (const file of readFileList(repository, manifest)) files.push(file)
  const there = new Set<string>()
  for await (const key of storage.keys()) there.add(key)
  let done = 0
  await forEachOf(files, atOnce, async (file) => {
    checkGoingOn(watching)
    try {
      if (!(there.has(file.key) && (await isSame(storage, file)))) await bring(storage, repository, file)
    } catch (error) {
      if (!(error instanceof WrongContents)) throw error
      if (!acceptLoss) {
        throw new Error(
          `The backup is damaged: ${error.message}. Restore an older one, or add --accept-loss to go on without such files.`,
          { cause: error },
        )
      }
      lost.push(file.key)
    }
    watching.onProgress?.({ what: 'files', done: ++done, total: count })
  })
  return lost
}

async function isSame(storage: Storage, { key, sha256, size }: KeptContents): Promise<boolean> {
  const found = await hashOf(storage, key)
  return found?.sha256 === sha256 && found.size === size
}

async function bring(storage: Storage, repository: Repository, file: KeptContents): Promise<void> {
  let failure: unknown
  const watched = async function* () {
    try {
      yield* readContents(repository, file)
    } catch (error) {
      failure = error
      throw error
    }
  }
  // the storage tells of a broken stream in words for somebody who uploads
  await storage.putAt(file.key, Readable.from(watched()), file.size).catch((error: unknown) => {
    throw failure ?? error
  })
}

/** A restored database is another one than that of the backup: on the storage of the original it removes nothing. */
async function claimStorage(connection: Connection, storage: Storage): Promise<void> {
  const log = createLog('silent')
  const database = openDatabase({ connection, connections: 1, log })
  try {
    await becomeAnother(database)
    await createStorageClaim({ storage, database, log, offline: false }).adopt()
  } finally {
    await database.close()
  }
}
