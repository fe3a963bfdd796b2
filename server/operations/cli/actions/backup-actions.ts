// The actions of `chancery backup`. Separate from the command definition, so that --help loads none of it.
import { createBackup } from '../../backup/create.ts'
import { listBackups, readManifest } from '../../backup/archive/manifest.ts'
import { openRepositoryFor } from '../../backup/open-repository.ts'
import { configuredPassphrase } from '../../backup/archive/passphrase.ts'
import { openPlace } from '../../backup/places/open-place.ts'
import type { ProgressOptions } from '../../backup/progress.ts'
import { recordBackup, recordVerification } from '../../backup/results.ts'
import { pruneBackups } from '../../backup/prune.ts'
import { openRepository, type Passphrase, type Repository } from '../../backup/archive/repository.ts'
import {
  checkBeforeRestore,
  type Restored,
  restoreBackup,
  type RestoreOptions,
} from '../../backup/restore.ts'
import { verifyBackups } from '../../backup/verify.ts'
import type { Config } from '../../../platform/settings/config.ts'
import { runningEmbeddedPostgres } from '../../../platform/postgres/packaged/embedded-postgres.ts'
import { openDatabaseServer } from '../../process/database-server.ts'
import { askForPassword, askOnce } from '../ask.ts'
import { formatSize, showProgress } from '../backup-progress.ts'
import { installationConfig, toTerminal, withApp } from '../installation.ts'

/** Makes a backup of the installation. */
export async function create(address: string | undefined, encrypt: boolean): Promise<void> {
  await withApp(async (app) => {
    const ask: Passphrase = async (why) => {
      if (why === 'open') return askOnce('Passphrase')
      return why === 'make' && encrypt ? askForPassword('New passphrase') : undefined
    }
    const place = placeOf(app.config, address)
    const { opened, close } = await openRepositoryFor(app, place, ask)
    try {
      const began = performance.now()
      const made = await withProgress((progress) => createBackup(app, opened, progress))
      const { lost, copied, copiedBytes } = made.copied
      console.log(
        `${made.id}: ${made.rows} rows (${formatSize(made.rowBytes)}), ${made.files} files (${formatSize(made.fileBytes)}), of which ${copied} contents were copied (${formatSize(copiedBytes)}), in ${secondsSince(began)} s`,
      )
      if (!opened.encrypted)
        console.error(
          'Not encrypted, and therefore without the encryption key: keep encryption.key, or CHANCERY_ENCRYPTION_KEY, elsewhere.',
        )
      for (const key of lost) console.error(`lost before the backup: ${key}`)
      // one that lacks files does not count, as it does not on schedule
      if (lost.length > 0) process.exitCode = 1
      else await recordBackup(app, { id: made.id, place })
    } finally {
      await close()
    }
  })
}

/** Restores a backup into the configured installation. */
export async function restore(address: string | undefined, options: RestoreOptions): Promise<void> {
  const config = installationConfig()
  await withRepository(config, address, async (repository) => {
    await checkBeforeRestore(config, repository, options)
    const database = await openDatabaseServer(config, toTerminal)
    try {
      const began = performance.now()
      const target = { config, connection: database.connection }
      const restored = await withProgress((progress) => restoreBackup(target, repository, options, progress))
      printRestored(restored, secondsSince(began))
    } finally {
      await database.stop()
    }
  })
}

function printRestored(restored: Restored, seconds: string): void {
  const { id, takenAt, rows, files, bytes, lost, suppressed, unsentMails, migrated } = restored
  console.log(
    `Restored ${id}, as it was at ${takenAt}: ${rows} rows, ${files} files (${formatSize(bytes)}), in ${seconds} s`,
  )
  if (migrated.length > 0) console.log(`Migrated to this version: ${migrated.length} migrations.`)
  if (suppressed > 0)
    console.log(`${suppressed} pending notifications are not sent; subscribers may replay them.`)
  if (unsentMails > 0)
    console.log(
      `${unsentMails} mails that were pending when the backup was made are not sent: invite those people again.`,
    )
  for (const key of lost) console.error(`lost: ${key}`)
  if (lost.length > 0) process.exitCode = 1
  console.log('Try it without sending anything: node bin/chancery.mjs start --offline')
}

/** Reads everything and compares it with its hash. */
export async function verify(address: string | undefined, backup: string | undefined): Promise<void> {
  await withRepository(installationConfig(), address, async (repository) => {
    const began = performance.now()
    const found = await withProgress((progress) => verifyBackups(repository, { backup }, progress))
    for (const finding of found.findings) console.log(finding)
    console.log(
      `${found.backups} backups, ${found.contents} contents of files (${formatSize(found.bytes)}): ${found.findings.length} missing or damaged; in ${secondsSince(began)} s`,
    )
    if (found.findings.length > 0) process.exitCode = 1
    await recordIfHere(address, repository, found.findings.length)
  })
}

/**
 * Backups are also verified where there is no installation, or another one: then nobody's state changes. A verification
 * is none of the installation's unless the place is.
 */
async function recordIfHere(
  address: string | undefined,
  repository: Repository,
  findings: number,
): Promise<void> {
  const config = installationConfig()
  if (!config.databaseUrl && !runningEmbeddedPostgres(config.stateDir)) {
    console.error('Not recorded: no installation is running here that it could be recorded in.')
    return
  }
  await withApp(async (app) => {
    const { lineage_id: own } = await app.db
      .selectFrom('storage_claims')
      .select('lineage_id')
      .executeTakeFirstOrThrow()
    if (repository.lineage === own)
      await recordVerification(app, { place: placeOf(config, address), findings })
    else console.error('Not recorded: these are the backups of another installation.')
  })
}

/** Prints one line per backup. */
export async function list(address: string | undefined): Promise<void> {
  await withRepository(installationConfig(), address, async (repository) => {
    const ids = await listBackups(repository)
    for (const id of ids) {
      const { takenAt, tables, files } = await readManifest(repository, id)
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      console.log(`${id}  ${takenAt}  ${rows} rows  ${files.count} files (${formatSize(files.bytes)})`)
    }
    if (ids.length === 0) console.error('There are no backups yet.')
  })
}

/** Removes backups that are no longer kept. */
export async function prune(
  address: string | undefined,
  options: { readonly keep?: string; readonly keepDays?: string },
): Promise<void> {
  const config = installationConfig()
  const keep = numberOf('--keep', options.keep) ?? config.backupKeep
  const keepDays = numberOf('--keep-days', options.keepDays) ?? config.backupKeepDays
  if (keep === 0 && keepDays === 0) {
    throw new Error(
      'Specify what to keep: --keep 30, --keep-days 90, or the settings CHANCERY_BACKUP_KEEP and CHANCERY_BACKUP_KEEP_DAYS.',
    )
  }
  await withRepository(config, address, async (repository) => {
    // real time: backup names are in real time too
    const pruned = await pruneBackups(repository, { keep, keepDays, now: new Date() })
    for (const id of pruned.removed) console.log(`removed ${id}`)
    console.log(`${pruned.left} backups remain; ${formatSize(pruned.bytes)} of file contents were removed`)
  })
}

function numberOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,6}$/.test(text)) throw new Error(`${option} must be a whole number; it is "${text}".`)
  return Number(text)
}

function placeOf({ backupPlace }: Config, address: string | undefined): string {
  const found = address ?? backupPlace
  if (found === undefined)
    throw new Error('Specify where the backups are: a folder, s3://bucket/prefix, or CHANCERY_BACKUP_PLACE.')
  return found
}

async function withRepository(
  config: Config,
  address: string | undefined,
  work: (repository: Repository) => Promise<void>,
): Promise<void> {
  const place = await openPlace(placeOf(config, address), config)
  try {
    const passphrase: Passphrase = async () => (await configuredPassphrase(config)) ?? askOnce('Passphrase')
    await work(await openRepository(place, passphrase))
  } finally {
    await place.close()
  }
}

async function withProgress<Result>(run: (progress: ProgressOptions) => Promise<Result>): Promise<Result> {
  const shown = showProgress()
  try {
    return await run({ onProgress: shown.show })
  } finally {
    shown.end()
  }
}

const secondsSince = (began: number) => ((performance.now() - began) / 1000).toFixed(1)
