// Rows of lists with the selected columns, and each row's position in the order. A page can start after such a position
// instead of after a number of rows: it costs the same at any depth, and concurrent inserts and deletes make it neither
// repeat nor skip other rows.
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import pg from 'pg'
import { notFound } from '../errors.ts'
import { conditionOf } from './filter-sql.ts'
import {
  type Catalogue,
  type Collections,
  type Column,
  columnOf,
  type ListQuery,
  orderOf,
  type Position,
  sortedBy,
  type SortKey,
  typed,
} from './list-query.ts'

// its number among the types of PostgreSQL
const textArray = 1009

/** What makes an order total. */
type Id = Pick<Column, 'kind' | 'sql'>

interface Order {
  readonly sort: readonly SortKey[]
  readonly catalogue: Catalogue
  readonly id: Id
}

interface Key extends Column {
  readonly descending: boolean
}

/** The columns of a list, and the id that makes its order total. */
export interface Listing {
  readonly catalogue: Catalogue
  readonly collections?: Collections
  readonly id: Id
  /** The organisation's table of the rows. A page is found by keys alone, and only the rows on it are looked up. */
  readonly table?: string
  /** A join that the columns need in addition to the table. */
  readonly join?: RawBuilder<unknown>
}

/** A row with the selected columns, by name. */
export type ListedRow = Readonly<Record<string, unknown>> & { readonly position: Position }

interface Asked {
  readonly query: ListQuery
  readonly columns: readonly string[]
}

/** A page of the rows of `base`, which is already restricted to what the caller sees. */
export async function readRows<DB, TB extends keyof DB, O>(
  base: SelectQueryBuilder<DB, TB, O>,
  listing: Listing,
  { query, columns }: Asked,
): Promise<readonly ListedRow[]> {
  const order = { sort: query.sort, catalogue: listing.catalogue, id: listing.id }
  const rows = await inOrder(base, listing, query)
    .select(columns.map((name) => sql`${columnOf(listing.catalogue, name).sql}`.as(name)))
    .select(positionOf(order).as('position'))
    .limit(query.take)
    .offset(query.skip)
    .execute()
  return rows as unknown as readonly ListedRow[]
}

/** The one row of `base`; not_found if the caller does not see it. */
export async function readRow<DB, TB extends keyof DB, O>(
  base: SelectQueryBuilder<DB, TB, O>,
  listing: Listing,
  columns: readonly string[],
): Promise<ListedRow> {
  const query: ListQuery = { filter: null, sort: [], skip: 0, take: 1 }
  const [row] = await readRows(base, listing, { query, columns })
  if (!row) throw notFound()
  return row
}

/** The keys of the rows on the query's page, in order: for `keyedSql`. */
export const keysOfPage = <DB, TB extends keyof DB, O>(
  base: SelectQueryBuilder<DB, TB, O>,
  listing: Listing & { readonly table: string },
  query: ListQuery,
): RawBuilder<unknown> =>
  sql`(${inOrder(base, listing, query)
    .select(sql`${sql.ref(`${listing.table}.id`)}`.as('id'))
    // the planner takes a parameter for a tenth of the rows
    .limit(sql.lit(query.take))
    .$if(query.skip > 0, (found) => found.offset(sql.lit(query.skip)))})`

/** How the rows of a page are found by keys. */
interface Keyed extends Asked {
  /** What the statement begins with: `with …`. */
  readonly before: RawBuilder<unknown>
  readonly keys: RawBuilder<unknown>
  /**
   * Of which organisations the rows are. Keys tell rows apart by their ids alone: the planner knows how many rows that
   * makes.
   */
  readonly isWithin: RawBuilder<SqlBool>
  /** For keys of more rows than the page has. */
  readonly page: Pick<ListQuery, 'skip' | 'take'> | undefined
}

/** SQL, for columns of a page that was found by keys: the ids of its rows as an array. */
export const idsOfKeys = sql`array(select page.id from page)`

/**
 * The beginning of the statement, with the keys as `page`. What finds them costs much, by the planner's estimate:
 * beside it, it takes no care in looking up the rows.
 */
const withKeys = ({ before, keys }: Pick<Keyed, 'before' | 'keys'>) =>
  sql`${before}, page as materialized ${keys}`

/**
 * The rows of a page that was found by keys. Joined columns are looked up only for these rows, and not for those
 * skipped before the page.
 */
export const keyedSql = (
  listing: Listing & { readonly table: string },
  { page, query, columns, isWithin, ...found }: Keyed,
): RawBuilder<ListedRow> =>
  sql<ListedRow>`${withKeys(found)} select ${shownOf(listing, { query, columns })}
    from ${joinedToKeys(listing, isWithin)} ${inOrderOf(listing, query, page)}`

/** A row of a page that was read with its total; without a row on the page there is one for the total. */
export type RowWithTotal = ListedRow & { readonly pageTotal: number; readonly onPage: boolean }

/** The same with the exact total, in the same statement; `pageOf` reads its rows. */
export const keyedWithTotalSql = (
  listing: Listing & { readonly table: string },
  { page, query, columns, total, isWithin, ...found }: Keyed & { readonly total: RawBuilder<number> },
): RawBuilder<RowWithTotal> =>
  sql<RowWithTotal>`
    ${withKeys(found)} select ${shownOf(listing, { query, columns })}, whole.total as "pageTotal", page.id is not null as "onPage"
    from (select ${total} as total) as whole left join (${joinedToKeys(listing, isWithin)}) on true
    ${inOrderOf(listing, query, page)}`

/** The page and its total. */
export const pageOf = (
  rows: readonly RowWithTotal[],
): { readonly rows: readonly ListedRow[]; readonly total: number } => ({
  rows: rows.filter(({ onPage }) => onPage),
  total: rows[0]?.pageTotal ?? 0,
})

const shownOf = ({ catalogue, id }: Listing, { query, columns }: Asked) =>
  sql.join([
    ...columns.map((name) => sql`${columnOf(catalogue, name).sql} as ${sql.ref(name)}`),
    sql`${positionOf({ sort: query.sort, catalogue, id })} as position`,
  ])

const joinedToKeys = (
  { table, join = sql`` }: Listing & { readonly table: string },
  isWithin: RawBuilder<SqlBool>,
) => sql`page join ${sql.table(table)} on ${isWithin} and ${sql.ref(`${table}.id`)} = page.id ${join}`

const inOrderOf = ({ catalogue, id }: Listing, { sort }: ListQuery, page: Keyed['page']) =>
  sql`order by ${orderOf(sort, catalogue, id.sql)} ${page ? sql`limit ${sql.lit(page.take)} offset ${sql.lit(page.skip)}` : sql``}`

/** The exact total of the list. */
export async function countRows<DB, TB extends keyof DB, O>(
  base: SelectQueryBuilder<DB, TB, O>,
  listing: Listing,
  query: Pick<ListQuery, 'filter'>,
): Promise<number> {
  const row = await counting(base, listing, query).executeTakeFirstOrThrow()
  return (row as { readonly total: number }).total
}

const counting = <DB, TB extends keyof DB, O>(
  base: SelectQueryBuilder<DB, TB, O>,
  listing: Listing,
  query: Pick<ListQuery, 'filter'>,
) => narrowed(base, listing, query).select(sql<number>`count(*)`.as('total'))

function inOrder<DB, TB extends keyof DB, O>(
  base: SelectQueryBuilder<DB, TB, O>,
  listing: Listing,
  query: ListQuery,
) {
  const { catalogue, id } = listing
  const found = narrowed(base, listing, query)
  const from = query.after ? found.where(isAfter({ sort: query.sort, catalogue, id }, query.after)) : found
  return from.orderBy(orderOf(query.sort, catalogue, id.sql))
}

const narrowed = <DB, TB extends keyof DB, O>(
  base: SelectQueryBuilder<DB, TB, O>,
  { catalogue, collections }: Listing,
  { filter }: Pick<ListQuery, 'filter'>,
) => (filter ? base.where(conditionOf(filter, catalogue, collections)) : base)

/** The position of each row, to be selected. */
function positionOf(order: Order): RawBuilder<Position> {
  const texts = keysOf(order).map((key) => sql`(${sortedBy(key)})::text`)
  return sql<Position>`array[${sql.join(texts)}]`
}

const readTexts = pg.types.getTypeParser(textArray as never) as (text: string) => Position

/** The position of a row from the text that the database sends. */
export const positionIn = (text: string): Position => readTexts(text)

/** Whether a row comes after the position, which must have been taken in the same order. */
function isAfter(order: Order, position: Position): Expression<SqlBool> {
  const keys = keysOf(order)
  if (position.length !== keys.length) throw new Error('The position was taken in another order')
  const [first] = keys
  // in this form an index on the keys starts where the page does
  if (first && keys.every(({ nullable, descending }) => !nullable && descending === first.descending)) {
    const values = sql.join(keys.map(sortedBy))
    const given = sql.join(keys.map(({ kind }, index) => typed(kind, position[index] ?? null)))
    return sql<SqlBool>`(${values}) ${first.descending ? sql`<` : sql`>`} (${given})`
  }
  const after = keys
    .map((key, index) => afterInKey(key, position[index] ?? null))
    .reduceRight<Expression<SqlBool>>(
      (rest, { beyond, same }) => sql<SqlBool>`(${beyond} or (${same} and ${rest}))`,
      sql<SqlBool>`false`,
    )
  const start = startInKey(first, position[0] ?? null)
  return start ? sql<SqlBool>`(${start} and ${after})` : after
}

/** Where an index on the first key can start; undefined where nulls follow, which are elsewhere in it. */
function startInKey(key: Key | undefined, text: string | null): Expression<SqlBool> | undefined {
  if (!key || text === null || (key.descending && key.nullable)) return undefined
  return sql<SqlBool>`${sortedBy(key)} ${key.descending ? sql`<=` : sql`>=`} ${typed(key.kind, text)}`
}

function keysOf({ sort, catalogue, id }: Order): readonly Key[] {
  const keys = sort.map(({ name, descending }): Key => ({ ...columnOf(catalogue, name), descending }))
  return [...keys, { ...id, nullable: false, descending: keys.at(-1)?.descending ?? false }]
}

/** Null sorts first. */
function afterInKey(key: Key, text: string | null) {
  const value = sortedBy(key)
  const { descending, nullable } = key
  if (text === null) {
    return {
      beyond: descending ? sql<SqlBool>`false` : sql<SqlBool>`${value} is not null`,
      same: sql<SqlBool>`${value} is null`,
    }
  }
  const given = typed(key.kind, text)
  const beyond = descending ? sql<SqlBool>`${value} < ${given}` : sql<SqlBool>`${value} > ${given}`
  return {
    beyond: descending && nullable ? sql<SqlBool>`(${beyond} or ${value} is null)` : beyond,
    same: sql<SqlBool>`${value} = ${given}`,
  }
}
