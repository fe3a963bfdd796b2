import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Replicated, startReplicated } from '../../../test/scale/replicated-postgres.ts'
import { type Database, openDatabase, type Reader } from './database.ts'
import { type Replica, useReplica } from './replica.ts'

let servers: Replicated
let database: Database
let replica: Replica
const warnings: string[] = []
const log = { warn: (...words: unknown[]) => void warnings.push(String(words.at(-1))) }

beforeAll(async () => {
  servers = await startReplicated()
  const open = (connection: Replicated['connection']) => openDatabase({ connection, connections: 4, log })
  database = open(servers.connection)
  replica = useReplica({ database, replica: open(servers.replica), log, patienceMs: 10_000 })
  await database.pool.query('create table written (id int primary key)')
})
afterAll(async () => {
  await replica.close()
  await database.close()
  await servers.stop()
})
beforeEach(() => {
  warnings.length = 0
  replica.reads.replica = replica.reads.database = 0
})

const count = async (db: Reader) =>
  Number((await sql<{ count: number }>`select count(*) from written`.execute(db)).rows[0]?.count)
const isReplica = async (db: Reader) =>
  (await sql<{ yes: boolean }>`select pg_is_in_recovery() as yes`.execute(db)).rows[0]?.yes

test('a reader finds what was written just before, and the replica does the reading', async () => {
  const before = await count(database.kysely)
  for (let written = 1; written <= 100; written++) {
    await database.pool.query('insert into written values ($1)', [before + written])
    expect(await replica.read(count)).toBe(before + written)
  }
  expect(replica.reads).toEqual({ replica: 100, database: 0 })
  expect(await replica.read(isReplica)).toBe(true)
})

test('readers and writers at the same time: nobody misses what was committed before they asked', async () => {
  let committed = await count(database.kysely)
  const last = committed + 200
  const isOver = () => committed >= last
  const write = async () => {
    while (!isOver()) {
      await database.pool.query('insert into written select max(id) + 1 from written')
      committed++
    }
  }
  const read = async () => {
    while (!isOver()) {
      const least = committed
      expect(await replica.read(count)).toBeGreaterThanOrEqual(least)
    }
  }
  await Promise.all([write(), read(), read(), read()])
  expect(replica.reads.replica).toBeGreaterThan(0)
})

test('while the replica is behind, the database is read', async () => {
  await servers.ask('replica', 'select pg_wal_replay_pause()')
  const impatient = useReplica({
    database,
    replica: openDatabase({ connection: servers.replica, connections: 2, log }),
    log,
    patienceMs: 5,
  })
  try {
    await database.pool.query('insert into written select max(id) + 1 from written')
    expect(await impatient.read(isReplica)).toBe(false)
    expect(await impatient.read(count)).toBe(await count(database.kysely))
  } finally {
    await servers.ask('replica', 'select pg_wal_replay_resume()')
    await impatient.close()
  }
})

test('a server that is not a replica is not read', async () => {
  const wrong = useReplica({
    database,
    replica: openDatabase({ connection: servers.connection, connections: 2, log }),
    log,
  })
  expect(await wrong.read(async () => 'read')).toBe('read')
  expect(wrong.reads).toEqual({ replica: 0, database: 1 })
  expect(warnings).toEqual(['the replica cannot be read: lists come from the database'])
  await wrong.close()
})

test('an error of the reading itself is not hidden', async () => {
  await expect(replica.read((db) => sql`select 1 / 0`.execute(db))).rejects.toThrow('division by zero')
  expect(replica.reads.database).toBe(0)
})

test('when the replica is gone, the database is read and the log says so once', async () => {
  await servers.kill('replica')
  for (let read = 0; read < 3; read++) expect(await replica.read(isReplica)).toBe(false)
  expect(replica.reads).toEqual({ replica: 0, database: 3 })
  expect(warnings.filter((each) => each.startsWith('the replica'))).toHaveLength(1)
})
