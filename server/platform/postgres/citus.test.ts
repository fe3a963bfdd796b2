import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import { smallTables } from '../../../test/house/small-tables.ts'
import { checkCitus, type Distribution, distributionOf } from './citus.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let client: pg.Client
let distribution: Distribution

beforeAll(async () => {
  database = await cloneDatabase()
  client = new pg.Client(database.connection)
  await client.connect()
  distribution = await distributionOf(client, 8)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('exactly the small tables are on every server, and all others go by their organisation', () => {
  expect(distribution.reference.toSorted()).toEqual(Object.keys(smallTables).toSorted())
  expect(distribution.distributed).toContain('matters')
  expect(distribution.distributed).toContain('events')
})

test('every foreign key is removed before the tables move and restored as it was afterwards', () => {
  const { statements } = distribution
  const removed = statements.flatMap((each) => /drop constraint (\w+)$/.exec(each)?.[1] ?? [])
  const restored = statements.flatMap((each) => /add constraint (\w+) FOREIGN KEY/.exec(each)?.[1] ?? [])
  expect(removed.length).toBeGreaterThan(100)
  expect(restored).toEqual(removed)
  const moves = statements.flatMap((each, index) => (/create_\w+_table/.test(each) ? [index] : []))
  expect(moves[0]).toBe(removed.length)
  expect(moves.at(-1)).toBe(statements.length - restored.length - 1)
})

test('without Citus the operator is told what to do', async () => {
  await expect(checkCitus(client)).rejects.toThrow(/create extension citus/)
})
