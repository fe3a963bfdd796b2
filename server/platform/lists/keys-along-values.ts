// Pages in the order of values that are rows of another table, such as custom fields: the list is joined to them, and
// walked along their index where they have one. Looking up the value of each row of the list, to sort by it, takes a
// hundred times as long.
import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import { type Column, columnOf, type ListQuery, typed } from './list-query.ts'
import { keysOfPage, type Listing } from './list-rows.ts'

type Listed = Listing & { readonly table: string }

/**
 * The keys of the page, as `keysOfPage` answers them, in an order that begins with such values; undefined for any other
 * order. Rows without a value are looked for only as far as the page needs them.
 */
export function keysAlongValues<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  listing: Listed,
  query: ListQuery,
): RawBuilder<unknown> | undefined {
  const [first] = query.sort
  const column = first && columnOf(listing.catalogue, first.name)
  if (!first || !column?.values) return undefined
  const { rows: values, on } = column.values
  const as = (instead: Column): Listed => ({
    ...listing,
    catalogue: { ...listing.catalogue, [first.name]: instead },
  })
  const read = query.skip + query.take
  const most = { ...query, skip: 0, take: read }
  // typed as the rows that it is joined to: nothing is selected of it
  const valued = rows.innerJoin(sql<object>`(${values})`.as('v'), (join) =>
    join.on(on),
  ) as unknown as typeof rows
  const without = rows.where(sql<SqlBool>`not exists (select 1 from (${values}) as v where ${on})`)
  const { valuesAfter, nullsAfter } = startsOf(query, first.descending)
  const ofValues = (enough: RawBuilder<SqlBool>) =>
    valuesAfter === 'none'
      ? nothing
      : keysOfPage(
          valued.where(enough),
          as({ kind: column.kind, nullable: false, sql: sql.ref('v.value'), order: sql.ref('v.value') }),
          withAfter(most, valuesAfter),
        )
  const ofNulls = (enough: RawBuilder<SqlBool>) =>
    nullsAfter === 'none'
      ? nothing
      : keysOfPage(
          without.where(enough),
          as({ kind: column.kind, nullable: true, sql: typed(column.kind, null) }),
          withAfter(most, nullsAfter),
        )
  const [before, behind] = first.descending ? [ofValues, ofNulls] : [ofNulls, ofValues]
  const isShort = sql<SqlBool>`(select count(*) from beginning) < ${sql.lit(read)}`
  const both = sql`with beginning as materialized (${before(sql<SqlBool>`true`)})
    select id from beginning union all ${behind(isShort)}`
  const isFound = sql<SqlBool>`${sql.ref(`${listing.table}.id`)} = any(array(${both}))`
  return keysOfPage(rows.where(isFound), listing, { ...withAfter(query, undefined), filter: null })
}

const nothing = sql`select null::bigint as id where false`

type Start = ListQuery['after'] | 'none'

/** Where each part begins: nulls are the least, so that they come first, or last. */
function startsOf({ after }: ListQuery, descending: boolean): { valuesAfter: Start; nullsAfter: Start } {
  if (!after) return { valuesAfter: undefined, nullsAfter: undefined }
  const isNull = after[0] === null
  if (descending)
    return isNull ? { valuesAfter: 'none', nullsAfter: after } : { valuesAfter: after, nullsAfter: undefined }
  return isNull ? { valuesAfter: undefined, nullsAfter: after } : { valuesAfter: after, nullsAfter: 'none' }
}

function withAfter({ after: _after, ...query }: ListQuery, after: ListQuery['after']): ListQuery {
  return after ? { ...query, after } : query
}
