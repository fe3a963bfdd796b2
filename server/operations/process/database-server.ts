// The database that a command or server works on, either DATABASE_URL or the embedded one, and its migration to this
// version.
import { runMigrations as migrateJobs } from 'graphile-worker'
import pg from 'pg'
import type { buildApp } from './app.ts'
import type { Config } from '../../platform/settings/config.ts'
import { checkPooler } from '../../platform/postgres/connection-pooler.ts'
import { startEmbeddedPostgres } from '../../platform/postgres/packaged/embedded-postgres.ts'
import { migrate } from '../../platform/postgres/migrations.ts'
import { makeStateDir } from '../../platform/installation/state-folder.ts'
import { trustCertificates } from '../../platform/outbound/trusted-certificates.ts'

export type Connection = Parameters<typeof buildApp>[1]

/** A database that accepts connections until it is stopped. */
export interface DatabaseServer {
  readonly connection: Connection
  stop(): Promise<void>
}

interface DatabaseServerListeners {
  /** Called with a message about each slow step. */
  readonly onProgress: (message: string) => void
  /** The database has exited and could not be restarted. */
  readonly onUnexpectedEnd: (error: Error) => void
}

/** Starts the embedded database, unless DATABASE_URL names another one. Creates the state folder in either case. */
export async function openDatabaseServer(
  config: Config,
  listeners: DatabaseServerListeners,
): Promise<DatabaseServer> {
  trustCertificates(config.caFile)
  if (!config.databaseUrl) return startEmbeddedPostgres({ stateDir: config.stateDir, ...listeners })
  await makeStateDir(config.stateDir, undefined)
  const connection = { connectionString: config.databaseUrl }
  await checkDatabaseServer(connection)
  return { connection, stop: async () => undefined }
}

/** Throws an error for the operator if the database cannot be reached or is older than required. */
export async function checkDatabaseServer(connection: Connection): Promise<void> {
  const { version, icu } = await withPool(connection, async (pool) => {
    const { rows } = await pool.query<{ version: string; icu: boolean }>(
      `select current_setting('server_version_num') as version,
        exists (select 1 from pg_collation where collname = 'und-x-icu') as icu`,
    )
    return { version: Number(rows[0]?.version), icu: rows[0]?.icu ?? false }
  }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message || String(error) : String(error)
    throw new Error(`The database of DATABASE_URL cannot be reached: ${reason}`, { cause: error })
  })
  if (version < oldestVersion) {
    throw new Error(
      `Chancery needs PostgreSQL 15 or newer, but DATABASE_URL leads to version ${Math.floor(version / 10_000)}.`,
    )
  }
  if (!icu) {
    throw new Error(
      'Chancery needs a PostgreSQL that was built with ICU, as those of Linux distributions and of cloud services are, but DATABASE_URL leads to one without.',
    )
  }
  await checkPooler(connection)
}

const oldestVersion = 150_000

/**
 * Migrates the schema and that of the job queue to this version; `onApplied` is called with the name of each migration.
 */
export async function migrateEverything(
  connection: Connection,
  onApplied: (name: string) => void,
): Promise<readonly string[]> {
  return withPool(connection, async (pool) => {
    const applied = await migrate(pool, { onApplied })
    await migrateJobs({ pgPool: pool })
    return applied
  })
}

/**
 * Unlocks jobs of processes that were killed, which would otherwise stay locked for hours. Only safe when no other
 * process can be working on this database.
 */
export async function unlockJobs(connection: Connection): Promise<void> {
  await withPool(connection, (pool) =>
    pool.query(`
      select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
      from graphile_worker._private_jobs where locked_by is not null`),
  )
}

/** Runs the work with a small pool that is closed afterwards. */
export async function withPool<Result>(
  connection: Connection,
  work: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const pool = new pg.Pool({ ...connection, max: 2, connectionTimeoutMillis: 10_000 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}
