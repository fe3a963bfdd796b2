// A database of its own for a test file, cloned from the run's template in a few hundredths of a second.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { template } from './global.setup.ts'

/** Makes the database; `drop` removes it again at the end of the file. */
export async function cloneDatabase(): Promise<{ connection: pg.PoolConfig; drop(): Promise<void> }> {
  const server = inject('server')
  const name = `test_${randomBytes(6).toString('hex')}`
  await execute(
    { ...server, database: 'postgres' },
    `create database ${name} template ${template} strategy file_copy`,
  )
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
