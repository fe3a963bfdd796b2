// JSON objects written by this process from the texts that the database sends: the same bytes as the database would
// write (json-shape.ts), in half of its time, because what many rows have in common is looked up in copies
// (row-copies.ts) and written once.
import type { RawBuilder } from 'kysely'
import type { CopiedRows, FoundRows, NeededRows } from '../postgres/row-copies.ts'
import { identityOf } from '../postgres/statement.ts'
import { type Join, joinsOf } from './joins.ts'
import { type JsonPart, type JsonShape, shownValueSql } from './json-shape.ts'
import { type Catalogue, type Column, type ColumnKind, columnOf, type CopiedValue } from './list-query.ts'

/** What the database answers of one row. */
export type Texts = readonly (string | null)[]

/** How the objects of rows are made. */
export interface ObjectWriter {
  /** What the statement reads of each row, in this order. */
  readonly reads: readonly RawBuilder<unknown>[]
  readonly joins: readonly Join[]
  /** The copies that the rows need. */
  needed(rows: readonly Texts[]): NeededRows
  /** The object of a row, as JSON. */
  write(texts: Texts, found: FoundRows): string
}

/** The writer for objects of the shape. */
export function objectWriter(shape: JsonShape, catalogue: Catalogue): ObjectWriter {
  const reads = readsOfRow()
  const { write } = objectPart(shape, { catalogue, reads })
  return {
    reads: reads.all,
    joins: reads.joins(),
    needed(rows) {
      const needed = new Map<CopiedRows<object>, Set<string>>()
      const need = (rows: CopiedRows<object>, key: string) => {
        const known = needed.get(rows)
        if (known) known.add(key)
        else needed.set(rows, new Set([key]))
      }
      for (const texts of rows)
        for (const { column, at } of reads.copied.values()) column.need(texts, at, need)
      return needed
    },
    write(texts, found) {
      const out: string[] = []
      write(texts, found, out)
      return out.join('')
    },
  }
}

/** Adds JSON to `out`: one join of many pieces costs less than a text that grows. */
type Write = (texts: Texts, found: FoundRows, out: string[]) => void

/** How a part is written. */
interface Part {
  readonly write: Write
  /** The places of the texts that it depends on, and the row that the rest of it comes from; absent for any more. */
  readonly from?: {
    readonly at: readonly number[]
    readonly row?: (texts: Texts, found: FoundRows) => object | undefined
  }
}

/** What is read of a row: the same once for all that need it. */
function readsOfRow() {
  const all: RawBuilder<unknown>[] = []
  const places = new Map<string, number>()
  const columns: Column[] = []
  const joins = new Map<string, Join>()
  const copied = new Map<string, { readonly column: CopiedValue; readonly at: readonly number[] }>()
  const placeOf = (expression: RawBuilder<unknown>): number => {
    const identity = identityOf(expression) ?? `${all.length}`
    const known = places.get(identity)
    if (known !== undefined) return known
    places.set(identity, all.push(expression) - 1)
    return all.length - 1
  }
  return {
    all,
    copied,
    joins: () => {
      for (const join of joinsOf(columns)) joins.set(join.as, join)
      return [...joins.values()]
    },
    placeOf(column: Column, times: string): number {
      columns.push(column)
      return placeOf(shownValueSql(column, times))
    },
    placesOf(column: CopiedValue): readonly number[] {
      for (const join of column.joins ?? []) joins.set(join.as, join)
      const at = column.reads.map(placeOf)
      const key = `${at.join()} ${nameOf(column.rows)}`
      copied.set(key, { column, at })
      return at
    },
  }
}

const names = new WeakMap<object, number>()
let lastName = 0

/** Something that tells the sources of copies apart. */
function nameOf(source: object): number {
  const known = names.get(source) ?? ++lastName
  names.set(source, known)
  return known
}

interface Around {
  readonly catalogue: Catalogue
  readonly reads: ReturnType<typeof readsOfRow>
}

function partOf(part: JsonPart, around: Around): Part {
  const { catalogue, reads } = around
  if (part.kind === 'object') {
    const inner = objectPart(part.shape, around)
    if (part.presence === undefined) return inner
    const place = reads.placeOf(columnOf(catalogue, part.presence), '')
    const write: Write = (texts, found, out) => {
      if (typeof texts[place] === 'string') inner.write(texts, found, out)
      else out.push('null')
    }
    return inner.from ? { write, from: { ...inner.from, at: [...inner.from.at, place] } } : { write }
  }
  const column = columnOf(catalogue, part.name)
  switch (part.kind) {
    case 'column':
      return column.copied
        ? copiedPart(column.copied, reads)
        : textPart(reads.placeOf(column, part.times), 'null', writers[column.kind])
    case 'numberOr':
      return textPart(reads.placeOf(column, ''), String(part.otherwise), (text) => text)
    case 'isGiven':
      return textPart(reads.placeOf(column, ''), 'false', () => 'true')
  }
}

const quoted = (text: string) => `"${text}"`

/** What the database writes of values of each kind, from what it shows of them. */
const writers: Readonly<Record<ColumnKind, (text: string) => string>> = {
  text: JSON.stringify,
  choice: JSON.stringify,
  integer: (text) => text,
  number: (text) => text,
  boolean: (text) => (text === 't' ? 'true' : 'false'),
  // a pattern has made it a text
  moment: JSON.stringify,
  local: (text) => quoted(text.replace(' ', 'T')),
  date: quoted,
  uuid: quoted,
}

/** The text at the place, or what stands for null. */
const textPart = (place: number, absent: string, writeText: (text: string) => string): Part => ({
  write(texts, _, out) {
    const text = texts[place]
    out.push(typeof text === 'string' ? writeText(text) : absent)
  },
  from: { at: [place] },
})

function copiedPart(column: CopiedValue, reads: Around['reads']): Part {
  const at = reads.placesOf(column)
  const { row } = column
  const write: Write = (texts, found, out) => column.write({ texts, at, found }, out)
  return row ? { write, from: { at, row: (texts, found) => row(texts, at, found) } } : { write }
}

function objectPart(shape: JsonShape, around: Around): Part {
  const parts = Object.entries(shape).map(([name, part], index) => ({
    head: `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`,
    ...partOf(part, around),
  }))
  const end = parts.length === 0 ? '{}' : '}'
  const write: Write = (texts, found, out) => {
    for (const part of parts) {
      out.push(part.head)
      part.write(texts, found, out)
    }
    out.push(end)
  }
  return ofOneRow(parts, write) ?? { write }
}

/** The object, written once for each copied row, where all of it follows from the key of that row. */
function ofOneRow(parts: readonly Part[], write: Write): Part | undefined {
  const source = parts.find(({ from }) => from?.row)?.from
  const row = source?.row
  if (!source || !row) return undefined
  const follows = ({ from }: Part) =>
    from !== undefined &&
    from.at.every((place) => source.at.includes(place)) &&
    (from.row === undefined || from.at.join() === source.at.join())
  if (!parts.every(follows)) return undefined
  const written = new WeakMap<object, string>()
  return {
    from: source,
    write(texts, found, out) {
      const copy = row(texts, found)
      if (!copy) return write(texts, found, out)
      let text = written.get(copy)
      if (text === undefined) {
        const own: string[] = []
        write(texts, found, own)
        text = own.join('')
        written.set(copy, text)
      }
      out.push(text)
    },
  }
}
