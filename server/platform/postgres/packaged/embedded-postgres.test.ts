// The embedded database in practice: started, stopped, killed in every way, and restarted.
import { spawn } from 'node:child_process'
import { chmodSync, chownSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { endChild } from '../../../../test/servers/end-child.ts'
import { connectionIn, kill, query, startElsewhere } from '../../../../test/servers/embedded-server.ts'
import { connectionUrl, runningEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import type { PostgresConnection } from './embedded-postgres.ts'
import { asPostgres, postgresAccount } from '../../settings/postgres-account.ts'
import { readPidFile } from './postgres-pid-file.ts'
import { commandOfProcess, processRuns } from '../../installation/process-identity.ts'
import { makeThrowAwayFolder } from './temporary-folder.ts'

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }

let home: string
let stateDir: string
const firstProgress: string[] = []

beforeAll(async () => {
  home = makeThrowAwayFolder('chancery-embedded-')
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

async function notes(connection: PostgresConnection): Promise<string[]> {
  return (await query<{ text: string }>(connection, 'select text from notes order by text')).map(
    (row) => row.text,
  )
}

function postmaster(): number {
  const pid = readPidFile(join(stateDir, 'postgres'))?.pid
  if (!pid) throw new Error('no database runs')
  return pid
}

function guards(): number[] {
  const guard = (pid: number) => {
    const words = commandOfProcess(pid)
    return words.includes('chancery-database') && words.includes(join(stateDir, 'postgres'))
  }
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && guard(pid))
}

test('an empty folder gets a database with safe settings', async () => {
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

test('a second start keeps the rows and prints nothing, and the URL leads to the same database', async () => {
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

test('a second server on the same folder is rejected with a readable message, and the first continues', async () => {
  const first = await startElsewhere(stateDir)
  await expect(startEmbeddedPostgres({ stateDir })).rejects.toThrow(
    new RegExp(`Another Chancery server \\(process ${first.pid}, .*CHANCERY_STATE_DIR=`),
  )
  expect(await notes(connectionIn(stateDir))).toContain('kept')
  await endChild(first)
  const second = await startEmbeddedPostgres({ stateDir })
  await second.stop()
})

test('the database of a killed server exits by itself, and committed data is there at the next start', async () => {
  const server = await startElsewhere(stateDir)
  await query(connectionIn(stateDir), `insert into notes values ('before the kill')`)
  const database = postmaster()
  await kill(server)
  await expect.poll(() => processRuns(database)).toBe(false)
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

test.runIf(process.platform === 'linux')(
  'a database that outlived its server and its guard is stopped at the next start',
  async () => {
    const server = await startElsewhere(stateDir)
    const old = postmaster()
    for (const guard of guards()) process.kill(guard, 'SIGKILL')
    await kill(server)
    expect(processRuns(old)).toBe(true)
    const progress: string[] = []
    const next = await startEmbeddedPostgres({ stateDir, onProgress: (message) => progress.push(message) })
    onTestFinished(() => next.stop())
    expect(progress).toEqual(['Stopping the database of a server that was killed'])
    expect(processRuns(old)).toBe(false)
  },
)

test('a killed database is restarted automatically, with all committed data, and stops cleanly [G-25]', async () => {
  const progress: string[] = []
  const given: Error[] = []
  const database = await startEmbeddedPostgres({
    stateDir,
    onProgress: (message) => progress.push(message),
    onUnexpectedEnd: (error) => given.push(error),
  })
  await query(database.connection, `insert into notes values ('before the crash')`)
  const killed = [postmaster()]
  for (let kills = 0; kills < 3; kills++) {
    process.kill(killed[kills] ?? 0, 'SIGKILL')
    await expect.poll(() => notes(database.connection).catch(() => [])).toContain('before the crash')
    killed.push(postmaster())
  }
  expect(new Set(killed).size).toBe(4)
  expect(progress).toContain('The database has exited unexpectedly and is being restarted')
  expect(progress.at(-1)).toBe('The database is running again')
  await database.stop()
  expect(given).toEqual([])
  expect(readPidFile(join(stateDir, 'postgres'))).toBeUndefined()
  const next = await startEmbeddedPostgres({ stateDir })
  await next.stop()
})

test.runIf(process.platform === 'linux')('so is one whose guard is killed', async () => {
  const database = await startEmbeddedPostgres({ stateDir })
  onTestFinished(() => database.stop())
  const old = postmaster()
  for (const guard of guards()) process.kill(guard, 'SIGKILL')
  await expect.poll(() => processRuns(old)).toBe(false)
  await expect.poll(() => notes(database.connection).catch(() => [])).toContain('before the crash')
})

test.for([
  { what: 'whose process id belongs to another program', text: (pid: number) => `${pid}\n` },
  { what: 'of a process that is gone', text: () => '999999999\n' },
  { what: 'that a power failure has emptied', text: () => '' },
])('a pid file $what does not prevent the start', async ({ text }) => {
  const other = spawn('sleep', ['60'], { ...asPostgres(postgresAccount()), stdio: 'ignore' })
  onTestFinished(() => void other.kill())
  const dataDir = join(stateDir, 'postgres')
  const first = text(other.pid ?? 0)
  const rest = first === '' ? '' : `${dataDir}\n1700000000\n5432\n${dataDir}\n\n 1 1\nready   \n`
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    writeFileSync(join(dataDir, name), first + rest)
    if (isRoot) chownSync(join(dataDir, name), nobody.uid, nobody.gid)
  }
  const database = await startEmbeddedPostgres({ stateDir })
  expect(await notes(database.connection)).toContain('kept')
  await database.stop()
  expect(other.exitCode ?? other.signalCode).toBeNull()
})

test('the operator’s settings in postgres.conf win, but nothing opens the database to the network', async () => {
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

test('a mistake in postgres.conf is reported with its line, and the folder is free again', async () => {
  const file = join(stateDir, 'postgres.conf')
  writeFileSync(file, 'work_memory = 3MB\n')
  await expect(startEmbeddedPostgres({ stateDir })).rejects.toThrow(/did not start.*work_memory/s)
  rmSync(file)
  const database = await startEmbeddedPostgres({ stateDir })
  await database.stop()
})
