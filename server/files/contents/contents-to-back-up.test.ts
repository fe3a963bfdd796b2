import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import { selectContentsToBackUp } from './contents-to-back-up.ts'

const parts = useTestApp()

test('every column that holds a storage key is backed up, or says why not', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%storage_key' order by 1`.execute(
    parts.app.database.kysely,
  )
  const selects = selectContentsToBackUp.split(/union all|\(/).map((each) => each.trim())
  const missing = rows.filter(({ name }) => {
    const [table = '', column = ''] = name.split('.')
    return !selects.some(
      (select) => select.startsWith(`select ${column}`) && select.includes(`from ${table}`),
    )
  })
  expect(missing.map(({ name }) => name)).toEqual([
    // the position of the background check and its findings: keys that are, or were, recorded elsewhere
    'content_checks.after_storage_key',
    'content_damages.storage_key',
    // the key of the version that the upload created, or of content that is gone
    'file_uploads.storage_key',
  ])
})
