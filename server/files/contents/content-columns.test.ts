import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import { contentColumns, otherKeyColumns } from './content-columns.ts'

const parts = useTestApp()

// columns whose name ends in key and that hold another kind of key
const keysOfOtherThings = [
  'agreed_rates.class_key',
  'agreed_rates.name_key',
  'agreed_rates.number_key',
  'clauses.key',
  'idempotency_keys.key',
  'import_buckets.after_key',
  'organisation_link_offers.email_key',
  'users.email_key',
]

test('every column that holds a storage key is kept by the sweep, checked and backed up, or says why not', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name ~ '(^|_)key$' and c.data_type in ('text', 'character varying')
      and t.table_type = 'BASE TABLE' order by 1`.execute(parts.app.database.kysely)
  const listed = [
    ...contentColumns.map(({ table, key }) => `${table}.${key}`),
    ...otherKeyColumns,
    ...keysOfOtherThings,
  ]
  expect(rows.map(({ name }) => name).toSorted()).toEqual(listed.toSorted())
})
