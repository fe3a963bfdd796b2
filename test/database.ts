// A database of its own for a test file, cloned from the run's template in a few hundredths of a second.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { template } from './servers/prepared-cluster.ts'

export interface TestDatabase {
  readonly connection: pg.PoolConfig
  drop(): Promise<void>
}

/** Makes the database; `drop` removes it again at the end of the file. */
export const cloneDatabase = (from = template): Promise<TestDatabase> =>
  createDatabase(`template ${from} strategy file_copy`)

/** A database with nothing in it, not even a schema. */
export const emptyDatabase = (): Promise<TestDatabase> => createDatabase('strategy file_copy')

async function createDatabase(how: string): Promise<TestDatabase> {
  const server = inject('server')
  const name = `test_${randomBytes(6).toString('hex')}`
  await execute({ ...server, database: 'postgres' }, `create database ${name} ${how}`)
  return {
    connection: { ...server, database: name },
    // Only the superuser may send away the worker that happens to be vacuuming it.
    drop: () =>
      execute({ ...server, user: 'postgres', database: 'postgres' }, `drop database ${name} with (force)`),
  }
}

async function execute(connection: pg.ClientConfig, sql: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
