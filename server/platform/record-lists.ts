// Lists of records (matters, contracts): their pages and their totals. One piece of code for both kinds; what a list is about,
// and who sees what, each brings along (`RecordScope`).
//
// How many records a list has, and how many of all the caller sees, is known from the counts before a page is read
// (record-counts.ts). So a page is either walked along the index that has its order, or, for somebody who sees few of many,
// read from the few and put in order: whichever passes fewer rows. No guess of the planner decides it.
import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from './actor.ts'
import type { Reader } from './postgres/database.ts'
import {
  type Catalogue,
  conditionOf,
  type Filter,
  type ListQuery,
  unmaskedCatalogue,
} from './lists/list-query.ts'
import { countParts, keysOfPage, type ListedRow, type Listing, readKeyed } from './lists/list-rows.ts'
import { preparedChoice } from './postgres/prepared.ts'
import type { RecordKind } from './record-counts.ts'

const isRecord = sql<SqlBool>`counts.user_id is null`

/** What a list of records is about. The conditions on counts are over `counts`, whose columns are those of record_counts. */
export interface RecordScope<DB, TB extends keyof DB, O> {
  readonly kind: RecordKind
  /** The records, by the rule of who may see them. */
  readonly rows: SelectQueryBuilder<DB, TB, O>
  /** The same in parts that have none in common, where these are counted by an index alone. */
  readonly parts?: readonly SelectQueryBuilder<DB, TB, O>[]
  /** Which counts make up the total. */
  readonly counted: RawBuilder<SqlBool>
  /** Ids that all of the rows (of those seen whole, where there are others) are among, found without looking at others, and the counts that say how many these are. */
  readonly gathered?: { readonly ids: RawBuilder<unknown>; readonly counted: RawBuilder<SqlBool> }
  /** The names of the list that records are counted by: filters on these need no rows. */
  readonly countedColumns: Catalogue
  /**
   * Where some rows are seen in outline only: the names that these show, too, and the rows that are seen whole and those
   * that are not. Everything else is null in an outline, so that these follow one another by their id alone.
   */
  readonly outlines?: {
    readonly always: readonly string[]
    readonly whole: SelectQueryBuilder<DB, TB, O>
    readonly outlined: SelectQueryBuilder<DB, TB, O>
  }
}

/** The list of a kind of records: what it shows, and the table that is read. */
export type RecordListing = Listing & { readonly table: string }

type Counting = Pick<RecordScope<never, never, never>, 'kind' | 'counted' | 'gathered' | 'countedColumns'>

/** What the counts say of a list before any row of it is read. */
interface Standing {
  /** Exact, and undefined where the filter asks for what is not counted. */
  readonly total: number | undefined
  readonly gathered: number
  readonly everything: number
}

export interface RecordPage {
  readonly rows: readonly ListedRow[]
  readonly total: number
}

type Asked = { readonly query: ListQuery; readonly columns: readonly string[] }

/** A page of the records with the columns asked for. */
export async function readRecords<DB, TB extends keyof DB, O>(
  reading: Reading,
  scope: RecordScope<DB, TB, O>,
  listing: RecordListing,
  asked: Asked,
): Promise<readonly ListedRow[]> {
  const standing = await standingOf(reading, scope, asked.query)
  return readPage(reading.db, { scope, standing, listing }, asked)
}

/** How many records there are in all, exactly. */
export async function countRecords<DB, TB extends keyof DB, O>(
  reading: Reading,
  scope: RecordScope<DB, TB, O>,
  listing: RecordListing,
  query: ListQuery,
): Promise<number> {
  const standing = await standingOf(reading, scope, query)
  return standing.total ?? countFiltered(reading.db, { scope, standing, listing }, query)
}

/** A page and the total together, as v1's lists answer. */
export async function readRecordPage<DB, TB extends keyof DB, O>(
  reading: Reading,
  scope: RecordScope<DB, TB, O>,
  listing: RecordListing,
  asked: Asked,
): Promise<RecordPage> {
  const standing = await standingOf(reading, scope, asked.query)
  const list = { scope, standing, listing }
  const [rows, total] = await Promise.all([
    readPage(reading.db, list, asked),
    standing.total ?? countFiltered(reading.db, list, asked.query),
  ])
  return { rows, total }
}

/** How many records of a kind the actor sees, and in which of the counts (`isShared`) they see them by the organisation. */
export async function countSeen(
  db: Reader,
  actor: Reading['actor'],
  { kind, isShared }: { readonly kind: RecordKind; readonly isShared: RawBuilder<SqlBool> },
): Promise<number> {
  const counted = ofSight(isShared)
  const { total = 0 } = await standingOf(
    { db, actor },
    { kind, counted, countedColumns: {} },
    { filter: null },
  )
  return total
}

/** The counts of what somebody sees, each record once: as one of the organisation's (`isShared`), or else by their membership. */
export const ofSight = (isShared: RawBuilder<SqlBool>) =>
  sql<SqlBool>`(case when ${isRecord} then ${isShared} else (${isShared}) is not true end)`

interface Reading {
  readonly db: Reader
  readonly actor: Pick<Actor, 'userId' | 'organisationIds'>
}

async function standingOf(
  { db, actor }: Reading,
  { kind, counted, gathered, countedColumns }: Counting,
  { filter }: Pick<ListQuery, 'filter'>,
): Promise<Standing> {
  const isKnown = filter === null || isCounted(filter, countedColumns)
  const inTotal = filter && isKnown ? sql`${counted} and ${conditionOf(filter, countedColumns)}` : counted
  const sum = (condition: RawBuilder<unknown>) =>
    sql`coalesce(sum(counts.amount) filter (where ${condition}), 0)::bigint`
  const of = (
    whose: RawBuilder<SqlBool>,
  ) => sql`select organisation_id, user_id, team_id, status, restricted, in_intake, amount
    from record_counts where organisation_id in (${sql.join([...actor.organisationIds])}) and kind = ${kind} and ${whose}`
  const { rows } = await sql<{ total: number; gathered: number; everything: number }>`
    select ${sum(inTotal)} as total, ${sum(gathered?.counted ?? isRecord)} as gathered,
      ${sum(isRecord)} as everything
    from (${of(sql`user_id is null`)} union all ${of(sql`user_id = ${actor.userId}`)}) counts`
    .withPlugin(preparedChoice)
    .execute(db)
  const { total = 0, gathered: few = 0, everything = 0 } = rows[0] ?? {}
  return { total: isKnown ? total : undefined, gathered: few, everything }
}

/** Whether the counts alone tell how many records meet the filter. */
function isCounted(filter: Filter, catalogue: Catalogue): boolean {
  switch (filter.kind) {
    case 'compare':
      return isCountedBy(catalogue, filter.name, filter.comparison, [filter.value])
    case 'in':
      return isCountedBy(catalogue, filter.name, 'eq', filter.values)
    case 'not':
      return isCounted(filter.part, catalogue)
    case 'and':
    case 'or':
      return filter.parts.every((part) => isCounted(part, catalogue))
    default:
      return false
  }
}

function isCountedBy(
  catalogue: Catalogue,
  name: string,
  comparison: string,
  values: readonly unknown[],
): boolean {
  const column = Object.hasOwn(catalogue, name) ? catalogue[name] : undefined
  if (!column) return false
  // a choice that is not among these is worked out from more than what is counted
  if (column.kind !== 'choice') return true
  return (
    (comparison === 'eq' || comparison === 'ne') &&
    values.every((value) => column.choices?.some((each) => each === value))
  )
}

interface List<DB, TB extends keyof DB, O> {
  readonly scope: RecordScope<DB, TB, O>
  readonly standing: Standing
  readonly listing: RecordListing
}

function readPage<DB, TB extends keyof DB, O>(
  db: Reader,
  { scope, standing, listing }: List<DB, TB, O>,
  { query, columns }: Asked,
): Promise<readonly ListedRow[]> {
  const { outlines } = scope
  const isHidden =
    outlines && query.sort.length > 0 && !query.sort.some(({ name }) => outlines.always.includes(name))
  if (!isHidden) {
    const rows = outlines ? scope.rows : within(scope, standing, query)
    return readKeyed(db, listing, { keys: keysOfPage(rows, listing, query), query, columns })
  }
  // neither part need look further than the page; of both together, the page is what the whole list has there
  const most = { ...query, skip: 0, take: query.skip + query.take }
  const byId = [{ name: 'id', descending: query.sort.at(-1)?.descending ?? false }]
  // of rows that are seen whole nothing is hidden, and an index has their order
  const plain = { ...listing, catalogue: unmaskedCatalogue(listing.catalogue) }
  const whole = within({ ...scope, rows: outlines.whole }, standing, query)
  const keys = sql`(${keysOfPage(whole, plain, most)}
    union all ${keysOfPage(outlines.outlined, listing, { ...most, sort: byId })})`
  return readKeyed(db, listing, { keys, page: query, query, columns })
}

/**
 * The rows of the scope, gathered first where that is less work: walking in order to the end of the page passes about as many
 * rows as there are of all for each that the caller sees, gathering passes those that they see.
 */
function within<DB, TB extends keyof DB, O>(
  { kind, rows, gathered }: RecordScope<DB, TB, O>,
  standing: Standing,
  { skip, take }: Pick<ListQuery, 'skip' | 'take'>,
): SelectQueryBuilder<DB, TB, O> {
  if (!gathered || standing.gathered ** 2 > (skip + take) * standing.everything) return rows
  return rows.where(sql<SqlBool>`${sql.ref(`${kind}s.id`)} = any(array(${gathered.ids}))`)
}

function countFiltered<DB, TB extends keyof DB, O>(
  db: Reader,
  { scope, standing, listing }: List<DB, TB, O>,
  query: ListQuery,
): Promise<number> {
  const rows = scope.outlines ? scope.rows : within(scope, standing, query)
  // those that were gathered are few enough to be asked one by one
  const parts = rows === scope.rows ? (scope.parts ?? [rows]) : [rows]
  return countParts(db, parts, { listing, query })
}
