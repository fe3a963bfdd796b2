// JSON objects by their shape: which properties an object has, in which order, and the columns each comes from. Here
// the database makes them; in object-writer.ts this process does. Nothing of it knows a wire format; the shapes of the
// wire are written in .wire.ts files.
import { type RawBuilder, sql } from 'kysely'
import { type Join, joinsOf, shownSql } from './joins.ts'
import { type Catalogue, type Column, columnOf } from './list-query.ts'

/** One value of an object. */
export type JsonPart =
  /** A column as it is; times by the pattern. */
  | { readonly kind: 'column'; readonly name: string; readonly times: TimePattern }
  /** An object within the object; null where the column `presence` is null. */
  | { readonly kind: 'object'; readonly shape: JsonShape; readonly presence: string | undefined }
  /** A column, or this number where it is null. */
  | { readonly kind: 'numberOr'; readonly name: string; readonly otherwise: number }
  /** Whether the column is not null. */
  | { readonly kind: 'isGiven'; readonly name: string }

/** An object: its properties in their order. */
export type JsonShape = Readonly<Record<string, JsonPart>>

/** How times are written: a pattern of `to_char`, for UTC. */
export type TimePattern = string

/** A column as it is; times by the pattern. */
export const columnPart = (name: string, times: TimePattern): JsonPart => ({ kind: 'column', name, times })

/** An object within the object; null where the column `presence` is null. */
export const objectPart = (shape: JsonShape, presence?: string): JsonPart => ({
  kind: 'object',
  shape,
  presence,
})

/** A column, or this number where it is null. */
export const numberOrPart = (name: string, otherwise: number): JsonPart => ({
  kind: 'numberOr',
  name,
  otherwise,
})

/** Whether the column is not null. */
export const isGivenPart = (name: string): JsonPart => ({ kind: 'isGiven', name })

/** The columns of an object. */
const columnsIn = (shape: JsonShape): readonly string[] => [
  ...new Set(Object.values(shape).flatMap(columnsOfPart)),
]

const columnsOfPart = (part: JsonPart): readonly string[] =>
  part.kind === 'object'
    ? [...(part.presence === undefined ? [] : [part.presence]), ...columnsIn(part.shape)]
    : [part.name]

type ColumnOf = (name: string) => Column

/** SQL: what is shown of a column; times by the pattern. */
export function shownValueSql(column: Column, times: TimePattern): RawBuilder<unknown> {
  const shown = shownSql(column)
  return column.kind === 'moment' ? sql`to_char(${shown} at time zone 'UTC', ${sql.lit(times)})` : shown
}

function partSql(part: JsonPart, column: ColumnOf): RawBuilder<unknown> {
  switch (part.kind) {
    case 'column':
      return shownValueSql(column(part.name), part.times)
    case 'object':
      return part.presence === undefined
        ? jsonOf(part.shape, column)
        : sql`case when ${shownSql(column(part.presence))} is not null then ${jsonOf(part.shape, column)} end`
    case 'numberOr':
      return sql`coalesce(${shownSql(column(part.name))}, ${sql.lit(part.otherwise)})`
    case 'isGiven':
      return sql`${shownSql(column(part.name))} is not null`
  }
}

// row_to_json writes no spaces; json_build_object does
const jsonOf = (shape: JsonShape, column: ColumnOf): RawBuilder<unknown> =>
  sql`(select row_to_json(o) from (select ${sql.join(
    Object.entries(shape).map(([name, part]) => sql`${partSql(part, column)} as ${sql.ref(name)}`),
  )}) o)`

/** The object of each row as an expression, and the joins that it needs. */
export function jsonObject(
  shape: JsonShape,
  catalogue: Catalogue,
): { readonly sql: RawBuilder<unknown>; readonly joins: readonly Join[] } {
  const column = (name: string) => columnOf(catalogue, name)
  return { sql: jsonOf(shape, column), joins: joinsOf(columnsIn(shape).map(column)) }
}
