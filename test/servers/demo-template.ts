// The demo for tests that only read it, or change a copy: seeded once per run, by the first file that needs it.
import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { ensureDemo } from '../../server/sandbox/demo/ensure-demo.ts'
import { createLog } from '../../server/platform/installation/log.ts'
import { buildApp } from '../../server/operations/process/app.ts'
import { readConfig } from '../../server/platform/settings/config.ts'
import { createTestClock } from '../clock.ts'
import { cloneDatabase, type TestDatabase } from '../database.ts'
import { demoTemplate, template } from './prepared-cluster.ts'

// any number that the product uses for no lock
const lockKey = 7_264_900

/** A database with the demo, whose files and key go to the state folder. */
export async function cloneDemo(stateDir: string): Promise<TestDatabase> {
  const made = join(inject('runFolder'), 'demo')
  await seedOnce(made)
  execFileSync('cp', ['-Rp', `${made}/.`, stateDir])
  return cloneDatabase(demoTemplate)
}

async function seedOnce(stateDir: string): Promise<void> {
  const server = inject('server')
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  try {
    // files run side by side
    await admin.query(`select pg_advisory_lock(${lockKey})`)
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [demoTemplate])
    if (rowCount) return
    const draft = `${demoTemplate}_draft`
    await admin.query(`create database ${draft} template ${template} strategy file_copy`)
    await mkdir(stateDir, { recursive: true })
    await seed({ ...server, database: draft }, stateDir)
    await admin.query(`alter database ${draft} rename to ${demoTemplate}`)
  } finally {
    await admin.end()
  }
}

async function seed(connection: pg.PoolConfig, stateDir: string): Promise<void> {
  const config = readConfig({ CHANCERY_STATE_DIR: stateDir, CHANCERY_LOG_LEVEL: 'silent' })
  const app = await buildApp(config, connection, { clock: createTestClock(), log: createLog('silent') })
  await ensureDemo(app)
  await app.close()
}
