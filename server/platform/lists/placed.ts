// Lists whose entries administrators put in an order: those with a place first, then the others by name.
import { type RawBuilder, sql } from 'kysely'
import type { Column } from './list-query.ts'

// more than any list has entries
const afterAll = 2_147_483_647

/** What to sort the rows of the table by, before their names. */
export const placeSql = (table: string): RawBuilder<number> =>
  sql`coalesce(${sql.ref(`${table}.position`)}, ${sql.lit(afterAll)})`

/** `position` is the place of an entry, null while it has none; a list is sorted by `place`. */
export const placeColumns = (table: string): Readonly<Record<'position' | 'place', Column>> => ({
  position: { kind: 'integer', nullable: true, sql: sql.ref(`${table}.position`) },
  place: { kind: 'integer', nullable: false, sql: placeSql(table) },
})
