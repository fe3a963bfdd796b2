// Embedded databases of other processes, for tests that kill them.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { endChild } from './end-child.ts'
import {
  type PostgresConnection,
  runningEmbeddedPostgres,
} from '../../server/platform/postgres/packaged/embedded-postgres.ts'

const module = new URL('../../server/platform/postgres/packaged/embedded-postgres.ts', import.meta.url)

/** Runs one query on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
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

/** Starts the database of the folder in a process of its own, which stays until SIGTERM. */
export async function startElsewhere(folder: string, account = {}): Promise<ChildProcess> {
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

/** The connection to the database that runs on the folder. */
export function connectionIn(folder: string): PostgresConnection {
  const connection = runningEmbeddedPostgres(folder)
  if (!connection) throw new Error(`no database runs in ${folder}`)
  return connection
}

/** Kills the process and waits until it is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  await endChild(child, () => child.kill('SIGKILL'))
}
