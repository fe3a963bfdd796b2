// Makes a backup while servers are running: first the rows of one snapshot, then the files they refer to. Contents
// never change and are protected from deletion meanwhile, so the files belong to the same moment.
import { type BackedUpContents, selectContentsToBackUp } from '../../files/contents/contents-to-back-up.ts'
import type { App } from '../../platform/app.ts'
import { findLocalKey } from '../../platform/secrets/vault-keys.ts'
import { copyContents, type Copied, type StoredContents } from './archive/contents.ts'
import { describeSnapshot, dumpTable, openSnapshot, type Snapshot } from './database/dump.ts'
import { holdContents } from './deletion-hold.ts'
import {
  folderOf,
  listBackups,
  type Manifest,
  type TableInBackup,
  writeManifest,
} from './archive/manifest.ts'
import { writeParts } from './archive/parts.ts'
import { withPlaceLock } from './places/place-lock.ts'
import { throwIfStopping, type ProgressOptions } from './progress.ts'
import { newBackupId, type Repository } from './archive/repository.ts'

export interface BackupSummary {
  readonly id: string
  readonly rows: number
  readonly rowBytes: number
  readonly files: number
  readonly fileBytes: number
  readonly copied: Pick<Copied, 'copied' | 'copiedBytes' | 'lost'>
}

/** Makes a backup in the place. File contents already copied by an interrupted backup are not copied again. */
export function createBackup(
  app: App,
  repository: Repository,
  progress: ProgressOptions = {},
): Promise<BackupSummary> {
  return withPlaceLock(repository.place, 'create', async () => {
    await removeLeftovers(repository)
    const hold = await holdContents(app)
    try {
      // real time: a name for people
      const id = newBackupId(new Date())
      const { rows, recorded } = await dumpDatabase(app, repository, id, progress)
      // From now on the storage claim is newer than this snapshot, so that a copy of the database made from it does not
      // sweep the live storage.
      if (!app.config.offline) await app.storageClaim.hold()
      const parts = { storage: app.storage, repository }
      const copied = await copyContents(parts, recorded, { ...progress, check: hold.check })
      const files = await writeFileList(repository, id, copied)
      hold.check()
      await writeManifest(repository, { ...rows, files })
      return summaryOf({ ...rows, files }, copied)
    } finally {
      await hold.end()
    }
  })
}

/** Parts of backups that were killed before they had a manifest. */
async function removeLeftovers(repository: Repository): Promise<void> {
  const whole = new Set(await listBackups(repository))
  for await (const { name } of repository.place.list('backups/')) {
    const [, id = ''] = name.split('/')
    if (!whole.has(id)) await repository.place.remove(name)
  }
}

type Rows = Omit<Manifest, 'files'>

async function dumpDatabase(
  app: App,
  repository: Repository,
  id: string,
  progress: ProgressOptions,
): Promise<{ readonly rows: Rows; readonly recorded: readonly BackedUpContents[] }> {
  const snapshot = await openSnapshot(app.database.pool.options)
  try {
    const described = await describeSnapshot(snapshot)
    const { rows: recorded } = await snapshot.client.query<BackedUpContents>(selectContentsToBackUp)
    const tables: TableInBackup[] = []
    for (const table of snapshot.tables) {
      throwIfStopping(progress)
      tables.push(await dumpTable(repository, snapshot, table, `${folderOf(id)}tables/`))
      progress.onProgress?.({ what: 'tables', done: tables.length, total: snapshot.tables.length })
    }
    const encryption = await describeEncryption(app, repository, snapshot)
    return { rows: { version: 1, id, ...described, tables, encryption }, recorded }
  } finally {
    await snapshot.close()
  }
}

async function describeEncryption(
  app: App,
  { encrypted }: Repository,
  { client }: Snapshot,
): Promise<Manifest['encryption']> {
  const { rows: check } = await client.query<{ sealed: Buffer }>('select sealed from encryption_check')
  const { rows: keys } = await client.query<{ key_id: string; sealed_with: string; sealed: Buffer }>(
    'select key_id, sealed_with, sealed from encryption_keys',
  )
  // the key opens the sealed values in the rows: it is included only if everything is encrypted
  const key = encrypted ? await findLocalKey(app.config) : undefined
  return {
    check: check[0]?.sealed.toString('base64') ?? null,
    keys: keys.map((each) => ({ ...each, sealed: each.sealed.toString('base64') })),
    key: key?.toString('base64') ?? null,
  }
}

async function writeFileList(
  repository: Repository,
  id: string,
  { kept, lost }: Copied,
): Promise<Manifest['files']> {
  const lines = async function* (): AsyncGenerator<Buffer> {
    for (const contents of kept) yield Buffer.from(lineOf(contents))
  }
  const parts = await writeParts(repository, `${folderOf(id)}files/`, lines(), () => undefined)
  const bytes = kept.reduce((sum, { size }) => sum + size, 0)
  return { count: kept.length, bytes, parts: [...parts], lost: [...lost] }
}

const lineOf = ({ key, sha256, size }: StoredContents) => `${key} ${sha256} ${size}\n`

function summaryOf({ id, tables, files }: Manifest, { copied, copiedBytes, lost }: Copied): BackupSummary {
  const parts = tables.flatMap((table) => table.parts)
  return {
    id,
    rows: tables.reduce((sum, table) => sum + table.rows, 0),
    rowBytes: parts.reduce((sum, { size }) => sum + size, 0),
    files: files.count,
    fileBytes: files.bytes,
    copied: { copied, copiedBytes, lost },
  }
}
