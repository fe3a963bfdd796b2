// Scheduled backups, made by the server according to CHANCERY_BACKUP_SCHEDULE.
import Type from 'typebox'
import type { App } from '../../platform/app.ts'
import { defineJob, type Job, type Recurring } from '../../platform/jobs.ts'
import { notifyOperator } from '../../platform/mail/mail-jobs.ts'
import { type BackupSummary, createBackup } from './create.ts'
import { openRepositoryFor } from './open-repository.ts'
import { BackupCancelled } from './progress.ts'
import { pruneBackups } from './prune.ts'
import { recordBackup, recordFailedBackup } from './results.ts'

const create = defineJob({
  name: 'create-backup',
  payload: Type.Unknown(),
  lane: 'long',
  run: runScheduledBackup,
})

export const backupJobs: readonly Job[] = [create]

/** The scheduled backup, if there is a schedule. */
export const scheduledBackups = ({
  backupSchedule,
}: Pick<App['config'], 'backupSchedule'>): readonly Recurring[] =>
  backupSchedule === undefined ? [] : [{ ...create, at: backupSchedule }]

/** Makes a backup and prunes old ones. A failure is logged, counted and mailed, and not retried. */
export async function runScheduledBackup(app: App): Promise<void> {
  const { backupPlace } = app.config
  if (backupPlace === undefined) return
  try {
    const { opened, close } = await openRepositoryFor(app, backupPlace)
    try {
      const { id } = await backUp(app, opened)
      await recordBackup(app, { id, place: backupPlace })
    } finally {
      await close()
    }
  } catch (error) {
    // the job is repeated when the server is back
    if (error instanceof BackupCancelled) throw error
    app.log.error({ err: error, place: backupPlace }, 'the scheduled backup failed')
    const message = error instanceof Error ? error.message : String(error)
    await recordFailedBackup(app, message)
    await notifyOperator(
      app,
      'The backup failed',
      `The scheduled backup to ${backupPlace} failed:\n\n${message}\n`,
    )
  }
}

async function backUp(
  app: App,
  repository: Parameters<typeof createBackup>[1],
): Promise<Pick<BackupSummary, 'id'>> {
  const progress = { stopping: () => app.stopping() }
  const { copied, ...made } = await createBackup(app, repository, progress)
  app.log.info({ ...made, ...copied }, 'made a backup')
  const { backupKeep: keep, backupKeepDays: keepDays } = app.config
  // real time: backup names are in real time too
  const pruned = await pruneBackups(repository, { keep, keepDays, now: new Date() }, progress)
  if (pruned.removed.length > 0) app.log.info(pruned, 'removed old backups')
  if (copied.lost.length > 0) {
    throw new Error(
      `The backup ${made.id} is complete except for ${copied.lost.length} files whose contents are missing or damaged in the storage: node bin/chancery.mjs files verify lists them.`,
    )
  }
  return made
}
