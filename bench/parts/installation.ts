// An installation for a benchmark: a server in a process of its own, started as `npm start` does, on a state folder
// that is gone afterwards and a free port, and an App of this process on the same database, to make data with. The App
// runs no jobs and no engine: whatever is measured happens in the server.
//
//   const installation = await startInstallation({ CHANCERY_PROCESSES: '2' })
//   await seedLarge(installation.app, { size: 20_000 })
//   ... installation.url, processorTime(installation.server.pid, installation.databasePid)
//   await installation.end()
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildApp, type RunningApp } from '../../server/operations/process/app.ts'
import { createLog } from '../../server/platform/installation/log.ts'
import {
  type PostgresConnection,
  runningEmbeddedPostgres,
} from '../../server/platform/postgres/packaged/embedded-postgres.ts'
import { readPidFile } from '../../server/platform/postgres/packaged/postgres-pid-file.ts'
import { findRunningServer } from '../../server/operations/process/running-server.ts'
import { readConfig } from '../../server/platform/settings/config.ts'
import { type ServerProcess, startServerProcess } from '../../test/servers/server-process.ts'

type Settings = Readonly<Record<string, string>>

export interface Installation {
  readonly app: RunningApp
  readonly url: string
  readonly stateDir: string
  readonly connection: PostgresConnection
  readonly server: ServerProcess
  /** The process of the database, which those of its connections are below. */
  readonly databasePid: number
  end(): Promise<void>
}

/**
 * Starts one with these settings besides its own: no limit of rates, everything else as delivered. It is gone
 * afterwards unless there is a folder to keep it in.
 */
export async function startInstallation(settings: Settings = {}, kept = ''): Promise<Installation> {
  const stateDir = kept === '' ? await mkdtemp(join(tmpdir(), 'chancery-bench-')) : resolve(kept)
  const remove = async () => {
    if (kept === '') await rm(stateDir, { recursive: true, force: true })
  }
  // a long benchmark must not outlive its tokens
  const env = {
    CHANCERY_PROCESSES: '1',
    CHANCERY_RATE_LIMITS: 'off',
    CHANCERY_DATABASE_CONNECT_SECONDS: '300',
    CHANCERY_ACCESS_TOKEN_SECONDS: '86400',
    ...settings,
  }
  const server = await startServerProcess({ stateDir, env }).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  try {
    const { connection, pid } = databaseOf(stateDir)
    const config = readConfig({ ...env, CHANCERY_STATE_DIR: stateDir, CHANCERY_LOG_LEVEL: 'silent' })
    // tokens name the address of the server
    const app = await buildApp({ ...config, ...findRunningServer(stateDir) }, connection, {
      log: createLog('silent'),
    })
    const end = async () => {
      await app.close()
      await server.stop()
      await remove()
    }
    return { app, url: server.url, stateDir, connection, server, databasePid: pid, end }
  } catch (error) {
    await server.stop()
    await remove()
    throw error
  }
}

function databaseOf(stateDir: string) {
  const connection = runningEmbeddedPostgres(stateDir)
  const pid = readPidFile(join(stateDir, 'postgres'))?.pid
  if (!connection || pid === undefined) throw new Error('the database of the server is not running')
  return { connection, pid }
}

/** What the background of a running installation has done long since, after much was written at once. */
export async function vacuum({ database }: Pick<RunningApp, 'database'>): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('vacuum analyze')
    await client.query('reset statement_timeout')
  } finally {
    client.release()
  }
}
