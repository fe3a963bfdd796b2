// `chancery migrate`: migrates the database to this version without starting the server.
import { Command } from 'commander'
import { refuseUnfinishedRestore } from '../backup/restore-mark.ts'
import { migrateEverything, openDatabaseServer, withPool } from '../process/database-server.ts'
import { runningEmbeddedPostgres } from '../../platform/postgres/packaged/embedded-postgres.ts'
import { installationConfig, checkInstallationExists, toTerminal } from './installation.ts'

/** The command, for chancery.ts to add. */
export const migrateCommand = () =>
  new Command('migrate')
    .description('migrate the database to this version; the server also does so when it starts')
    .addHelpText(
      'after',
      `
Examples:
  $ node bin/chancery.mjs migrate
  $ DATABASE_URL=postgres://chancery:secret@db.internal/chancery node bin/chancery.mjs migrate`,
    )
    .action(migrateInstallation)

async function migrateInstallation(): Promise<void> {
  const config = installationConfig()
  const beside = config.databaseUrl ? undefined : runningEmbeddedPostgres(config.stateDir)
  if (!config.databaseUrl) checkInstallationExists(config.stateDir)
  const database = beside
    ? { connection: beside, stop: async () => undefined }
    : await openDatabaseServer(config, toTerminal)
  try {
    await withPool(database.connection, refuseUnfinishedRestore)
    const applied = await migrateEverything(database.connection, (name) => console.log(`Applied ${name}`))
    if (applied.length === 0) console.log('The database is already at this version.')
  } finally {
    await database.stop()
  }
}
