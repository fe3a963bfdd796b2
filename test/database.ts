// A database of its own for a test file, cloned from the run's template in a few hundredths of a second.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { template } from './global.setup.ts'

/** Makes the database; `drop` removes it again at the end of the file. */
export async function cloneDatabase(): Promise<{ connection: pg.PoolConfig; drop(): Promise<void> }> {
  const server = inject('server')
  const name = `test_${randomBytes(6).toString('hex')}`
  const asAdmin = async (sql: string) => {
    const admin = new pg.Client({ ...server, database: 'postgres' })
    await admin.connect()
    await admin.query(sql)
    await admin.end()
  }
  await asAdmin(`create database ${name} template ${template}`)
  return {
    connection: { ...server, database: name },
    drop: () => asAdmin(`drop database ${name} with (force)`),
  }
}
