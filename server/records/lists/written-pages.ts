// Pages whose objects this process writes from what their statement reads (object-writer.ts), and those whose objects
// the database makes.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { type Join, joinSql } from '../../platform/lists/joins.ts'
import type { jsonObject } from '../../platform/lists/json-shape.ts'
import type { Catalogue, Column } from '../../platform/lists/list-query.ts'
import { type ListedRow, positionIn } from '../../platform/lists/list-rows.ts'
import type { ObjectWriter, Texts } from '../../platform/lists/object-writer.ts'
import type { RecordListing } from './record-pages.ts'

/** The list with the object of each row as JSON in the column `object`, made by the database. */
export function withObjects(listing: RecordListing, object: ReturnType<typeof jsonObject>): RecordListing {
  const made = { object: { kind: 'text', nullable: false, sql: sql`${object.sql}::text` } } as const
  return withMore(listing, made, object.joins)
}

/** The list with what the writer reads of each row, followed by the id. */
export function withReads(listing: RecordListing, { reads, joins }: ObjectWriter) {
  const names = reads.map((_, place) => `read${place}`)
  const read = reads.map((expression): Column => ({ kind: 'text', nullable: true, sql: expression }))
  const more = Object.fromEntries(names.map((name, place) => [name, read[place]])) as Catalogue
  return { listing: withMore(listing, more, joins), columns: [...names, 'id'] }
}

const withMore = (listing: RecordListing, more: Catalogue, joins: readonly Join[]): RecordListing => ({
  ...listing,
  catalogue: { ...listing.catalogue, ...more },
  join: sql`${listing.join ?? sql``} ${joinSql(joins)}`,
})

/**
 * The page of what a statement with these reads has answered: after them come the id, the position and, with a count,
 * the total and whether it is a row of the page.
 */
export async function writtenPage(
  app: Pick<App, 'db' | 'copies'>,
  rows: readonly Texts[],
  { writer, count }: { readonly writer: ObjectWriter; readonly count: boolean },
): Promise<{ readonly rows: readonly ListedRow[]; readonly total?: number }> {
  const id = writer.reads.length
  const shown = count ? rows.filter((row) => row[id + 3] === 't') : rows
  const found = await app.copies.find(app.db, writer.needed(shown))
  return {
    rows: shown.map((row) => new WrittenRow(row, id, writer.write(row, found))),
    ...(count ? { total: Number(rows[0]?.[id + 2] ?? 0) } : {}),
  }
}

/** A row with its object. */
class WrittenRow implements ListedRow {
  readonly [name: string]: unknown
  readonly object: string
  readonly id: number
  readonly #position: string

  constructor(row: Texts, place: number, object: string) {
    this.object = object
    this.id = Number(row[place])
    this.#position = row[place + 1] ?? '{}'
  }

  /** Only that of the last one is asked for. */
  get position() {
    return positionIn(this.#position)
  }
}
