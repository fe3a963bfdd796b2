// JSON objects made by the database: which properties an object has, in which order, and the columns each comes from.
// Nothing of it knows a wire format; the shapes of the wire are written in .wire.ts files.
import { type RawBuilder, sql } from 'kysely'
import { type Join, joinsOf, shownSql } from './joins.ts'
import { type Catalogue, type Column, columnOf } from './list-query.ts'

/** One value of an object. */
export interface JsonPart {
  /** The columns it is read from. */
  readonly columns: readonly string[]
  readonly sql: (column: (name: string) => Column) => RawBuilder<unknown>
}

/** An object: its properties in their order. */
export type JsonShape = Readonly<Record<string, JsonPart>>

/** The columns of an object. */
const columnsIn = (shape: JsonShape): readonly string[] => [
  ...new Set(Object.values(shape).flatMap(({ columns }) => columns)),
]

/** How times are written: a pattern of `to_char`, for UTC. */
export type TimePattern = string

/** A column as it is; times by the pattern. */
export const columnPart = (name: string, times: TimePattern): JsonPart => ({
  columns: [name],
  sql: (column) => valueSql(column(name), times),
})

function valueSql(column: Column, times: TimePattern): RawBuilder<unknown> {
  const shown = shownSql(column)
  return column.kind === 'moment' ? sql`to_char(${shown} at time zone 'UTC', ${sql.lit(times)})` : shown
}

/** An object within the object; null where the column `presence` is null. */
export const objectPart = (shape: JsonShape, presence?: string): JsonPart => ({
  columns: [...new Set([...(presence === undefined ? [] : [presence]), ...columnsIn(shape)])],
  sql: (column) =>
    presence === undefined
      ? jsonOf(shape, column)
      : sql`case when ${shownSql(column(presence))} is not null then ${jsonOf(shape, column)} end`,
})

/** A column, or this number where it is null. */
export const numberOrPart = (name: string, otherwise: number): JsonPart => ({
  columns: [name],
  sql: (column) => sql`coalesce(${shownSql(column(name))}, ${sql.lit(otherwise)})`,
})

/** Whether the column is not null. */
export const isGivenPart = (name: string): JsonPart => ({
  columns: [name],
  sql: (column) => sql`${shownSql(column(name))} is not null`,
})

// row_to_json writes no spaces; json_build_object does
const jsonOf = (shape: JsonShape, column: (name: string) => Column): RawBuilder<unknown> =>
  sql`(select row_to_json(o) from (select ${sql.join(
    Object.entries(shape).map(([name, part]) => sql`${part.sql(column)} as ${sql.ref(name)}`),
  )}) o)`

/** The object of each row as an expression, and the joins that it needs. */
export function jsonObject(
  shape: JsonShape,
  catalogue: Catalogue,
): { readonly sql: RawBuilder<unknown>; readonly joins: readonly Join[] } {
  const column = (name: string) => columnOf(catalogue, name)
  return { sql: jsonOf(shape, column), joins: joinsOf(columnsIn(shape).map(column)) }
}
