// Scheduled backups, made by the server according to CHANCERY_BACKUP_SCHEDULE.
import { Gauge } from 'prom-client'
import Type from 'typebox'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { defineJob, type Job, type Recurring } from '../../platform/jobs.ts'
import { notifyOperator } from '../../platform/mail/mail-jobs.ts'
import { createBackup } from './create.ts'
import { openRepositoryFor } from './open-repository.ts'
import { BackupCancelled } from './progress.ts'
import { pruneBackups } from './prune.ts'

const succeededAt = new Gauge({
  name: 'chancery_backup_last_success_timestamp_seconds',
  help: 'When the last scheduled backup succeeded; 0 if none has',
  aggregator: 'max',
})
const failing = new Gauge({
  name: 'chancery_backup_failing',
  help: '1 if the last scheduled backup failed',
  aggregator: 'max',
})

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
      await backUp(app, opened)
    } finally {
      await close()
    }
    await recordResult(app, undefined)
  } catch (error) {
    // the job is repeated when the server is back
    if (error instanceof BackupCancelled) throw error
    app.log.error({ err: error, place: backupPlace }, 'the scheduled backup failed')
    const message = error instanceof Error ? error.message : String(error)
    await recordResult(app, message)
    await notifyOperator(
      app,
      'The backup failed',
      `The scheduled backup to ${backupPlace} failed:\n\n${message}\n`,
    )
  }
}

async function backUp(app: App, repository: Parameters<typeof createBackup>[1]): Promise<void> {
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
}

async function recordResult(app: App, error: string | undefined): Promise<void> {
  await internalTransaction(app, (tx, now) =>
    tx
      .updateTable('backup_results')
      .set(error === undefined ? { succeeded_at: now, error: null } : { failed_at: now, error })
      .execute(),
  )
  await updateBackupMetrics(app)
}

/** Sets the metrics to the stored results of the last backups. */
export async function updateBackupMetrics({ db }: Pick<App, 'db'>): Promise<void> {
  const row = await db.selectFrom('backup_results').selectAll().executeTakeFirst()
  succeededAt.set((row?.succeeded_at?.getTime() ?? 0) / 1000)
  failing.set(typeof row?.error === 'string' ? 1 : 0)
}
