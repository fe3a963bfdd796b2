// One table for records of all kinds against a table for each kind: the same reads and writes, in the same database,
// each right after the other. Decision 0087 has the figures.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/platform/postgres/packaged/embedded-postgres.ts'
import { readPidFile } from '../server/platform/postgres/packaged/postgres-pid-file.ts'
import { readOptions } from './parts/options.ts'
import { compared, type Compared, statementsThatFill } from './parts/record-tables.ts'
import type { Figure } from './parts/report.ts'
import { measureRounds, type Work } from './parts/rounds.ts'

const connections = 4

/** `--size`: records in all (1000000), half of each kind. */
export async function run(words: readonly string[], signal: AbortSignal): Promise<readonly Figure[]> {
  const { size, rounds, milliseconds } = readOptions(words, { size: 1_000_000 })
  const stateDir = await mkdtemp(join(tmpdir(), 'chancery-tables-'))
  const database = await startEmbeddedPostgres({
    stateDir,
    onProgress: () => undefined,
    onUnexpectedEnd: (error) => {
      throw error
    },
  })
  const pool = new pg.Pool({ ...database.connection, max: connections })
  try {
    for (const statement of statementsThatFill(size / 2)) await pool.query(statement)
    const databasePid = readPidFile(join(stateDir, 'postgres'))?.pid ?? 0
    const next = idsFrom(size)
    const works = compared.map((each) => ({
      name: each.name,
      today: repeat(pool, each, 'today', { size, next }),
      one: repeat(pool, each, 'one', { size, next }),
    }))
    return await measureRounds({
      bases: Object.fromEntries(works.map(({ name, today }) => [name, today])),
      cases: works.flatMap(({ name, today, one }) => [
        { name: `${name}: a table for each kind`, work: today, unit: 'transactions' },
        { name: `${name}: one table`, work: one, unit: 'transactions', bases: [name], goal: 0.9 },
      ]),
      serverPid: process.pid,
      databasePid,
      rounds,
      milliseconds,
      signal,
    })
  } finally {
    await pool.end()
    await database.stop()
    await rm(stateDir, { recursive: true, force: true })
  }
}

interface Ids {
  readonly size: number
  readonly next: () => number
}

const idsFrom = (size: number) => {
  let last = size
  return () => ++last
}

/** Runs the statements as prepared ones, on each connection one transaction after another. */
function repeat(pool: pg.Pool, { name, creates, ...ways }: Compared, way: 'today' | 'one', ids: Ids): Work {
  const statements = ways[way].map((text, place) => ({ name: `${way} ${name} ${place}`, text }))
  const transaction = async () => {
    const chosen = 1 + Math.floor(Math.random() * (ids.size / 2))
    const id = creates ? ids.next() : chosen
    const person = `00000000-0000-4000-8000-${String(Math.floor(Math.random() * 200)).padStart(12, '0')}`
    const client = await pool.connect()
    try {
      await client.query('begin')
      for (const statement of statements)
        await client.query({ ...statement, values: [1 + (chosen % 10), id, person] })
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  return async (milliseconds) => {
    // real time: how long a measurement lasts
    const end = performance.now() + milliseconds
    let done = 0
    const one = async () => {
      for (; performance.now() < end; done++) await transaction()
    }
    await Promise.all(Array.from({ length: connections }, one))
    return done
  }
}
