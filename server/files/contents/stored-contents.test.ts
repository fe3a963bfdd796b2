import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import { selectRecordedContents } from './stored-contents.ts'

const parts = useTestApp()

test('every column that names stored contents is in the list for backups, or said why not', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%storage_key' order by 1`.execute(
    parts.app.database.kysely,
  )
  const selects = selectRecordedContents.split(/union all|\(/).map((each) => each.trim())
  const missing = rows.filter(({ name }) => {
    const [table = '', column = ''] = name.split('.')
    return !selects.some(
      (select) => select.startsWith(`select ${column}`) && select.includes(`from ${table}`),
    )
  })
  expect(missing.map(({ name }) => name)).toEqual([
    // where the background check stands, and what it found: keys that are recorded elsewhere, or were
    'content_checks.after_storage_key',
    'content_damages.storage_key',
    // the key of the version that the upload made, or of contents that are gone
    'file_uploads.storage_key',
  ])
})
