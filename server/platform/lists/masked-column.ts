// Columns shown to a caller only in some rows of a list.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Catalogue, Column } from './list-query.ts'

/**
 * The catalogue for callers who see some rows only in redacted form: columns not in `always` are null where `shown` is
 * false, in filters and sorting too, so that nothing can be inferred from queries.
 */
export const maskedCatalogue = (
  catalogue: Catalogue,
  { always, shown }: { readonly always: readonly string[]; readonly shown: RawBuilder<SqlBool> },
): Catalogue =>
  Object.fromEntries(
    Object.entries(catalogue).map(([name, column]) => [
      name,
      always.includes(name) ? column : masked(column, shown),
    ]),
  )

function masked(column: Column, shown: RawBuilder<SqlBool>): Column {
  const mask = (expression: RawBuilder<unknown>) => sql`(case when ${shown} then ${expression} end)`
  const { compare, order, joined, copied } = column
  return {
    ...column,
    unmasked: column,
    nullable: true,
    sql: mask(column.sql),
    ...(order ? { order: mask(order) } : {}),
    ...(joined ? { joined: { ...joined, sql: mask(joined.sql) } } : {}),
    // without the key there is no row
    ...(copied ? { copied: { ...copied, reads: copied.reads.map(mask) } } : {}),
    ...(compare
      ? {
          compare: (comparison, value) => {
            // null is equal to null and unequal to everything else
            const hidden = comparison === (value === null ? 'eq' : 'ne')
            return sql<SqlBool>`(case when ${shown} then ${compare(comparison, value)} else ${sql.lit(hidden)} end)`
          },
        }
      : {}),
  }
}
