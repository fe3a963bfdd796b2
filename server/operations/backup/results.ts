// Records how backups went last: for metrics, for administrators of the installation, and for the first steps of
// organisations. What is recorded is read in server/platform/installation/backup-state.ts.
import type { Updateable } from 'kysely'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import type { Tables } from '../../platform/postgres/tables.ts'

interface MadeBackup {
  readonly id: string
  readonly place: string
}

/** Records a backup that is whole. */
export const recordBackup = (app: App, { id, place }: MadeBackup): Promise<void> =>
  record(app, (now) => ({ succeeded_at: now, error: null, made_id: id, place }))

/** Records that a scheduled backup failed. */
export const recordFailedBackup = (app: App, error: string): Promise<void> =>
  record(app, (now) => ({ failed_at: now, error }))

interface Verification {
  readonly place: string
  /** How much is missing or damaged. */
  readonly findings: number
}

/** Records that backups were read and compared. */
export const recordVerification = (app: App, { place, findings }: Verification): Promise<void> =>
  record(app, (now) => ({ verified_at: now, verified_place: place, verified_findings: findings }))

const record = (app: App, valuesAt: (now: Date) => Updateable<Tables['backup_results']>): Promise<void> =>
  internalTransaction(app, async (tx, now) => {
    await tx.updateTable('backup_results').set(valuesAt(now)).execute()
  })
