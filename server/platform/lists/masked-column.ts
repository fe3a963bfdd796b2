// Columns that a caller is shown in some rows of a list only.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Catalogue, Column } from './list-query.ts'

/**
 * The catalogue as those see it who are shown some rows in outline: what is not `always` there is null where `shown` does not
 * hold, in filters and in the order as well, so that nothing can be learned by asking.
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
  const { compare, order } = column
  return {
    ...column,
    unmasked: column,
    nullable: true,
    sql: mask(column.sql),
    ...(order ? { order: mask(order) } : {}),
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
