// Every place where the database refers to a person is in the list by which people are erased.
import { expect, test } from 'vitest'
import { placesOfPerson, profileColumns } from '../../server/identity/users/erasure/places-of-people.ts'
import { useTestApp } from '../test-app.ts'

const parts = useTestApp()

interface Column {
  readonly table: string
  readonly column: string
  readonly organisation: boolean
  readonly list: boolean
}

/** Columns that refer to users by a foreign key, are lists of uuids, or are named like a person's id. */
const query = `
  select c.relname as "table", a.attname as "column", a.atttypid = 'uuid[]'::regtype as list,
    exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'organisation_id') as organisation
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
    and (exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'
        and k.confrelid = 'users'::regclass and a.attnum = any(k.conkey))
      or a.atttypid = 'uuid[]'::regtype
      or (a.atttypid = 'uuid'::regtype and a.attname ~ '(user|owner)_id$|_(by|for|to)$'))
  order by 1, 2`

test('every column that refers to people says what becomes of it', async () => {
  const { rows } = await parts.app.database.pool.query<Column>(query)
  expect(rows.length).toBeGreaterThan(80)
  const named = new Set(placesOfPerson.map(({ table, column }) => `${table}.${column}`))
  expect(rows.map(({ table, column }) => `${table}.${column}`).filter((name) => !named.has(name))).toEqual([])
  const known = new Map(rows.map((row) => [`${row.table}.${row.column}`, row]))
  for (const { table, column, installation = false, list = false } of placesOfPerson) {
    const found = known.get(`${table}.${column}`)
    expect({ table, column, organisation: !installation, list }).toEqual(found)
  }
})

test('of the profile nothing is left but ids, times, role and status', async () => {
  const { rows } = await parts.app.database.pool.query<{ column_name: string }>(
    `select column_name from information_schema.columns where table_schema = 'public' and table_name = 'users'`,
  )
  const stays = ['id', 'organisation_id', 'role', 'status', 'joined', 'created_by', 'disabled_by_provider']
  const times = ['invited_at', 'created_at', 'updated_at', 'erased_at']
  expect(rows.map(({ column_name }) => column_name).sort()).toEqual(
    [...profileColumns, ...stays, ...times].sort(),
  )
})
