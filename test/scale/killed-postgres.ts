// A PostgreSQL that is killed and started again, for tests of what a server does meanwhile.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresConnection } from '../../server/platform/postgres/packaged/embedded-postgres.ts'
import { postgresBinaries } from '../../server/platform/postgres/packaged/postgres-binaries.ts'
import {
  type Cluster,
  databaseName,
  databaseRole,
  ensureCluster,
} from '../../server/platform/postgres/packaged/postgres-cluster.ts'
import { postgresPort, readPidFile } from '../../server/platform/postgres/packaged/postgres-pid-file.ts'
import {
  type PostgresProcess,
  runPostgres,
} from '../../server/platform/postgres/packaged/postgres-process.ts'
import { writeSettings } from '../../server/platform/postgres/packaged/postgres-settings.ts'
import { postgresAccount } from '../../server/platform/settings/postgres-account.ts'
import { makeThrowAwayFolder } from '../../server/platform/postgres/packaged/temporary-folder.ts'

export interface KilledPostgres {
  readonly connection: PostgresConnection
  /** Kills it; every connection breaks. */
  kill(): Promise<void>
  /** Starts it again, and resolves when it accepts connections. */
  startAgain(): Promise<void>
  stop(): Promise<void>
}

/** Starts an empty one, or one that takes over the stopped database of a state folder. */
export async function startKilledPostgres(stateDir?: string): Promise<KilledPostgres> {
  const folder = makeThrowAwayFolder('chancery-outages-')
  const account = postgresAccount()
  const binaries = await postgresBinaries(account, join(folder, 'programs'))
  // with the settings of an installation: what it has committed outlives that it is killed
  const cluster: Cluster = { dataDir: join(folder, 'postgres'), binaries, account, throwAway: false }
  const prepared = stateDir === undefined ? undefined : join(stateDir, 'postgres')
  if (prepared !== undefined && existsSync(prepared)) await rename(prepared, cluster.dataDir)
  if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, folder])
  await ensureCluster(cluster)
  const settingsFile = await writeSettings(cluster)
  const start = () =>
    runPostgres({
      cluster,
      settingsFile,
      socketDir: folder,
      logFile: join(folder, 'postgres.log'),
      removeAtEnd: undefined,
      onProgress: undefined,
    })
  let running: PostgresProcess = await start()
  return {
    connection: {
      host: folder,
      port: postgresPort,
      user: databaseRole,
      database: databaseName,
      ssl: false,
    },
    async kill() {
      const pid = readPidFile(cluster.dataDir)?.pid
      if (pid) process.kill(pid, 'SIGKILL')
      await running.ended
    },
    async startAgain() {
      for (;;) {
        try {
          running = await start()
          return
        } catch {
          // processes of the killed one are still there
          await pause(100)
        }
      }
    },
    async stop() {
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
