// The data folder that every run of the tests begins with a copy of: a cluster with the migrated template in it. Making
// it takes longer than a small test file, so it is kept between runs, under a name that changes with everything it is
// made from.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runMigrations as migrateJobs } from 'graphile-worker'
import pg from 'pg'
import { migrate } from '../../server/platform/postgres/migrations.ts'
import { temporaryPostgres } from '../../server/platform/postgres/packaged/temporary-postgres.ts'

/** The database that test files clone. */
export const template = 'chancery_template'
/** The one with the demo, once a test file has needed it. */
export const demoTemplate = 'chancery_demo'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, 'node_modules/.cache/test-clusters')

/** Where the data folder is; undefined where nothing can be kept beside the packages. */
export async function preparedCluster(): Promise<string | undefined> {
  const kept = join(cache, ingredients())
  if (existsSync(kept)) return kept
  try {
    mkdirSync(cache, { recursive: true })
  } catch {
    return undefined
  }
  const draft = `${kept}.${process.pid}`
  const postgres = await temporaryPostgres({
    onStopped: async (dataDir) => void execFileSync('cp', ['-R', dataDir, draft]),
  })
  try {
    await settle(postgres.connection)
    await prepare(postgres.connection)
  } finally {
    await postgres.stop()
  }
  // another run may have been quicker
  if (existsSync(kept)) rmSync(draft, { recursive: true })
  else renameSync(draft, kept)
  removeOthers(kept)
  return kept
}

function removeOthers(kept: string): void {
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name)
    const isDraft = name.includes('.') && Date.now() - statSync(folder).mtimeMs < 600_000
    if (folder !== kept && !isDraft) rmSync(folder, { recursive: true, force: true })
  }
}

// databases that live for seconds need no vacuum, and a small log is copied sooner
async function settle(server: pg.ClientConfig): Promise<void> {
  const admin = new pg.Client({ ...server, user: 'postgres', database: 'postgres' })
  await admin.connect()
  await admin.query(`alter system set autovacuum = 'off'`)
  await admin.query(`alter system set min_wal_size = '2MB'`)
  await admin.query('select pg_reload_conf()')
  await admin.end()
}

/** Makes the template in an empty cluster. */
export async function prepare(server: pg.ClientConfig): Promise<void> {
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  for (const left of [template, demoTemplate, `${demoTemplate}_draft`]) {
    await admin.query(`drop database if exists ${left}`)
  }
  await admin.query(`create database ${template}`)
  await admin.end()
  const pool = new pg.Pool({ ...server, database: template, max: 2 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  await migrate(pool)
  await migrateJobs({ pgPool: pool })
  await pool.end()
}

function ingredients(): string {
  const folders = ['migrations', 'server/platform/postgres/packaged', 'server/platform/postgres']
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /\.(sql|ts)$/.test(name) && !name.endsWith('.test.ts'))
      .map((name) => join(folder, name)),
  )
  const hash = createHash('sha256')
  for (const file of [...files.sort(), 'test/servers/prepared-cluster.ts', 'package-lock.json']) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex').slice(0, 20)
}
