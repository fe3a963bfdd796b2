// How migrations are applied, on databases of their own.
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { schemaSource, tablesSource } from '../../scripts/tables.ts'
import { migrate, pendingMigrations, readMigrations } from '../../server/platform/postgres/migrations.ts'
import { cloneDatabase } from '../database.ts'

const root = new URL('../../', import.meta.url)
let pool: pg.Pool
let drop: () => Promise<void>

beforeEach(async () => {
  const database = await cloneDatabase()
  pool = new pg.Pool({ ...database.connection, max: 4 })
  pool.on('error', () => undefined)
  drop = database.drop
})
afterEach(async () => {
  await pool.end()
  await drop()
})

test('a migrated database does not change', async () => {
  const before = await schema()
  expect(await pendingMigrations(pool)).toEqual([])
  expect(await migrate(pool)).toEqual([])
  expect(await schema()).toBe(before)
})

test('an empty database gets every migration, once, however many processes start together', async () => {
  const migrated = await schema()
  await pool.query('drop schema public cascade')
  await pool.query('create schema public')
  const applied = await Promise.all([migrate(pool), migrate(pool), migrate(pool)])
  const names = (await readdir(new URL('migrations/', root))).filter((name) => /^\d{4}-.*\.sql$/.test(name))
  expect(applied.flat().sort()).toEqual(names.sort())
  expect(await schema()).toBe(migrated)
})

test('a migration that was edited after it had been applied is refused', async () => {
  await pool.query(`update schema_migrations set checksum = 'other' where name like '0001-%'`)
  await expect(migrate(pool)).rejects.toThrow(/0001-.* was edited after it had been applied/)
  await expect(pendingMigrations(pool)).rejects.toThrow(/0001-.* was edited/)
})

test('a database that is newer than the program is refused', async () => {
  await pool.query(
    `insert into schema_migrations (name, checksum, applied_at) values ('9999-later.sql', 'any', '2026-01-01')`,
  )
  await expect(migrate(pool)).rejects.toThrow(/9999-later\.sql.*Run a newer version/)
})

test('a migration that fails leaves nothing behind and is named', async () => {
  await pool.query('drop schema public cascade')
  await pool.query('create schema public')
  // conflicts with the first migration, after it has created other things
  await pool.query('create table teams (id int)')
  await expect(migrate(pool)).rejects.toThrow(/The migration 0001-.* failed: .*teams/)
  const { rows } = await pool.query(`select tablename from pg_tables where schemaname = 'public' order by 1`)
  expect(rows.map((row) => row.tablename)).toEqual(['schema_migrations', 'teams'])
  expect((await pool.query('select * from schema_migrations')).rows).toEqual([])
})

test('no number of a migration is used twice', async () => {
  const names = (await readdir(new URL('migrations/', root))).filter((name) => /^\d{4}-/.test(name))
  expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length)
})

test('no released migration was edited, not even a comment: installations that applied it would not start', async () => {
  const lines = (await readFile(new URL('migrations/checksums.txt', root), 'utf8')).trimEnd().split('\n')
  const migrations = await readMigrations()
  expect(lines).toEqual(migrations.map(({ name, checksum }) => `${checksum}  ${name}`))
})

test('schema.sql and tables.ts are those of the migrations: run `npm run generate` otherwise', async () => {
  const client = await pool.connect()
  const [schemaNow, tablesNow] = [await schemaSource(client), await tablesSource(client)]
  client.release()
  expect(schemaNow).toBe(await readFile(new URL('migrations/schema.sql', root), 'utf8'))
  expect(tablesNow).toBe(await readFile(new URL('server/platform/postgres/tables.ts', root), 'utf8'))
})

async function schema(): Promise<string> {
  const client = await pool.connect()
  try {
    return await schemaSource(client)
  } finally {
    client.release()
  }
}
