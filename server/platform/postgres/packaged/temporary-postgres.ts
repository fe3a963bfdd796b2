// A database for one test run: the packaged PostgreSQL on a new temporary folder that is removed afterwards, even if
// the run is killed.
import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostgresConnection } from './embedded-postgres.ts'
import { postgresAccount } from '../../settings/postgres-account.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { type Cluster, databaseName, databaseRole, ensureCluster } from './postgres-cluster.ts'
import { postgresPort } from './postgres-pid-file.ts'
import { runPostgres } from './postgres-process.ts'
import { writeSettings } from './postgres-settings.ts'
import { makeThrowAwayFolder } from './temporary-folder.ts'

/** A running temporary database. The role may create databases; the user `postgres` is a superuser. */
export type TemporaryPostgres = { connection: PostgresConnection; stop(): Promise<void> }

interface TemporaryOptions {
  /** The data folder of a stopped database to copy, instead of an empty one. */
  readonly copyOf?: string | undefined
  /** Called after it has stopped, with its data folder, before that is removed. */
  readonly onStopped?: (dataDir: string) => Promise<void>
}

/** Starts a new, empty database that loses everything when it stops, and does not wait for the disk. */
export async function temporaryPostgres({
  copyOf,
  onStopped,
}: TemporaryOptions = {}): Promise<TemporaryPostgres> {
  const account = postgresAccount()
  const folder = makeThrowAwayFolder('chancery-test-')
  try {
    const binaries = await postgresBinaries(account, join(folder, 'postgres-programs'))
    if (copyOf !== undefined) execFileSync('cp', ['-R', copyOf, join(folder, 'postgres')])
    // all of it, so that the account can remove it in place of this process if that is killed
    if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, folder])
    const cluster: Cluster = { dataDir: join(folder, 'postgres'), binaries, account, throwAway: true }
    await ensureCluster(cluster)
    const server = await runPostgres({
      cluster,
      settingsFile: await writeSettings(cluster),
      socketDir: folder,
      logFile: join(folder, 'postgres.log'),
      removeAtEnd: onStopped ? undefined : folder,
      onProgress: undefined,
    })
    const stop = async () => {
      await server.stop()
      await onStopped?.(cluster.dataDir)
      await rm(folder, { recursive: true, force: true })
    }
    const connection: PostgresConnection = {
      host: folder,
      port: postgresPort,
      user: databaseRole,
      database: databaseName,
      ssl: false,
    }
    return { connection, stop }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}
