// What a command works on: the database of the installation, whether a server runs on it or not.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { refuseHalfRestored } from '../backup/restore-mark.ts'
import { type Config, readConfig } from '../settings/config.ts'
import type { RunningApp } from '../process/app.ts'
import {
  type Connection,
  migrateEverything,
  openDatabaseServer,
  withPool,
} from '../process/database-server.ts'
import { runningEmbeddedPostgres } from '../platform/postgres/packaged/embedded-postgres.ts'
import { pendingMigrations } from '../platform/postgres/migrations.ts'
import { findRunningServer } from '../process/running-server.ts'

/**
 * Runs the work on the installation that the settings name. Beside a running server it uses that server's database and
 * takes over its addresses; without one it starts the embedded database for the duration.
 */
export async function withApp<Result>(work: (app: RunningApp) => Promise<Result>): Promise<Result> {
  const config = installationConfig()
  return withDatabase(config, async (connection) => {
    const [{ buildApp }, { createLog }] = await Promise.all([
      import('../process/app.ts'),
      import('../platform/installation/log.ts'),
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

/** As withApp, but refuses outside a sandbox: for what would be dangerous, or make no sense, where real work is done. */
export function withSandbox<Result>(work: (app: RunningApp) => Promise<Result>): Promise<Result> {
  if (installationConfig().environment !== 'sandbox') {
    throw new Error('This command works in a sandbox only, and this installation is for production.')
  }
  return withApp(work)
}

/** The settings of the installation: a server that runs knows better than this shell under which address it is reached. */
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
    await refuseOtherVersion(beside)
    return work(beside)
  }
  if (!config.databaseUrl) refuseMissing(config.stateDir)
  const database = await openDatabaseServer(config, toTerminal)
  try {
    await withPool(database.connection, refuseHalfRestored)
    if (config.databaseUrl) await refuseOtherVersion(database.connection)
    else await migrateEverything(database.connection, () => undefined)
    return await work(database.connection)
  } finally {
    await database.stop()
  }
}

/** Only `chancery start` creates an installation: a command that finds none was most likely given other settings than the server. */
export function refuseMissing(stateDir: string): void {
  if (existsSync(join(stateDir, 'postgres'))) return
  const chosen = process.env['CHANCERY_STATE_DIR']
    ? 'CHANCERY_STATE_DIR says so'
    : 'neither CHANCERY_STATE_DIR nor DATABASE_URL is set'
  throw new Error(
    `There is no installation in ${stateDir} (${chosen}). Give this command the same environment as the server, for ` +
      'example with "set -a; . /etc/chancery.env"; or create an installation: npx chancery start',
  )
}

/** What a database tells of itself, for the person at the terminal. */
export const toTerminal = {
  onProgress: (message: string) => console.error(message),
  onUnexpectedEnd: ({ message }: Error) => console.error(message),
}

// A database that others use as well is not migrated in passing.
async function refuseOtherVersion(connection: Connection): Promise<void> {
  const pending = await withPool(connection, pendingMigrations)
  if (pending.length === 0) return
  throw new Error(
    `The database is not at this version (it lacks ${pending.length} migrations). Bring it there first: npx chancery migrate`,
  )
}
