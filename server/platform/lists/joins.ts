// Tables joined to the rows of a list once for all columns that come from them. Filters and orders read such a column
// by a subselect of its own, so that keys are found without a join; what is shown of the rows found comes from the
// join.
import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Column, ColumnKind } from './list-query.ts'

/** A table, or a lateral subselect, joined to each row; rows without a match keep nulls. */
export interface Join {
  /** The alias, by which it is joined once. */
  readonly as: string
  readonly table: RawBuilder<unknown>
  readonly on: RawBuilder<SqlBool>
  /** Joined before it, because the condition refers to them. */
  readonly after?: readonly Join[]
}

/** How a column is read where it is only shown. */
export interface Joined {
  readonly sql: RawBuilder<unknown>
  readonly joins: readonly Join[]
}

/** A column that is only shown, of tables that are joined for it. */
export const shownColumn = (
  kind: ColumnKind,
  expression: RawBuilder<unknown>,
  joins: readonly Join[] = [],
): Column => ({ kind, nullable: true, sql: expression, joined: { sql: expression, joins } })

/** The expression of a column where its joins are there. */
export const shownSql = ({ joined, sql: own }: Column): RawBuilder<unknown> => joined?.sql ?? own

/** The joins of the columns, each once and after those it refers to. */
export function joinsOf(columns: readonly Column[]): readonly Join[] {
  const known = new Map<string, Join>()
  const add = (join: Join): void => {
    join.after?.forEach(add)
    if (!known.has(join.as)) known.set(join.as, join)
  }
  for (const { joined } of columns) joined?.joins.forEach(add)
  return [...known.values()]
}

/** The joins as SQL, to follow the table. */
export const joinSql = (joins: readonly Join[]): RawBuilder<unknown> =>
  joins.length === 0
    ? sql``
    : sql.join(
        joins.map(({ as, table, on }) => sql`left join ${table} as ${sql.ref(as)} on ${on}`),
        sql` `,
      )

/** The query with the joins. What they add is used in raw SQL only, so its type stays the same. */
export const withJoins = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  joins: readonly Join[],
): SelectQueryBuilder<DB, TB, O> =>
  joins.reduce(
    (joined, { as, table, on }) =>
      joined.leftJoin(table.as(as), (join) => join.on(on)) as unknown as SelectQueryBuilder<DB, TB, O>,
    query,
  )
