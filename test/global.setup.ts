// Once per run: a database server and, in it, a migrated template that each test file clones.
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../server/platform/postgres/migrations.ts'
import { runMigrations as migrateJobs } from 'graphile-worker'
import { temporaryPostgres } from '../server/platform/postgres/packaged/temporary-postgres.ts'

interface ServerSettings {
  readonly host: string
  readonly port?: number
  readonly user: string
  readonly password?: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection settings of the run's database server, without a database. */
    server: ServerSettings
  }
}

export const template = 'chancery_template'

/** Starts the server (or takes the one of CHANCERY_TEST_DATABASE_SERVER, JSON) and makes the template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['CHANCERY_TEST_DATABASE_SERVER']
  const postgres = given
    ? { connection: JSON.parse(given) as ServerSettings, stop: async () => undefined }
    : await temporaryPostgres()
  const { database: _, ...server }: ServerSettings & { database?: string } = postgres.connection
  await makeTemplate(server)
  project.provide('server', server)
  return async () => postgres.stop()
}

async function makeTemplate(server: pg.ClientConfig): Promise<void> {
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  await admin.query(`drop database if exists ${template}`)
  await admin.query(`create database ${template}`)
  await admin.end()
  const pool = new pg.Pool({ ...server, database: template, max: 2 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  await migrate(pool)
  await migrateJobs({ pgPool: pool })
  await pool.end()
}
