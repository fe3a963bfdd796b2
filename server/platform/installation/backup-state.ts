// How old the newest backup is, and whether it was read again. The command line and the scheduled backup record it.
import type { App } from '../app.ts'
import type { Reader } from '../postgres/database.ts'
import { ageOf, type Concern, day, hour } from './concern.ts'

/** What is known of the backups that were made with the tools of the product. */
export interface BackupState {
  readonly succeededAt: Date | null
  /** The id of the newest one; null before this was recorded. */
  readonly madeId: string | null
  readonly place: string | null
  readonly failedAt: Date | null
  /** Whether the last attempt failed. */
  readonly failing: boolean
  readonly verifiedAt: Date | null
  readonly verifiedPlace: string | null
  /** How much was missing or damaged. */
  readonly findings: number | null
}

/** The row about backups. */
export async function readBackupState(db: Reader): Promise<BackupState> {
  const row = await db.selectFrom('backup_results').selectAll().executeTakeFirstOrThrow()
  return {
    succeededAt: row.succeeded_at,
    madeId: row.made_id,
    place: row.place,
    failedAt: row.failed_at,
    failing: row.error !== null,
    verifiedAt: row.verified_at,
    verifiedPlace: row.verified_place,
    findings: row.verified_findings,
  }
}

// a nightly backup that takes its time is not late yet
const lateMs = 36 * hour
const veryLateMs = 7 * day
const unverifiedMs = 35 * day

type Installation = Pick<App, 'clock' | 'config'>

/** What is wrong with them. Nobody needs backups of a sandbox; those that are made are to be right all the same. */
export function backupConcerns(backups: BackupState, app: Installation): readonly Concern[] {
  const isSandbox = app.config.environment === 'sandbox'
  return [
    ...(backups.failing ? [failed] : []),
    ...(isSandbox ? [] : ageConcerns(backups, app.clock.now())),
    ...((backups.findings ?? 0) > 0 ? [damaged(backups.findings ?? 0)] : []),
  ]
}

const area = 'Backup'
const howTo =
  'Set CHANCERY_BACKUP_PLACE and CHANCERY_BACKUP_SCHEDULE, or run “node bin/chancery.mjs backup create” every night: docs/operating.md, “Backup and restore”.'

const failed: Concern = {
  area,
  severity: 'Failing',
  problem: 'The last backup failed.',
  remedy:
    'The log says why, under “the scheduled backup failed”. Fix the cause, and run “node bin/chancery.mjs backup create”.',
}

const damaged = (count: number): Concern => ({
  area,
  severity: 'Failing',
  problem: `The last verification found ${count === 1 ? 'something' : `${count} things`} missing or damaged in the backups.`,
  remedy:
    'Make a new backup in another place, and run “node bin/chancery.mjs backup verify” there. Replace the disk or bucket of the old one.',
})

function ageConcerns({ succeededAt, verifiedAt, findings }: BackupState, now: Date): readonly Concern[] {
  if (succeededAt === null)
    return [{ area, severity: 'Failing', problem: 'No backup has been made.', remedy: howTo }]
  const age = now.getTime() - succeededAt.getTime()
  const late: readonly Concern[] =
    age > lateMs
      ? [
          {
            area,
            severity: age > veryLateMs ? 'Failing' : 'Attention',
            problem: `The newest backup is ${ageOf(succeededAt, now)} old.`,
            remedy: howTo,
          },
        ]
      : []
  const isVerified = verifiedAt !== null && now.getTime() - verifiedAt.getTime() < unverifiedMs
  return isVerified || (findings ?? 0) > 0 ? late : [...late, unverified(verifiedAt, now)]
}

const unverified = (verifiedAt: Date | null, now: Date): Concern => ({
  area,
  severity: 'Attention',
  problem:
    verifiedAt === null
      ? 'No backup has been verified.'
      : `The backups were last verified ${ageOf(verifiedAt, now)} ago.`,
  remedy:
    'Run “node bin/chancery.mjs backup verify” with the place, once a month; best rehearse a restore as well.',
})
