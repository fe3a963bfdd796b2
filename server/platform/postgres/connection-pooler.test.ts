// An unsuitable connection pooler is detected before the server reports that it is ready.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import { carriesPrepared, pgbouncerPath, startPgbouncer } from '../../../test/peers/pgbouncer.ts'
import { checkDatabaseServer } from '../../operations/process/database-server.ts'
import { checkPooler, UnusablePooler } from './connection-pooler.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

test('a database without a pooler is accepted', async () => {
  await expect(checkPooler(database.connection)).resolves.toBeUndefined()
})

// newer versions carry prepared statements unless told otherwise
const program = pgbouncerPath()
const withoutPrepared = program && carriesPrepared(program) ? ['max_prepared_statements = 0'] : []

describe.skipIf(!program)('PgBouncer', () => {
  test('in session mode is accepted', async () => {
    const bouncer = await startPgbouncer(database.connection, 'session')
    try {
      await expect(checkDatabaseServer(bouncer.connection)).resolves.toBeUndefined()
    } finally {
      await bouncer.stop()
    }
  })

  test('that loses prepared statements in transaction mode is rejected, naming the settings to change', async () => {
    const bouncer = await startPgbouncer(database.connection, 'transaction', withoutPrepared)
    try {
      const refusal = await checkDatabaseServer(bouncer.connection).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(UnusablePooler)
      expect(String(refusal)).toMatch(/transaction mode.*max_prepared_statements.*pool_mode = session/)
    } finally {
      await bouncer.stop()
    }
  })
})
