// Pages of lists of records, with their totals. What a list is about, and who sees what, the scope says
// (list-scopes.ts).
//
// How many records a list has, and how many of all the caller sees, the counts say (record-totals.ts). So a page is
// either walked along the index that has its order, or, for somebody who sees few of many, read from the few and
// sorted: whichever reads fewer rows. It never depends on an estimate of the planner. The statement has both ways, and
// runs one.
import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Reader } from '../../platform/postgres/database.ts'
import { withoutConstants } from '../../platform/lists/constant-conditions.ts'
import {
  type Catalogue,
  type Column,
  type ListQuery,
  type SortKey,
  unmaskedCatalogue,
} from '../../platform/lists/list-query.ts'
import { keysAlongValues } from '../../platform/lists/keys-along-values.ts'
import {
  keyedSql,
  keyedWithTotalSql,
  keysOfPage,
  type ListedRow,
  type Listing,
  pageOf,
  type RowWithTotal,
} from '../../platform/lists/list-rows.ts'
import type { Principal } from '../../platform/subject.ts'
import { isOneOf } from '../../platform/postgres/statement.ts'
import { countedSql, type RecordScope, sizeOf, totalSql, type Way } from './record-totals.ts'
import { valuesIn, waysOf } from '../access-paths.ts'

/** The list of a kind of records: what it shows, and the table that is read. */
export type RecordListing = Listing & { readonly table: string }

export interface RecordPage {
  readonly rows: readonly ListedRow[]
  readonly total: number
}

type Requested = { readonly query: ListQuery; readonly columns: readonly string[] }

interface Reading {
  readonly db: Reader
  readonly actor: Pick<Principal, 'userId' | 'organisationIds'>
}

/** The parts of a statement that reads a page. */
export interface PageSql {
  /** What it begins with: `with …`, or nothing. */
  readonly before: RawBuilder<unknown>
  /** The keys of the rows of the page, and maybe of more rows: see `page`. */
  readonly keys: RawBuilder<unknown>
  /** Of which organisations the rows are. */
  readonly isWithin: RawBuilder<SqlBool>
  /** Where the keys are of more rows than the page has: what of them, in order, it consists of. */
  readonly page: Pick<ListQuery, 'skip' | 'take'> | undefined
  /** How many records the list has. */
  readonly total: RawBuilder<number>
}

/** A page of the records with the requested columns. */
export async function readRecords<DB, TB extends keyof DB, O>(
  { db, actor }: Reading,
  scope: RecordScope<DB, TB, O>,
  listing: RecordListing,
  asked: Requested,
): Promise<readonly ListedRow[]> {
  return (await recordsSql(actor, scope, listing, asked).execute(db)).rows
}

/** The statement that reads it. */
export const recordsSql = <DB, TB extends keyof DB, O>(
  caller: Reading['actor'],
  scope: RecordScope<DB, TB, O>,
  listing: RecordListing,
  asked: Requested,
): RawBuilder<ListedRow> => keyedSql(listing, { ...asked, ...pageSql(caller, scope, listing, asked.query) })

/** How many records there are in all, exactly. */
export async function countRecords<DB, TB extends keyof DB, O>(
  { db, actor }: Reading,
  scope: RecordScope<DB, TB, O>,
  listing: RecordListing,
  query: ListQuery,
): Promise<number> {
  const { before, total } = pageSql(actor, scope, listing, query)
  const { rows } = await sql<{ total: number }>`${before} select ${total} as total`.execute(db)
  return rows[0]?.total ?? 0
}

/** A page and the total together, as v1's lists answer; in one statement, of one moment. */
export async function readRecordPage<DB, TB extends keyof DB, O>(
  { db, actor }: Reading,
  scope: RecordScope<DB, TB, O>,
  listing: RecordListing,
  asked: Requested,
): Promise<RecordPage> {
  return pageOf((await recordPageSql(actor, scope, listing, asked).execute(db)).rows)
}

/** The statement that reads it. */
export const recordPageSql = <DB, TB extends keyof DB, O>(
  caller: Reading['actor'],
  scope: RecordScope<DB, TB, O>,
  listing: RecordListing,
  asked: Requested,
): RawBuilder<RowWithTotal> =>
  keyedWithTotalSql(listing, { ...asked, ...pageSql(caller, scope, listing, asked.query) })

/** How a page of the scope's records is read. */
function pageSql<DB, TB extends keyof DB, O>(
  caller: Reading['actor'],
  scope: RecordScope<DB, TB, O>,
  listing: RecordListing,
  asked: ListQuery,
): PageSql {
  const filter = withoutConstants(asked.filter, listing.catalogue)
  const query = { ...asked, filter }
  const ways = waysOf(caller, scope, listing, filter)
  const gathered = ways.map(({ ids }, place) => ({
    isChosen: isChosen(place, ways.length, query),
    rows: withIds(scope, scope.rows, ids),
  }))
  return {
    before: sql`with ${countedSql(caller, { ...scope, ways }, filter)}`,
    ...keysSql(scope, listing, { caller, query, ways }),
    isWithin: isOneOf(sql.ref(`${scope.table}.organisation_id`), caller.organisationIds),
    // redacted rows cannot be gathered
    total: totalSql(caller, { scope, listing, filter, gathered: scope.redaction ? [] : gathered }),
  }
}

/** The least that can be gathered. */
const leastOf = (ways: number) =>
  sql`least(${sql.join(Array.from({ length: ways }, (_, place) => sizeOf(place)))})`

/**
 * Walking in order to the end of the page reads, for each row that the list has, as many as there are records for each
 * of these; gathering reads all that the list has, or what includes them. Whichever is less is done.
 */
const isMore = (ways: number, { skip, take }: Pick<ListQuery, 'skip' | 'take'>) =>
  sql`${leastOf(ways)}::float8 * ${leastOf(ways)} > ${sql.lit(skip + take)}::float8 * everything`

const isWalked = (ways: number, query: ListQuery) =>
  sql<SqlBool>`(select ${isMore(ways, query)} from counted)`

function isChosen(place: number, ways: number, query: ListQuery): RawBuilder<SqlBool> {
  const before = Array.from({ length: place }, (_, other) => sql` and ${sizeOf(place)} < ${sizeOf(other)}`)
  return sql<SqlBool>`(select not (${isMore(ways, query)}) and ${sizeOf(place)} = ${leastOf(ways)}${sql.join(before, sql``)}
    from counted)`
}

interface Walk {
  readonly caller: Reading['actor']
  readonly query: ListQuery
  readonly ways: readonly Way[]
}

function keysSql<DB, TB extends keyof DB, O>(
  scope: RecordScope<DB, TB, O>,
  listing: RecordListing,
  walk: Walk,
): Pick<PageSql, 'keys' | 'page'> {
  const { redaction } = scope
  const { query } = walk
  if (!redaction) return { keys: eitherWay(scope, listing, walk), page: undefined }
  const isHidden = query.sort.length > 0 && !query.sort.some(({ name }) => redaction.always.includes(name))
  if (!isHidden) return { keys: keysInOrder(scope.rows, listing, walk), page: undefined }
  // neither part needs to be read beyond the end of the page; the page of both together is the page of the whole list
  const most = { ...query, skip: 0, take: query.skip + query.take }
  const byId = [{ name: 'id', descending: query.sort.at(-1)?.descending ?? false }]
  // nothing is hidden in whole rows, and an index has their order
  const plain = { ...listing, catalogue: unmaskedCatalogue(listing.catalogue) }
  const whole = eitherWay({ ...scope, rows: redaction.whole }, plain, { ...walk, query: most })
  return {
    keys: sql`(${whole} union all ${keysOfPage(redaction.redacted, listing, { ...most, sort: byId })})`,
    page: query,
  }
}

function eitherWay<DB, TB extends keyof DB, O>(
  scope: RecordScope<DB, TB, O>,
  listing: RecordListing,
  asked: Walk,
): RawBuilder<unknown> {
  const { query, ways } = asked
  if (ways.length === 0) return keysInOrder(scope.rows, listing, asked)
  const walk = keysInOrder(scope.rows.where(isWalked(ways.length, query)), listing, asked)
  const gatherings = ways.map(({ ids }, place) => {
    const chosen = isChosen(place, ways.length, query)
    // once for the ids alone: what is joined to these rows may read the ids before it asks whether there are any rows
    const gathered = sql`select gathered.id from (${ids}) as gathered (id) where ${chosen}`
    return keysOfPage(withIds(scope, scope.rows, gathered).where(chosen), listing, query)
  })
  return sql`(${sql.join([walk, ...gatherings], sql` union all `)})`
}

/**
 * The keys of a page of all rows. What is shown may differ from what is stored in few rows for a moment: while it does
 * in any, the rows are sorted by what is shown, and otherwise walked along the index of what is stored. The statement
 * has both, and runs one.
 */
function keysInOrder<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  listing: RecordListing,
  { caller, query }: Pick<Walk, 'caller' | 'query'>,
): RawBuilder<unknown> {
  const asStored = catalogueAsStored(listing.catalogue, query.sort)
  if (!asStored) return keysByWhatIsStored(rows, listing, { caller, query })
  const isWrong = asStored.orders.map((order) => order.isWrong(caller.organisationIds))
  const isAnyWrong = sql<SqlBool>`(${sql.join(isWrong, sql` or `)})`
  const stored = { ...listing, catalogue: asStored.catalogue }
  const walked = keysOfPage(rows.where(sql<SqlBool>`not ${isAnyWrong}`), stored, query)
  return sql`(${walked} union all ${keysOfPage(rows.where(isAnyWrong), listing, query)})`
}

/**
 * The same where the filter asks for what few rows show for a moment without having it stored: those that have it
 * stored are walked along an index, these few are looked up by their ids, and the page is the first rows of both. As
 * one condition they have no index.
 */
function keysByWhatIsStored<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  listing: RecordListing,
  { caller, query }: Pick<Walk, 'caller' | 'query'>,
): RawBuilder<unknown> {
  const found = Object.entries(listing.catalogue).find(([name, column]) => isShownOnly(query, name, column))
  const stored = found?.[1].stored
  if (!found || !stored?.instead)
    return keysAlongValues(rows, listing, query) ?? keysOfPage(rows, listing, query)
  const [name, column] = found
  const { order: _order, stored: _stored, ...rest } = column
  const plain = { ...rest, sql: stored.sql, compare: stored.instead.compare }
  const most = { ...query, skip: 0, take: query.skip + query.take }
  const walked = keysOfPage(rows, { ...listing, catalogue: { ...listing.catalogue, [name]: plain } }, most)
  const hasId = (ids: RawBuilder<unknown>) =>
    sql<SqlBool>`${sql.ref(`${listing.table}.id`)} = any(array(${ids}))`
  const others = keysOfPage(rows.where(hasId(stored.differs(caller.organisationIds))), listing, most)
  const both = sql`select found.id from (${walked} union all ${others}) as found`
  return keysOfPage(rows.where(hasId(both)), listing, { ...query, filter: null })
}

/**
 * Whether the filter asks for a value that the column shows of rows that have another one stored, and for none of
 * these.
 */
function isShownOnly({ filter }: ListQuery, name: string, { stored, unmasked }: Column): boolean {
  if (!filter || !stored?.instead || unmasked) return false
  const { instead, shownAs = [] } = stored
  const asked = valuesIn(filter, name) ?? []
  return asked.some((value) => shownAs.includes(value)) && !asked.some((value) => instead.of.includes(value))
}

/** The catalogue with the order of what is stored, where the list is sorted by a column that has one. */
function catalogueAsStored(catalogue: Catalogue, sort: readonly SortKey[]) {
  const columns = sort.flatMap(({ name }) => {
    const column = catalogue[name]
    const order = column?.unmasked ? undefined : column?.stored?.order
    return column && order ? [{ name, column: { ...column, order: order.sql }, order }] : []
  })
  if (columns.length === 0) return undefined
  return {
    catalogue: { ...catalogue, ...Object.fromEntries(columns.map(({ name, column }) => [name, column])) },
    orders: columns.map(({ order }) => order),
  }
}

const withIds = <DB, TB extends keyof DB, O>(
  { table }: RecordScope<DB, TB, O>,
  rows: SelectQueryBuilder<DB, TB, O>,
  ids: RawBuilder<unknown>,
) => rows.where(sql<SqlBool>`${sql.ref(`${table}.id`)} = any(array(${ids}))`)
