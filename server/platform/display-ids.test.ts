import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
import { fileNumberSql, fileNumberText, matterNumberSql, matterNumberText } from './display-ids.ts'

const parts = useTestApp()

test.each([
  [1, 42, 'LW0001-0042'],
  [12_345, 1_000_000, 'LW12345-1000000'],
])('the matter %i, %i is %s, in SQL too [G-40]', async (organisationId, number, text) => {
  expect(matterNumberText('LW', { organisationId, number, ownNumber: null })).toBe(text)
  expect(matterNumberText('LW', { organisationId, number, ownNumber: 'M-7' })).toBe('M-7')
  const row = sql`(select ${organisationId}::bigint as organisation_id, ${number}::int as number, null::text as own_number
    union all select ${organisationId}::bigint, ${number}::int, 'M-7') as r`
  const { rows } = await sql<{
    text: string
  }>`select ${matterNumberSql('LW', 'r')} as text from ${row}`.execute(parts.app.db)
  expect(rows).toEqual([{ text }, { text: 'M-7' }])
})

test.each([
  [{ organisationId: 1, fileId: 123, version: 2 }, 'LW0001-0000123.2'],
  [{ organisationId: 54_321, fileId: 123_456_789, version: 10 }, 'LW54321-123456789.10'],
])('the version %o is %s, in SQL too [G-40]', async (file, text) => {
  expect(fileNumberText('LW', file)).toBe(text)
  const row = sql`(select ${file.organisationId}::bigint as o, ${file.fileId}::int as f, ${file.version}::int as v) as r`
  const columns = { organisationId: 'r.o', fileId: 'r.f', version: 'r.v' }
  const { rows } = await sql<{
    text: string
  }>`select ${fileNumberSql('LW', columns)} as text from ${row}`.execute(parts.app.db)
  expect(rows).toEqual([{ text }])
})

test('the prefix is configurable [G-40]', () => {
  expect(parts.app.config.displayIdPrefix).toBe('LW')
  expect(matterNumberText('HARB', { organisationId: 1, number: 42, ownNumber: null })).toBe('HARB0001-0042')
})
