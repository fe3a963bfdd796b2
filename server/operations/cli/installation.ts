// The installation a command works on: its database, whether a server is running on it or not.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { refuseUnfinishedRestore } from '../backup/restore-mark.ts'
import { type Config, readConfig } from '../../platform/settings/config.ts'
import type { RunningApp } from '../process/app.ts'
import {
  type Connection,
  migrateEverything,
  openDatabaseServer,
  withPool,
} from '../process/database-server.ts'
import { runningEmbeddedPostgres } from '../../platform/postgres/packaged/embedded-postgres.ts'
import { pendingMigrations } from '../../platform/postgres/migrations.ts'
import { findRunningServer } from '../process/running-server.ts'

/**
 * Runs the work on the configured installation. If a server is running, it uses that server's database and addresses;
 * otherwise it starts the embedded database for the duration.
 */
export async function withApp<Result>(work: (app: RunningApp) => Promise<Result>): Promise<Result> {
  const config = installationConfig()
  return withDatabase(config, async (connection) => {
    const [{ buildApp }, { createLog }] = await Promise.all([
      import('../process/app.ts'),
      import('../../platform/installation/log.ts'),
    ])
    const app = await buildApp({ ...config, databaseConnections: 2 }, connection, {
      log: createLog('silent'),
    })
    try {
      return await work(app)
    } finally {
      await app.close()
    }
  })
}

/** Like withApp, but only in a sandbox: for commands that would be dangerous or pointless in production. */
export function withSandbox<Result>(work: (app: RunningApp) => Promise<Result>): Promise<Result> {
  if (installationConfig().environment !== 'sandbox') {
    throw new Error('This command works only in a sandbox, and this is a production installation.')
  }
  return withApp(work)
}

/** The settings of the installation; the addresses of a running server override those of this shell. */
export function installationConfig(): Config {
  const config = readConfig(process.env)
  const note = findRunningServer(config.stateDir)
  return note ? { ...config, ...note } : config
}

async function withDatabase<Result>(
  config: Config,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const beside = config.databaseUrl ? undefined : runningEmbeddedPostgres(config.stateDir)
  if (beside) {
    await checkSchemaVersion(beside)
    return work(beside)
  }
  if (!config.databaseUrl) checkInstallationExists(config.stateDir)
  const database = await openDatabaseServer(config, toTerminal)
  try {
    await withPool(database.connection, refuseUnfinishedRestore)
    if (config.databaseUrl) await checkSchemaVersion(database.connection)
    else await migrateEverything(database.connection, () => undefined)
    return await work(database.connection)
  } finally {
    await database.stop()
  }
}

/**
 * Only `chancery start` creates an installation: a command that finds none was probably given different settings from
 * the server.
 */
export function checkInstallationExists(stateDir: string): void {
  if (existsSync(join(stateDir, 'postgres'))) return
  const chosen = process.env['CHANCERY_STATE_DIR']
    ? 'CHANCERY_STATE_DIR is set to it'
    : 'neither CHANCERY_STATE_DIR nor DATABASE_URL is set'
  throw new Error(
    `There is no installation in ${stateDir} (${chosen}). Give this command the same environment as the server, for ` +
      'example with "set -a; . /etc/chancery.env"; or create an installation: node bin/chancery.mjs start',
  )
}

/** Prints messages of the database to the terminal. */
export const toTerminal = {
  onProgress: (message: string) => console.error(message),
  onUnexpectedEnd: ({ message }: Error) => console.error(message),
}

// a shared database is not migrated implicitly
async function checkSchemaVersion(connection: Connection): Promise<void> {
  const pending = await withPool(connection, pendingMigrations)
  if (pending.length === 0) return
  throw new Error(
    `The database is not at this version (${pending.length} migrations are missing). Migrate it first: node bin/chancery.mjs migrate`,
  )
}
