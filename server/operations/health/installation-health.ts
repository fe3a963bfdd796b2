// How the installation is, for those who administer it: what every part says of itself, and what is wrong.
import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { checkProgress, type CheckProgress } from '../../files/contents/integrity-check.ts'
import type { App } from '../../platform/app.ts'
import type { OfficeHealth } from '../../platform/documents/office/word-to-pdf.ts'
import {
  backupConcerns,
  type BackupState,
  readBackupState,
} from '../../platform/installation/backup-state.ts'
import type { Concern } from '../../platform/installation/concern.ts'
import { mailConcerns, type MailState, readMailState } from '../../platform/installation/mail-state.ts'
import { queueConcerns, type QueuedJobs, readQueue } from '../../platform/installation/queue-state.ts'
import {
  processConcerns,
  type ServerProcess,
  readProcesses,
} from '../../platform/installation/server-processes.ts'
import { databaseConcerns, type DatabaseState, readDatabaseState } from './database-state.ts'
import { createReadiness } from './readiness.ts'

/** What is stored of files. */
export interface StorageState {
  readonly kind: 'Disk' | 'Bucket'
  readonly reachable: boolean
  /** Of the disk with the state folder; null where it cannot be asked. */
  readonly freeBytes: number | null
  readonly missing: number
  readonly damaged: number
  readonly check: CheckProgress
}

interface ClockState {
  /** The time of the database. */
  readonly databaseTime: Date
  /** That of the product, which a sandbox can move. */
  readonly now: Date
  /** How far the machine that answers is behind the database. */
  readonly differenceMs: number
}

export interface InstallationHealth {
  readonly environment: App['config']['environment']
  readonly offline: boolean
  readonly concerns: readonly Concern[]
  readonly processes: readonly ServerProcess[]
  readonly queue: readonly QueuedJobs[]
  readonly storage: StorageState
  readonly backups: BackupState & { readonly scheduled: boolean }
  readonly mail: MailState
  readonly database: DatabaseState
  readonly clock: ClockState
  readonly libreOffice: OfficeHealth
}

/** Asks every part how it is. For administrators of the installation, as the route demands. */
export async function readInstallationHealth(app: App): Promise<InstallationHealth> {
  const { db, clock, config } = app
  const [processes, queue, storage, backups, database, libreOffice] = await Promise.all([
    readProcesses(db, app),
    readQueue(db, clock.databaseTime()),
    readStorageState(app),
    readBackupState(db),
    readDatabaseState(app),
    app.wordToPdf.health(),
  ])
  const mail = await readMailState(db, queue, app)
  const clocks = readClocks(app)
  return {
    environment: config.environment,
    offline: config.offline,
    processes,
    queue,
    storage,
    backups: { ...backups, scheduled: config.backupSchedule !== undefined },
    mail,
    database,
    clock: clocks,
    libreOffice,
    // what does not work now comes first
    concerns: [
      ...processConcerns(processes, app),
      ...storageConcerns(storage),
      ...databaseConcerns(database),
      ...backupConcerns(backups, app),
      ...mailConcerns(queue, app),
      ...queueConcerns(queue, app),
      ...clockConcerns(clocks),
      ...officeConcerns(libreOffice),
    ].sort((a, b) => Number(b.severity === 'Failing') - Number(a.severity === 'Failing')),
  }
}

async function readStorageState(app: App): Promise<StorageState> {
  const { config, db } = app
  const [missing, space, check, { rows }] = await Promise.all([
    createReadiness(app)(),
    statfs(config.stateDir).catch(() => undefined),
    checkProgress(app),
    sql<{ missing: number; damaged: number }>`
      /* every organisation: the state of the whole installation */
      select (count(*) filter (where problem = 'missing'))::int as missing,
        (count(*) filter (where problem = 'damaged'))::int as damaged from content_damages`.execute(db),
  ])
  return {
    kind: config.storage === 's3' ? 'Bucket' : 'Disk',
    reachable: missing.storage === undefined,
    freeBytes: space === undefined ? null : space.bavail * space.bsize,
    missing: rows[0]?.missing ?? 0,
    damaged: rows[0]?.damaged ?? 0,
    check,
  }
}

const littleSpace = 5e9

function storageConcerns({ reachable, freeBytes, missing, damaged }: StorageState): readonly Concern[] {
  const area = 'Storage'
  const concerns: (Concern | undefined)[] = [
    reachable
      ? undefined
      : {
          area,
          severity: 'Failing',
          problem: 'The storage of file contents does not answer.',
          remedy: 'Check the disk or the bucket. Everything except files keeps working.',
        },
    missing + damaged === 0
      ? undefined
      : {
          area,
          severity: 'Failing',
          problem: `The contents of ${missing + damaged} files are missing or damaged.`,
          remedy:
            '“node bin/chancery.mjs files damaged” lists them. Put them back from a backup: docs/operating.md, “Are all files intact?”.',
        },
    freeBytes === null || freeBytes >= littleSpace
      ? undefined
      : {
          area,
          severity: 'Attention',
          problem: 'The disk of the state folder has less than 5 GB left.',
          remedy: 'Free some space, or move the installation to a larger disk.',
        },
  ]
  return concerns.filter((concern) => concern !== undefined)
}

// real time: the clock of this machine is what is compared
const readClocks = ({ clock }: App): ClockState => ({
  databaseTime: clock.databaseTime(),
  now: clock.now(),
  differenceMs: clock.databaseTime().getTime() - Date.now(),
})

const largestDifferenceMs = 5_000

function clockConcerns({ differenceMs }: ClockState): readonly Concern[] {
  if (Math.abs(differenceMs) <= largestDifferenceMs) return []
  return [
    {
      area: 'Clock',
      severity: 'Attention',
      problem: `The clocks of the database and of the machine that answered differ by ${Math.round(Math.abs(differenceMs) / 1000)} seconds.`,
      remedy: 'Synchronise the clocks of all machines (NTP). The product takes the time of the database.',
    },
  ]
}

function officeConcerns({ state, program }: OfficeHealth): readonly Concern[] {
  if (state !== 'Failing') return []
  return [
    {
      area: 'LibreOffice',
      severity: 'Failing',
      problem: `No PDF of a Word document can be made: ${program} is not there, or fails.`,
      remedy:
        'Install LibreOffice Writer, or name its program in CHANCERY_LIBREOFFICE; “off” turns PDFs of Word documents off: docs/operating.md, “PDFs of Word documents”.',
    },
  ]
}
