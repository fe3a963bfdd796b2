// What `chancery backup` does. Apart from the command's description, so that asking for help loads none of it.
import { createBackup } from '../../backup/create.ts'
import { listBackups, readManifest } from '../../backup/archive/manifest.ts'
import { openRepositoryFor } from '../../backup/open.ts'
import { configuredPassphrase } from '../../backup/archive/passphrase.ts'
import { openPlace } from '../../backup/places/open-place.ts'
import type { Watching } from '../../backup/progress.ts'
import { pruneBackups } from '../../backup/prune.ts'
import { openRepository, type Passphrase, type Repository } from '../../backup/archive/repository.ts'
import { type Restored, restoreBackup, type RestoreWishes } from '../../backup/restore.ts'
import { verifyBackups } from '../../backup/verify.ts'
import type { Config } from '../../settings/config.ts'
import { openDatabaseServer } from '../../process/database-server.ts'
import { askForPassword, askOnce } from '../ask.ts'
import { sizeInWords, showProgress } from '../backup-progress.ts'
import { installationConfig, toTerminal, withApp } from '../installation.ts'

/** Makes a backup of the installation. */
export async function create(address: string | undefined, encrypt: boolean): Promise<void> {
  await withApp(async (app) => {
    const ask: Passphrase = async (why) => {
      if (why === 'open') return askOnce('Passphrase')
      return why === 'make' && encrypt ? askForPassword('New passphrase') : undefined
    }
    const { opened, close } = await openRepositoryFor(app, placeOf(app.config, address), ask)
    try {
      const began = performance.now()
      const made = await watched((watching) => createBackup(app, opened, watching))
      const { lost, copied, copiedBytes } = made.copied
      console.log(
        `${made.id}: ${made.rows} rows (${sizeInWords(made.rowBytes)}), ${made.files} files (${sizeInWords(made.fileBytes)}), of which ${copied} contents were copied (${sizeInWords(copiedBytes)}), in ${secondsSince(began)} s`,
      )
      if (!opened.encrypted)
        console.error(
          'Not encrypted, so without the encryption key: keep encryption.key, or CHANCERY_ENCRYPTION_KEY, elsewhere.',
        )
      for (const key of lost) console.error(`lost before the backup: ${key}`)
      if (lost.length > 0) process.exitCode = 1
    } finally {
      await close()
    }
  })
}

/** Restores a backup into where the settings point. */
export async function restore(address: string | undefined, wishes: RestoreWishes): Promise<void> {
  const config = installationConfig()
  await withRepository(config, address, async (repository) => {
    const database = await openDatabaseServer(config, toTerminal)
    try {
      const began = performance.now()
      const target = { config, connection: database.connection }
      const restored = await watched((watching) => restoreBackup(target, repository, wishes, watching))
      sayRestored(restored, secondsSince(began))
    } finally {
      await database.stop()
    }
  })
}

function sayRestored(restored: Restored, seconds: string): void {
  const { id, takenAt, rows, files, bytes, lost, suppressed, unsentMails, migrated } = restored
  console.log(
    `Restored ${id}, as it was at ${takenAt}: ${rows} rows, ${files} files (${sizeInWords(bytes)}), in ${seconds} s`,
  )
  if (migrated.length > 0) console.log(`Brought to this version: ${migrated.length} migrations.`)
  if (suppressed > 0)
    console.log(
      `${suppressed} notifications were still to be sent. They are not sent; subscribers may replay them.`,
    )
  if (unsentMails > 0)
    console.log(`${unsentMails} mails were not sent when the backup was made. They are not sent.`)
  for (const key of lost) console.error(`lost: ${key}`)
  if (lost.length > 0) process.exitCode = 1
  console.log('Try it without sending anything: npx chancery start --offline')
}

/** Reads everything again. */
export async function verify(address: string | undefined, backup: string | undefined): Promise<void> {
  await withRepository(installationConfig(), address, async (repository) => {
    const began = performance.now()
    const found = await watched((watching) => verifyBackups(repository, { backup }, watching))
    for (const finding of found.findings) console.log(finding)
    console.log(
      `${found.backups} backups, ${found.contents} contents of files (${sizeInWords(found.bytes)}): ${found.findings.length} missing or damaged; in ${secondsSince(began)} s`,
    )
    if (found.findings.length > 0) process.exitCode = 1
  })
}

/** One line for each backup. */
export async function list(address: string | undefined): Promise<void> {
  await withRepository(installationConfig(), address, async (repository) => {
    const ids = await listBackups(repository)
    for (const id of ids) {
      const { takenAt, tables, files } = await readManifest(repository, id)
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      console.log(`${id}  ${takenAt}  ${rows} rows  ${files.count} files (${sizeInWords(files.bytes)})`)
    }
    if (ids.length === 0) console.error('There is no backup yet.')
  })
}

/** Removes what is not kept any more. */
export async function prune(
  address: string | undefined,
  wishes: { readonly keep?: string; readonly keepDays?: string },
): Promise<void> {
  const config = installationConfig()
  const keep = numberOf('--keep', wishes.keep) ?? config.backupKeep
  const keepDays = numberOf('--keep-days', wishes.keepDays) ?? config.backupKeepDays
  if (keep === 0 && keepDays === 0) {
    throw new Error(
      'Say what to keep: --keep 30, --keep-days 90, or the settings CHANCERY_BACKUP_KEEP and CHANCERY_BACKUP_KEEP_DAYS.',
    )
  }
  await withRepository(config, address, async (repository) => {
    // real time: so are the names of backups
    const pruned = await pruneBackups(repository, { keep, keepDays, now: new Date() })
    for (const id of pruned.removed) console.log(`removed ${id}`)
    console.log(`${pruned.left} backups are left; ${sizeInWords(pruned.bytes)} of files were removed`)
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
    throw new Error('Say where the backups are: a folder, s3://bucket/prefix, or CHANCERY_BACKUP_PLACE.')
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

async function watched<Result>(run: (watching: Watching) => Promise<Result>): Promise<Result> {
  const shown = showProgress()
  try {
    return await run({ onProgress: shown.show })
  } finally {
    shown.end()
  }
}

const secondsSince = (began: number) => ((performance.now() - began) / 1000).toFixed(1)
