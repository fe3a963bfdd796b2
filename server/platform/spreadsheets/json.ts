// Tables as a JSON array of objects, written while their rows arrive.
import { Readable } from 'node:stream'
import type { Cell, Table } from './table.ts'

/** The table as JSON; `names` are those of its columns. */
export const jsonTableOf = ({ rows }: Table, names: readonly string[]): Readable =>
  Readable.from(pieces(names, rows))

async function* pieces(names: readonly string[], rows: Table['rows']): AsyncGenerator<string> {
  let before = '['
  for await (const some of rows) {
    if (some.length === 0) continue
    yield `${before}${some.map((row) => JSON.stringify(objectOf(names, row))).join(',\n')}`
    before = ',\n'
  }
  yield before === '[' ? '[]\n' : ']\n'
}

const objectOf = (names: readonly string[], row: readonly Cell[]) =>
  Object.fromEntries(names.map((name, index) => [name, row[index] ?? null]))
