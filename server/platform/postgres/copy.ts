// Writing many rows at once with COPY.
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { bareObject } from '../bare-object.ts'

/** A column value. A list becomes a database array. */
export type CopyValue = string | number | boolean | Date | null | readonly string[]

export interface CopyTarget {
  readonly table: string
  readonly columns: readonly string[]
}

/**
 * Writes the rows, each with a value for every column in their order, and returns their number. Names must not come
 * from outside. The connection's transaction decides whether they are kept.
 */
export async function copyRows(
  client: pg.ClientBase,
  { table, columns }: CopyTarget,
  rows: Iterable<readonly CopyValue[]>,
): Promise<number> {
  const stream = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(chunks(rows), { objectMode: false }), stream)
  return stream.rowCount
}

// one write per row costs more than the row
const chunkSize = 1 << 16

function* chunks(rows: Iterable<readonly CopyValue[]>): Generator<Buffer> {
  let text = ''
  for (const row of rows) {
    text += `${row.map(written).join('\t')}\n`
    if (text.length < chunkSize) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}

function written(value: CopyValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (typeof value === 'number') return String(value)
  if (value instanceof Date) return value.toISOString()
  const items = value.map((each) => `"${each.replace(/[\\"]/g, '\\$&')}"`)
  return escaped(`{${items.join(',')}}`)
}

const special = /[\\\t\n\r\b\f\v]/
const escapes = bareObject<string>({
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
})

// most text needs no escaping, and a test is cheaper than a replacement
const escaped = (text: string): string =>
  special.test(text) ? text.replace(/[\\\t\n\r\b\f\v]/g, (each) => escapes[each] ?? each) : text
