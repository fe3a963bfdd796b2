import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
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
  // that of an upload is the key of the version it made, or of contents that are gone
  expect(missing.map(({ name }) => name)).toEqual(['file_uploads.storage_key'])
})
