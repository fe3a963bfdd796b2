// Columns that a caller is shown in some rows of a list only.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Column } from './list-query.ts'

/**
 * The column as those see it who are shown it where `shown` holds: null elsewhere, in filters and in the order as well, so that
 * nothing can be learned by asking.
 */
export function maskedColumn(column: Column, shown: RawBuilder<SqlBool>): Column {
  const mask = (expression: RawBuilder<unknown>) => sql`(case when ${shown} then ${expression} end)`
  const { compare, order } = column
  return {
    ...column,
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
