// What a database needs after its rows have been restored, before a server may start on it.
import { buildApp } from '../process/app.ts'
import { forgetStoredExports } from '../offboarding/stored/remove-export.ts'
import type { Config } from '../../platform/settings/config.ts'
import { type Connection, migrateEverything } from '../process/database-server.ts'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { addJob } from '../../platform/add-job.ts'
import { forgetProcesses } from '../../platform/installation/server-processes.ts'
import { createLog } from '../../platform/installation/log.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { loadLocalKey } from '../../platform/secrets/vault-keys.ts'
import { replaceLostSecrets } from '../process/sealed-secrets.ts'
import { giveUpUnsentMails } from '../../platform/mail/mail-jobs.ts'
import { notifyWithoutMail } from '../../notifications/engine.ts'
import { skipDueReports } from '../../reports/mailings/send-mailings.ts'
import { suppressAfterRestore } from '../../webhooks/delivery/after-restore.ts'

export interface RestoreFollowUp {
  /** Pending notifications that are not sent. */
  readonly suppressed: number
  /** Pending mails that are not sent. */
  readonly unsentMails: number
  readonly migrated: readonly string[]
}

interface Restored {
  readonly config: Config
  readonly connection: Connection
  readonly storage: Storage
  /** The key is lost: replace everything sealed with it. */
  readonly withoutKey: boolean
}

/**
 * Migrates the database to this version, and makes sure that nothing is sent twice. Can be repeated after an
 * interruption.
 */
export async function prepareRestoredDatabase({
  config,
  connection,
  storage,
  withoutKey,
}: Restored): Promise<RestoreFollowUp> {
  const migrated = await migrateEverything(connection, () => undefined)
  const app = await buildApp({ ...config, offline: true, databaseConnections: 2 }, connection, {
    log: createLog('silent'),
    // closed by its opener
    storage: { ...storage, close: async () => undefined },
  })
  try {
    if (withoutKey) {
      await loadLocalKey(config)
      await replaceLostSecrets(app)
    }
    await app.vault.prepare()
    const suppressed = await suppressAfterRestore(app)
    await notifyWithoutMail(app)
    await skipDueReports(app)
    await deliverDrafts(app)
    await internalTransaction(app, forgetProcesses)
    await internalTransaction(app, forgetStoredExports)
    return { suppressed, unsentMails: await giveUpUnsentMails(app), migrated }
  } finally {
    await app.close()
  }
}

// The jobs of the backup are not restored: most of them send mail. This one only files mail that is already stored.
async function deliverDrafts(app: App): Promise<void> {
  // not through access.ts: a job of the system, for everybody's drafts
  const drafts = await app.db
    .selectFrom('organisations')
    .innerJoin('email_drafts', 'email_drafts.organisation_id', 'organisations.id')
    .where('email_drafts.delivered_at', 'is', null)
    .where('email_drafts.source_id', 'is not', null)
    .select(['email_drafts.organisation_id as organisationId', 'email_drafts.id'])
    .execute()
  await internalTransaction(app, async (tx) => {
    for (const draft of drafts) await addJob(tx, 'deliver-draft', draft)
  })
}
