import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import { copyRows } from './copy.ts'

const tested = useTestApp()

test('copied text reads back unchanged, whatever its characters', async () => {
  const client = await tested.app.database.pool.connect()
  try {
    await client.query(
      'create temporary table copied (id bigint, text text, list text[], at timestamptz, yes boolean)',
    )
    // the database stores no NUL and no unpaired surrogate
    const text = fc.string({ unit: 'binary' }).map((each) => each.replaceAll('\0', ''))
    const rows = fc.sample(
      fc.tuple(
        fc.option(text),
        fc.option(fc.array(text, { maxLength: 3 })),
        fc.option(fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })),
        fc.option(fc.boolean()),
      ),
      2_000,
    )
    const columns = ['id', 'text', 'list', 'at', 'yes']
    const count = await copyRows(
      client,
      { table: 'copied', columns },
      rows.map((row, index) => [index, ...row]),
    )
    expect(count).toBe(2_000)
    const { rows: back } = await client.query({
      text: `select ${columns.slice(1).join(', ')} from copied order by id`,
      rowMode: 'array',
    })
    expect(back).toEqual(rows)
  } finally {
    client.release(true)
  }
})

test('an invalid row fails the whole copy, and the connection remains usable', async () => {
  const client = await tested.app.database.pool.connect()
  try {
    await client.query('create temporary table numbers (id bigint)')
    const target = { table: 'numbers', columns: ['id'] }
    await expect(copyRows(client, target, [[1], ['two']])).rejects.toThrow('invalid input syntax')
    expect((await client.query('select * from numbers')).rows).toEqual([])
    expect(await copyRows(client, target, [[1], [2]])).toBe(2)
  } finally {
    client.release(true)
  }
})
