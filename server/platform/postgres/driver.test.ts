// Transactions whose statements share packets: nothing of a failed one is kept, and its first error is the one
// reported.
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import { Batch, type Query } from './batch.ts'
import { type Database, databaseErrorCode, inTransaction, openDatabase, type Tx } from './database.ts'
import { DatabaseUnavailable } from './database-failures.ts'
import { runQuery, sendQuery } from './driver.ts'
import type { Session } from './session.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
let database: Database
let packets: string[][]

beforeAll(async () => {
  clone = await cloneDatabase()
  // one connection, so that each test finds what the one before left of it
  database = openDatabase({ connection: clone.connection, connections: 1, log: { warn: () => undefined } })
  await database.pool.query('create table notes (id bigint primary key, text text not null)')
  database.pool.on('acquire', watch)
})
afterAll(async () => {
  await database.close()
  await clone.drop()
})
beforeEach(() => {
  packets = []
})
afterEach(async () => {
  expect(await storedNow(), 'the connection is usable').toEqual(expect.any(Array))
  await database.pool.query('truncate notes')
})

const watched = new WeakSet<object>()
function watch(client: pg.PoolClient): void {
  if (watched.has(client)) return
  watched.add(client)
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const listening = (...args: unknown[]) => {
    if (args[0] instanceof Batch) packets.push(args[0].statements.map((statement) => statement.query.text))
    return query(...args)
  }
  Object.assign(client, { query: listening })
}

const storedNow = async () => {
  const { rows } = await database.pool.query<{ id: number }>('select id from notes order by id')
  return rows.map(({ id }) => id)
}

const add = (id: unknown, text: string | null = 'a note'): Query => ({
  name: 'add note',
  text: 'insert into notes (id, text) values ($1, $2)',
  values: [id, text],
})
const one: Query = { text: 'select 1 as one', values: [] }
const work = <Result>(tasks: (tx: Tx) => Promise<Result>) => inTransaction(database, tasks)
const codeOf = (done: Promise<unknown>) => done.then(() => 'no error', databaseErrorCode)

describe('a transaction', () => {
  test('sends what is issued together in one packet, and its beginning with the first', async () => {
    const rows = await work(async (tx) => {
      await runQuery(tx, add(1))
      const [first, second] = await Promise.all([
        tx.selectNoFrom(sql<number>`1`.as('n')).executeTakeFirst(),
        runQuery(tx, { text: 'select $1::int as n', values: [2] }),
        runQuery(tx, add(2)),
      ])
      return [first, ...second.rows]
    })
    expect(rows).toEqual([{ n: 1 }, { n: 2 }])
    expect(packets.map((packet) => packet.length)).toEqual([2, 3, 1])
    expect(await storedNow()).toEqual([1, 2])
  })

  test('sends writes that nobody waits for with its commit', async () => {
    await work(async (tx) => {
      sendQuery(tx, add(1))
      sendQuery(tx, add(2))
    })
    expect(packets).toEqual([['begin', add(1).text, add(2).text, 'commit']])
    expect(await storedNow()).toEqual([1, 2])
  })

  test('without a statement sends nothing', async () => {
    await work(async () => undefined)
    await expect(work(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(packets).toEqual([])
  })

  test('that throws keeps nothing, and takes no statement afterwards', async () => {
    let late: Tx | undefined
    const failing = work(async (tx) => {
      late = tx
      await runQuery(tx, add(1))
      sendQuery(tx, add(2))
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await storedNow()).toEqual([])
    await expect(runQuery(late as Tx, add(3))).rejects.toThrow('after the end of its transaction')
    expect(() => sendQuery(late as Tx, add(3))).toThrow('after the end of its transaction')
    expect(await storedNow()).toEqual([])
  })
})

describe('an error', () => {
  test('in the middle of a packet keeps nothing, and is what everybody learns', async () => {
    const outcomes: unknown[] = []
    const failing = work(async (tx) => {
      const all = [add(1), add(2, null), add(3), one].map((query) => runQuery(tx, query))
      for (const { status, ...rest } of await Promise.allSettled(all)) {
        outcomes.push('reason' in rest ? databaseErrorCode(rest.reason) : status)
      }
    })
    expect(await codeOf(failing)).toBe('23502')
    expect(outcomes).toEqual(['fulfilled', '23502', '23502', '23502'])
    expect(await storedNow()).toEqual([])
  })

  test('is not hidden by a second one, nor by statements that follow', async () => {
    const failing = work(async (tx) => {
      await runQuery(tx, add(1, null)).catch(() => undefined)
      await runQuery(tx, add(1)).catch(() => undefined)
      await runQuery(tx, { text: 'select nonsense', values: [] })
    })
    expect(await codeOf(failing)).toBe('23502')
    expect(packets.map((packet) => packet.at(-1))).toEqual([add(1).text, 'rollback'])
    expect(await storedNow()).toEqual([])
  })

  test('that was caught does not let the transaction commit', async () => {
    const failing = work(async (tx) => {
      await runQuery(tx, add(1))
      await runQuery(tx, add(1)).catch(() => undefined)
    })
    expect(await codeOf(failing)).toBe('23505')
    expect(await storedNow()).toEqual([])
  })

  test('of a write that nobody waits for fails the commit, as its sender explains it', async () => {
    const explain = (error: unknown) =>
      databaseErrorCode(error) === '23505' ? new Error('There is such a note') : error
    const twice = work(async (tx) => {
      sendQuery(tx, add(1))
      sendQuery(tx, add(1), explain)
      sendQuery(tx, add(2))
    })
    await expect(twice).rejects.toThrow('There is such a note')
    const other = work(async (tx) => sendQuery(tx, add(1, null), explain))
    expect(await codeOf(other)).toBe('23502')
    expect(await storedNow()).toEqual([])
  })

  test('of a write that nobody waits for is what the next statement learns', async () => {
    const seen = work(async (tx) => {
      sendQuery(tx, add(1, null), () => new Error('A note needs a text'))
      await runQuery(tx, one)
    })
    await expect(seen).rejects.toThrow('A note needs a text')
  })

  test('of the beginning lets nothing happen outside a transaction', async () => {
    const done = database.kysely.getExecutor().provideConnection(async (connection) => {
      const session = connection as Session
      session.begin('begin isolation level nonsense')
      const outcomes = [
        ...(await Promise.allSettled([session.run(add(1)), session.run(add(2))])),
        ...(await Promise.allSettled([session.run(add(3)), session.commit()])),
      ]
      await session.rollback()
      return outcomes.map((outcome) => 'reason' in outcome && databaseErrorCode(outcome.reason))
    })
    expect(await done).toEqual(['42601', '42601', '42601', '42601'])
    expect(await storedNow()).toEqual([])
  })

  test('at the commit keeps nothing', async () => {
    await database.pool.query(
      'create table drawers (note_id bigint references notes deferrable initially deferred)',
    )
    const failing = work(async (tx) => {
      sendQuery(tx, { text: 'insert into drawers values (17)', values: [] })
      sendQuery(tx, add(1))
    })
    expect(await codeOf(failing)).toBe('23503')
    expect(await storedNow()).toEqual([])
    const alone = runQuery(database.kysely, { text: 'insert into drawers values (18)', values: [] })
    expect(await codeOf(alone)).toBe('23503')
    await database.pool.query('drop table drawers')
  })

  test('of a value that cannot be sent leaves its neighbours and the connection alone', async () => {
    const circle: { self?: unknown } = {}
    circle.self = circle
    const failing = work(async (tx) => {
      const [, unsendable] = await Promise.allSettled([runQuery(tx, add(1)), runQuery(tx, add(circle))])
      expect(unsendable.status).toBe('rejected')
      await runQuery(tx, add(2))
    })
    await failing
    expect(await storedNow()).toEqual([1, 2])
  })
})

test('a transaction that conflicts with another runs again', async () => {
  let runs = 0
  await work(async (tx) => {
    runs += 1
    sendQuery(tx, add(runs))
    if (runs < 3) {
      const raise = `do $$ begin raise exception 'again' using errcode = '${runs === 1 ? '40001' : '40P01'}'; end $$`
      sendQuery(tx, { text: raise, values: [] })
    }
  })
  expect(runs).toBe(3)
  expect(await storedNow()).toEqual([3])
})

test('a name is parsed once, also after a failure in its packet, and stands for one text', async () => {
  const named: Query = { name: 'named', text: 'select $1::int as n', values: [1] }
  const failing = work((tx) => Promise.all([runQuery(tx, add(1, null)), runQuery(tx, named)]))
  expect(await codeOf(failing)).toBe('23502')
  for (let n = 1; n < 4; n++) {
    const { rows } = await runQuery(database.kysely, { ...named, values: [n] })
    expect(rows).toEqual([{ n }])
  }
  const prepared = `select count(*) from pg_prepared_statements where name = 'named'`
  expect((await database.pool.query<{ count: number }>(prepared)).rows).toEqual([{ count: 1 }])
  await expect(runQuery(database.kysely, { ...named, text: 'select 2' })).rejects.toThrow('another text')
})

test('outside a transaction a failure concerns nobody else', async () => {
  const outcomes = await database.kysely.getExecutor().provideConnection((connection) => {
    const session = connection as Session
    return Promise.allSettled([session.run(add(1)), session.run(add(1)), session.run(add(2))])
  })
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await storedNow()).toEqual([1, 2])
})

describe('a connection that breaks', () => {
  const kill: Query = { text: 'select pg_terminate_backend(pg_backend_pid())', values: [] }

  test('in the middle of a packet keeps nothing and is replaced', async () => {
    const before = database.pool.totalCount
    const failing = work(async (tx) => {
      await runQuery(tx, add(1))
      await Promise.all([runQuery(tx, add(2)), runQuery(tx, kill), runQuery(tx, add(3))])
    })
    const error = await failing.catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(DatabaseUnavailable)
    expect((error as DatabaseUnavailable).outcomeUnknown).toBe(false)
    expect(await storedNow()).toEqual([])
    expect(database.pool.totalCount).toBe(before)
  })

  test('before the answer to a commit leaves the outcome unknown', async () => {
    const failing = work(async (tx) => {
      sendQuery(tx, add(1))
      sendQuery(tx, kill)
    })
    const error = await failing.catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(DatabaseUnavailable)
    expect((error as DatabaseUnavailable).outcomeUnknown).toBe(true)
    expect(await storedNow()).toEqual([])
  })
})
