// Builds the parts of one process from its settings, and closes them again.
import type { Config } from '../../platform/settings/config.ts'
import { createSigningKeys } from '../../identity/oauth/keys.ts'
import type { App } from '../../platform/app.ts'
import { type Clock, startClock } from '../../platform/time/clock.ts'
import { type Database, openDatabase } from '../../platform/postgres/database.ts'
import { useReplica } from '../../platform/postgres/replica.ts'
import { createRowCopies } from '../../platform/postgres/row-copies.ts'
import { createLog, type Logger } from '../../platform/installation/log.ts'
import { createMail } from '../../platform/mail/mail.ts'
import { openStorage } from '../../platform/storage/open-storage.ts'
import { createOutbound } from '../../platform/outbound/outbound-http.ts'
import { createSignals } from '../../platform/installation/signals.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { createStorageClaim } from '../../platform/storage/storage-claim.ts'
import { trustCertificates } from '../../platform/outbound/trusted-certificates.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { viewsRecorded } from '../../recents/commands/record-view.ts'
import { createDocumentWorkers } from '../../platform/workers/document-workers.ts'
import { createWordToPdf } from '../../platform/documents/office/word-to-pdf.ts'
import { followTimeZone } from '../../reports/mailings/follow-time-zone.ts'
import { watchVolumes } from '../../invoices/arrangements/rework-discounts.ts'
import { watchBudgets } from '../../invoices/budgets/alerts.ts'
import { openInvoicesToDelegates } from '../../invoices/approvals/open-to-delegates.ts'
import { addTasksOfType } from '../../tasks/commands/add-tasks-of-type.ts'
import { recordSubjects } from './record-kinds.ts'

/** Parts that tests replace. */
export interface Parts {
  readonly clock?: Clock
  readonly log?: Logger
  readonly storage?: Storage
}

export interface RunningApp extends App {
  /** Called before stopping: from now on /readyz answers that the server is stopping, for load balancers. */
  prepareToStop(): void
  close(): Promise<void>
}

/** Opens everything one process needs. The database must have been migrated. */
export async function buildApp(
  config: Config,
  connection: Parameters<typeof openDatabase>[0]['connection'],
  parts: Parts = {},
): Promise<RunningApp> {
  trustCertificates(config.caFile)
  const log = parts.log ?? createLog(config.logLevel)
  const storage = parts.storage ?? (await openStorage(config))
  const { databaseConnections: connections, databaseConnectSeconds: connectSeconds } = config
  const database: Database = openDatabase({ connection, connections, connectSeconds, log })
  const clock =
    parts.clock ?? (await startClock(database, { movable: config.environment === 'sandbox', log }))
  const vault = createVault(config, database)
  const outbound = createOutbound(config)
  const documents = createDocumentWorkers({ threads: config.documentWorkers })
  const wordToPdf = createWordToPdf(config.libreOffice, { now: () => clock.databaseTime() })
  const replica = replicaOf(config, database, log)
  let stopping = false
  const app: RunningApp = {
    config,
    db: database.kysely,
    database,
    replica,
    copies: copiesOf(database),
    clock,
    log,
    storage,
    storageClaim: createStorageClaim({ storage, database, log, offline: config.offline }),
    mail: createMail({ smtp: sendsMail(config), vault }),
    vault,
    keys: createSigningKeys({ config, database, db: database.kysely, clock, vault }),
    outbound,
    documents,
    wordToPdf,
    signals: createSignals(),
    subjects: recordSubjects,
    followUps: [addTasksOfType, openInvoicesToDelegates, watchBudgets, watchVolumes, followTimeZone],
    stopping: () => stopping,
    prepareToStop() {
      stopping = true
    },
    async close() {
      await viewsRecorded(app)
      clock.stop()
      wordToPdf.close()
      await outbound.close()
      await documents.close()
      await storage.close()
      await replica?.close()
      await database.close()
    },
  }
  return app
}

// Offline, mail stays in the outbox without a job, so that it is not sent when the database is started online later
// either.
const sendsMail = ({ environment, smtpUrl, offline }: Config) =>
  !offline && (environment === 'production' || smtpUrl !== undefined)

const copiesOf = ({ kysely: db, announcements }: Database) => createRowCopies({ db, announcements })

function replicaOf(
  { replicaUrl, databaseConnections, databaseConnectSeconds }: Config,
  database: Database,
  log: Logger,
) {
  if (!replicaUrl) return undefined
  const replica = openDatabase({
    connection: { connectionString: replicaUrl },
    connections: databaseConnections,
    connectSeconds: databaseConnectSeconds,
    log,
  })
  return useReplica({ database, replica, log })
}
