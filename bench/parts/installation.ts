// An installation in this process for a bench: a database of its own, a server on a free port, and nothing left afterwards.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runMigrations as migrateJobs } from 'graphile-worker'
import pg from 'pg'
import { buildApp, type RunningApp } from '../../server/process/app.ts'
import { readConfig } from '../../server/settings/config.ts'
import { createLog } from '../../server/platform/installation/log.ts'
import { migrate } from '../../server/platform/postgres/migrations.ts'
import { temporaryPostgres } from '../../server/platform/postgres/packaged/temporary-postgres.ts'
import { serverParts } from '../../server/process/server-parts.ts'
import { buildServer } from '../../server/process/server.ts'

export interface Installation {
  readonly app: RunningApp
  readonly url: string
  /** The process of the database, which those of its connections are below. */
  readonly databasePid: number
  end(): Promise<void>
}

/** Starts one with these settings besides its own. */
export async function startInstallation(env: Readonly<Record<string, string>> = {}): Promise<Installation> {
  const postgres = await temporaryPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'chancery-bench-'))
  const pool = new pg.Pool({ ...postgres.connection, max: 1 })
  await migrate(pool)
  await migrateJobs({ pgPool: pool })
  await pool.end()
  const config = readConfig({ CHANCERY_STATE_DIR: folder, CHANCERY_LOG_LEVEL: 'silent', ...env })
  const app = await buildApp(config, postgres.connection, { log: createLog('silent') })
  const server = await buildServer(app, serverParts(app))
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  const end = async () => {
    await server.close()
    await app.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { app, url: address, databasePid: await databasePid(app), end }
}

async function databasePid({ database }: RunningApp): Promise<number> {
  const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const status = await readFile(`/proc/${rows[0]?.pid}/status`, 'utf8')
  return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1])
}
