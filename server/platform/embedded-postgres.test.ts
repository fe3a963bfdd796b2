// The embedded database in real life: started, stopped, killed in every way, and started again.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connectionUrl, runningEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import type { PostgresConnection } from './embedded-postgres.ts'
import { asPostgres, canEnter, postgresAccount } from './postgres-account.ts'
import { readPidFile } from './postgres-pid-file.ts'
import { processRuns } from './process-identity.ts'

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }
const module = new URL('./embedded-postgres.ts', import.meta.url)

let home: string
let stateDir: string
const firstProgress: string[] = []

beforeAll(async () => {
  home = mkdtempSync('/tmp/chancery-embedded-')
  chmodSync(home, 0o755)
  stateDir = join(home, 'state')
  const database = await startEmbeddedPostgres({
    stateDir,
    onProgress: (message) => firstProgress.push(message),
  })
  await query(
    database.connection,
    `create table notes (text text not null); insert into notes values ('kept')`,
  )
  await database.stop()
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

async function query<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

async function notes(connection: PostgresConnection): Promise<string[]> {
  return (await query<{ text: string }>(connection, 'select text from notes order by text')).map(
    (row) => row.text,
  )
}

/** A process of its own that starts the database and stays. */
async function startElsewhere(folder: string, account = {}): Promise<ChildProcess> {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module.href)})
    const database = await startEmbeddedPostgres({ stateDir: ${JSON.stringify(folder)} })
    console.log('ready')
    setInterval(() => {}, 1e6)
    process.on('SIGTERM', () => database.stop().then(() => process.exit()))
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [first] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as [unknown]
  expect(String(first)).toBe('ready\n')
  return child
}

function connectionIn(folder: string): PostgresConnection {
  const connection = runningEmbeddedPostgres(folder)
  if (!connection) throw new Error(`no database runs in ${folder}`)
  return connection
}

function postmaster(): number {
  const pid = readPidFile(join(stateDir, 'postgres'))?.pid
  if (!pid) throw new Error('no database runs')
  return pid
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('an empty folder gets a database that is safe by its settings', async () => {
  expect(firstProgress).toContain('Creating the database')
  const database = await startEmbeddedPostgres({ stateDir })
  onTestFinished(() => database.stop())
  const [settings] = await query(
    database.connection,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
       current_setting('full_page_writes') as pages, current_setting('data_checksums') as checksums,
       current_setting('listen_addresses') as network, current_setting('server_encoding') as encoding,
       current_setting('jit') as jit, lower('ÄÉ') as lower,
       (select rolsuper from pg_roles where rolname = current_user) as superuser`,
  )
  expect(settings).toEqual({
    fsync: 'on',
    commit: 'on',
    pages: 'on',
    checksums: 'on',
    network: '',
    encoding: 'UTF8',
    jit: 'off',
    lower: 'äé',
    superuser: false,
  })
})

test('a second start keeps the rows and says nothing, and the URL leads to the same database', async () => {
  const progress: string[] = []
  const database = await startEmbeddedPostgres({ stateDir, onProgress: (message) => progress.push(message) })
  onTestFinished(() => database.stop())
  expect(await notes(database.connection)).toContain('kept')
  expect(progress).toEqual([])
  const url = { connectionString: connectionUrl(database.connection) }
  expect(await query(url, 'select text from notes')).toContainEqual({ text: 'kept' })
})

test('a command finds the database of a running server, and none once it has stopped', async () => {
  const database = await startEmbeddedPostgres({ stateDir })
  expect(runningEmbeddedPostgres(stateDir)).toEqual(database.connection)
  await database.stop()
  expect(runningEmbeddedPostgres(stateDir)).toBeUndefined()
  await database.stop()
})

test('a second server on the same folder is refused in words, and the first goes on', async () => {
  const first = await startElsewhere(stateDir)
  await expect(startEmbeddedPostgres({ stateDir })).rejects.toThrow(
    new RegExp(`Another Chancery server \\(process ${first.pid}, .*CHANCERY_STATE_DIR=`),
  )
  expect(await notes(connectionIn(stateDir))).toContain('kept')
  first.kill('SIGTERM')
  await once(first, 'exit')
  const second = await startEmbeddedPostgres({ stateDir })
  await second.stop()
})

test('the database of a killed server ends by itself, and what was committed is there at the next start', async () => {
  const server = await startElsewhere(stateDir)
  await query(connectionIn(stateDir), `insert into notes values ('before the kill')`)
  const database = postmaster()
  await kill(server)
  await expect.poll(() => processRuns(database), { timeout: 10_000 }).toBe(false)
  const next = await startEmbeddedPostgres({ stateDir })
  onTestFinished(() => next.stop())
  expect(await notes(next.connection)).toContain('before the kill')
})

test('a start right after the kill waits for the old database', async () => {
  const server = await startElsewhere(stateDir)
  await query(connectionIn(stateDir), `insert into notes values ('just before the kill')`)
  const old = postmaster()
  await kill(server)
  const next = await startEmbeddedPostgres({ stateDir })
  onTestFinished(() => next.stop())
  expect(processRuns(old)).toBe(false)
  expect(await notes(next.connection)).toContain('just before the kill')
})

test('a database that outlived its server and its guard is ended at the next start', async () => {
  const server = await startElsewhere(stateDir)
  const old = postmaster()
  const guards = execFileSync('pgrep', ['-f', `chancery-database .* ${stateDir}/postgres `], {
    encoding: 'utf8',
  })
  for (const guard of guards.trim().split('\n')) process.kill(Number(guard), 'SIGKILL')
  await kill(server)
  expect(processRuns(old)).toBe(true)
  const progress: string[] = []
  const next = await startEmbeddedPostgres({ stateDir, onProgress: (message) => progress.push(message) })
  onTestFinished(() => next.stop())
  expect(progress).toEqual(['Ending the database of a server that was killed'])
  expect(processRuns(old)).toBe(false)
})

test('a killed database is reported, and recovers at the next start', async () => {
  const told: Error[] = []
  const database = await startEmbeddedPostgres({ stateDir, onUnexpectedEnd: (error) => told.push(error) })
  await query(database.connection, `insert into notes values ('before the crash')`)
  process.kill(postmaster(), 'SIGKILL')
  await expect.poll(() => told.length, { timeout: 10_000 }).toBe(1)
  await database.stop()
  const next = await startEmbeddedPostgres({ stateDir })
  onTestFinished(() => next.stop())
  expect(await notes(next.connection)).toContain('before the crash')
})

test.for([
  { what: 'whose process id belongs to another program', text: (pid: number) => `${pid}\n` },
  { what: 'of a process that is gone', text: () => '999999999\n' },
  { what: 'that a power failure has emptied', text: () => '' },
])('a pid file $what does not hinder the start', async ({ text }) => {
  const other = spawn('sleep', ['60'], { ...asPostgres(postgresAccount()), stdio: 'ignore' })
  onTestFinished(() => void other.kill())
  const dataDir = join(stateDir, 'postgres')
  const rest =
    other.pid && text(other.pid) ? `${dataDir}\n1700000000\n5432\n${dataDir}\n\n 1 1\nready   \n` : ''
  writeFileSync(join(dataDir, 'postmaster.pid'), text(other.pid ?? 0) + rest)
  if (isRoot) chownSync(join(dataDir, 'postmaster.pid'), nobody.uid, nobody.gid)
  const database = await startEmbeddedPostgres({ stateDir })
  expect(await notes(database.connection)).toContain('kept')
  await database.stop()
  expect(other.exitCode ?? other.signalCode).toBeNull()
})

test('what an operator sets in postgres.conf wins, but nothing opens the database to the network', async () => {
  const file = join(stateDir, 'postgres.conf')
  writeFileSync(file, `work_mem = '3MB'\nlisten_addresses = '*'\n`)
  onTestFinished(() => rmSync(file))
  const database = await startEmbeddedPostgres({ stateDir })
  onTestFinished(() => database.stop())
  expect(
    await query(
      database.connection,
      `select current_setting('work_mem') as memory, current_setting('listen_addresses') as network`,
    ),
  ).toEqual([{ memory: '3MB', network: '' }])
})

test('a mistake in postgres.conf is told with its line, and the folder is free again', async () => {
  const file = join(stateDir, 'postgres.conf')
  writeFileSync(file, 'work_memory = 3MB\n')
  await expect(startEmbeddedPostgres({ stateDir })).rejects.toThrow(/did not start.*work_memory/s)
  rmSync(file)
  const database = await startEmbeddedPostgres({ stateDir })
  await database.stop()
})

test('a start that was killed while it created the database leaves nothing that hinders the next', async () => {
  const folder = join(home, 'interrupted')
  const child = startElsewhere(folder).catch(() => undefined)
  const draft = () =>
    existsSync(folder) && execFileSync('ls', ['-A', folder], { encoding: 'utf8' }).includes('.postgres-')
  await expect.poll(draft, { timeout: 10_000, interval: 5 }).toBe(true)
  const [claim] = execFileSync('ls', [join(folder, 'server.lock')], { encoding: 'utf8' }).split('-')
  process.kill(Number(claim), 'SIGKILL')
  await child
  const database = await startEmbeddedPostgres({ stateDir: folder })
  onTestFinished(() => database.stop())
  expect(await query(database.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(draft()).toBe(false)
})

test('a folder whose path is too long for a socket, with odd characters in it, works', async () => {
  const folder = join(home, `it's, "so" ü ${'long'.repeat(25)}`)
  const database = await startEmbeddedPostgres({ stateDir: folder })
  expect(await query(database.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(Buffer.byteLength(database.connection.host)).toBeLessThan(90)
  await database.stop()
  expect(existsSync(database.connection.host)).toBe(false)
})

test('a data folder of another major version, and one that is something else, are refused and left alone', async () => {
  const older = join(home, 'older')
  const other = join(home, 'other')
  for (const [folder, file] of [
    [older, 'PG_VERSION'],
    [other, 'letter.txt'],
  ] as const) {
    mkdirSync(join(folder, 'postgres'), { recursive: true })
    writeFileSync(join(folder, 'postgres', file), '17\n')
    if (isRoot) chownSync(join(folder, 'postgres'), nobody.uid, nobody.gid)
  }
  await expect(startEmbeddedPostgres({ stateDir: older })).rejects.toThrow(
    /made by PostgreSQL 17; this release brings PostgreSQL 18/,
  )
  await expect(startEmbeddedPostgres({ stateDir: other })).rejects.toThrow(/something else \(letter.txt\)/)
  expect(readFileSync(join(other, 'postgres', 'letter.txt'), 'utf8')).toBe('17\n')
})

test.runIf(isRoot)('a server that is not root runs the database as itself', async (context) => {
  if (!canEnter(import.meta.dirname, nobody)) return context.skip('only root can read this clone')
  const folder = join(home, 'ordinary')
  mkdirSync(folder)
  chownSync(folder, nobody.uid, nobody.gid)
  const server = await startElsewhere(folder, nobody)
  expect(await query(connectionIn(folder), 'select current_user as name')).toEqual([{ name: 'chancery' }])
  server.kill('SIGTERM')
  await once(server, 'exit')
})
