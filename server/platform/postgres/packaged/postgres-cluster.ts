// Creates a data folder of the packaged PostgreSQL. Does not run a server: see postgres-process.ts.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Account, asPostgres } from '../../settings/postgres-account.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

/** The role that owns the database and that the server uses. It is not a superuser. */
export const databaseRole = 'chancery'

/** The database created in every data folder. */
export const databaseName = 'chancery'

/** What a data folder is created from. */
export type Cluster = {
  dataDir: string
  binaries: PostgresBinaries
  account: Account
  /** Data that need not survive the machine: no fsync, and the role may create databases. */
  throwAway: boolean
}

/**
 * Creates the data folder unless it exists: a UTF-8 cluster with checksums and code-point sorting, the role and its
 * database. Created atomically. Throws if the folder belongs to another major version.
 */
export async function ensureCluster(cluster: Cluster, onProgress?: (message: string) => void): Promise<void> {
  if (existsSync(join(cluster.dataDir, 'PG_VERSION'))) return checkVersion(cluster)
  await checkNothingThere(cluster.dataDir)
  onProgress?.('Creating the database')
  const folder = dirname(cluster.dataDir)
  await removeDrafts(folder)
  const draft = await mkdtemp(join(folder, draftPrefix))
  if (cluster.account) await chown(draft, cluster.account.uid, cluster.account.gid)
  await initialise({ ...cluster, dataDir: draft })
  await createDatabase({ ...cluster, dataDir: draft })
  await rename(draft, cluster.dataDir)
  if (!cluster.throwAway) await syncFolder(folder)
}

const draftPrefix = '.postgres-'

async function checkVersion(cluster: Cluster): Promise<void> {
  const found = (await readFile(join(cluster.dataDir, 'PG_VERSION'), 'utf8')).trim()
  const ours = cluster.binaries.version.split('.')[0]
  if (found === ours) return
  throw new Error(
    `The database in ${cluster.dataDir} was created by PostgreSQL ${found}; this release contains PostgreSQL ${ours}, which ` +
      `cannot open it. Start the release that created it, or serve the folder with a PostgreSQL ${found} of your own and set DATABASE_URL, ` +
      'or move the folder away to start with an empty database.',
  )
}

async function checkNothingThere(dataDir: string): Promise<void> {
  const found = await readdir(dataDir).catch(() => [])
  if (found.length === 0) return
  throw new Error(
    `${dataDir} is the location of the database, but it contains something else (${found.slice(0, 3).join(', ')}). ` +
      'Move it away, or set CHANCERY_STATE_DIR to another folder.',
  )
}

// Left by a start killed while creating the database. Its initdb may still be writing, so the removal may fail at
// first; without its files initdb exits.
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(draftPrefix)) continue
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

async function initialise({ dataDir, binaries, account, throwAway }: Cluster): Promise<void> {
  const options = [
    '-D',
    dataDir,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--data-checksums',
  ]
  // PostgreSQL's own C.UTF-8 for sorting and case; the C library's locale stays `C`, the only one every system has.
  options.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C')
  if (throwAway) options.push('--no-sync', '--wal-segsize=1')
  await run(binaries.initdb, options, { account })
}

async function createDatabase({ dataDir, binaries, account, throwAway }: Cluster): Promise<void> {
  const right = throwAway ? 'CREATEDB' : 'NOCREATEDB'
  const statements = [
    `CREATE ROLE ${databaseRole} LOGIN ${right}`,
    `CREATE DATABASE ${databaseName} OWNER ${databaseRole}`,
    `REVOKE CONNECT ON DATABASE ${databaseName} FROM PUBLIC`,
  ]
  const options = ['--single', '-D', dataDir, ...(throwAway ? ['-F'] : []), 'postgres']
  const said = await run(binaries.postgres, options, { account, input: `${statements.join('\n')}\n` })
  // the single-user server prints a failed statement and continues
  if (/\bERROR:/.test(said)) throw new Error(`PostgreSQL could not create the database:\n${said}`)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function run(
  program: string,
  args: string[],
  options: { account: Account; input?: string },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...asPostgres(options.account), stdio: ['pipe', 'pipe', 'pipe'] })
    let said = ''
    child.stdout.on('data', (part) => (said += part))
    child.stderr.on('data', (part) => (said += part))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(said)
      reject(new Error(`${basename(program)} ended with ${signal ?? code}:\n${said.trim()}`))
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(options.input ?? '')
  })
}
