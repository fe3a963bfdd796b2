// Pages and totals of lists of records. What a list is about, and who sees what, the scope says (list-scopes.ts).
//
// How many records a list has, and how many of all the caller sees, is known from the counts before a page is read
// (record-counts.ts). So a page is either walked along the index that has its order, or, for somebody who sees few of many,
// read from the few and sorted: whichever reads fewer rows. It never depends on an estimate of the planner.
import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { Reader } from '../platform/postgres/database.ts'
import {
  type Catalogue,
  conditionOf,
  type Filter,
  type ListQuery,
  unmaskedCatalogue,
} from '../platform/lists/list-query.ts'
import {
  countParts,
  keysOfPage,
  type ListedRow,
  type Listing,
  readKeyed,
} from '../platform/lists/list-rows.ts'
import { preparedChoice } from '../platform/postgres/prepared.ts'
import type { SubjectKind } from '../platform/subject.ts'

const isRecord = sql<SqlBool>`counts.user_id is null`

/** Which records a list has. The conditions on counts are over `counts`, whose columns are those of record_counts. */
export interface RecordScope<DB, TB extends keyof DB, O> {
  readonly kind: SubjectKind
  readonly table: string
  /** The records, by the rule of who may see them. */
  readonly rows: SelectQueryBuilder<DB, TB, O>
  /** The same in parts that have none in common, where these are counted by an index alone. */
  readonly parts?: readonly SelectQueryBuilder<DB, TB, O>[]
  /** Which counts make up the total. */
  readonly counted: RawBuilder<SqlBool>
  /** Ids that include all of the rows (where some are redacted, all others), found without reading other rows, and the counts that say how many these are. */
  readonly gathered?: { readonly ids: RawBuilder<unknown>; readonly counted: RawBuilder<SqlBool> }
  /** The names of the list that records are counted by: filters on these need no rows. */
  readonly countedColumns: Catalogue
  /**
   * Where some rows are redacted: the columns that these show nevertheless, and the rows that are whole and those that are
   * redacted. All other columns of redacted rows are null, so that these are ordered by their id alone.
   */
  readonly redaction?: {
    readonly always: readonly string[]
    readonly whole: SelectQueryBuilder<DB, TB, O>
    readonly redacted: SelectQueryBuilder<DB, TB, O>
  }
}

/** The list of a kind of records: what it shows, and the table that is read. */
export type RecordListing = Listing & { readonly table: string }

type Counting = Pick<RecordScope<never, never, never>, 'kind' | 'counted' | 'gathered' | 'countedColumns'>

/** What the counts say about a list before any row of it is read. */
interface ListCounts {
  /** Exact, and undefined where the filter is on something that is not counted. */
  readonly total: number | undefined
  readonly gathered: number
  readonly everything: number
}

export interface RecordPage {
  readonly rows: readonly ListedRow[]
  readonly total: number
}

type Requested = { readonly query: ListQuery; readonly columns: readonly string[] }

/** A page of the records with the requested columns. */
export async function readRecords<DB, TB extends keyof DB, O>(
  reading: Reading,
  scope: RecordScope<DB, TB, O>,
  listing: RecordListing,
  asked: Requested,
): Promise<readonly ListedRow[]> {
  const counts = await listCountsOf(reading, scope, asked.query)
  return readPage(reading.db, { scope, counts, listing }, asked)
}

/** How many records there are in all, exactly. */
export async function countRecords<DB, TB extends keyof DB, O>(
  reading: Reading,
  scope: RecordScope<DB, TB, O>,
  listing: RecordListing,
  query: ListQuery,
): Promise<number> {
  const counts = await listCountsOf(reading, scope, query)
  return counts.total ?? countFiltered(reading.db, { scope, counts, listing }, query)
}

/** A page and the total together, as v1's lists answer. */
export async function readRecordPage<DB, TB extends keyof DB, O>(
  reading: Reading,
  scope: RecordScope<DB, TB, O>,
  listing: RecordListing,
  asked: Requested,
): Promise<RecordPage> {
  const counts = await listCountsOf(reading, scope, asked.query)
  const list = { scope, counts, listing }
  const [rows, total] = await Promise.all([
    readPage(reading.db, list, asked),
    counts.total ?? countFiltered(reading.db, list, asked.query),
  ])
  return { rows, total }
}

/** How many records of a kind the actor sees; `isShared` says which counts are of records that they see through the organisation. */
export async function countVisibleRecords(
  db: Reader,
  actor: Reading['actor'],
  { kind, isShared }: { readonly kind: SubjectKind; readonly isShared: RawBuilder<SqlBool> },
): Promise<number> {
  const counted = countsOfVisible(isShared)
  const { total = 0 } = await listCountsOf(
    { db, actor },
    { kind, counted, countedColumns: {} },
    { filter: null },
  )
  return total
}

/** The counts of what somebody sees, each record once: as one that is shared with them (`isShared`), or else by their membership. */
export const countsOfVisible = (isShared: RawBuilder<SqlBool>) =>
  sql<SqlBool>`(case when ${isRecord} then ${isShared} else (${isShared}) is not true end)`

interface Reading {
  readonly db: Reader
  readonly actor: Pick<Actor, 'userId' | 'organisationIds'>
}

async function listCountsOf(
  { db, actor }: Reading,
  { kind, counted, gathered, countedColumns }: Counting,
  { filter }: Pick<ListQuery, 'filter'>,
): Promise<ListCounts> {
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

/** Whether the counts alone say how many records match the filter. */
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
  // other choices are computed from more than what is counted
  if (column.kind !== 'choice') return true
  return (
    (comparison === 'eq' || comparison === 'ne') &&
    values.every((value) => column.choices?.some((each) => each === value))
  )
}

interface List<DB, TB extends keyof DB, O> {
  readonly scope: RecordScope<DB, TB, O>
  readonly counts: ListCounts
  readonly listing: RecordListing
}

function readPage<DB, TB extends keyof DB, O>(
  db: Reader,
  { scope, counts, listing }: List<DB, TB, O>,
  { query, columns }: Requested,
): Promise<readonly ListedRow[]> {
  const { redaction } = scope
  const isHidden =
    redaction && query.sort.length > 0 && !query.sort.some(({ name }) => redaction.always.includes(name))
  if (!isHidden) {
    const rows = redaction ? scope.rows : within(scope, counts, query)
    return readKeyed(db, listing, { keys: keysOfPage(rows, listing, query), query, columns })
  }
  // neither part needs to be read beyond the end of the page; the page of both together is the page of the whole list
  const most = { ...query, skip: 0, take: query.skip + query.take }
  const byId = [{ name: 'id', descending: query.sort.at(-1)?.descending ?? false }]
  // nothing is hidden in whole rows, and an index has their order
  const plain = { ...listing, catalogue: unmaskedCatalogue(listing.catalogue) }
  const whole = within({ ...scope, rows: redaction.whole }, counts, query)
  const keys = sql`(${keysOfPage(whole, plain, most)}
    union all ${keysOfPage(redaction.redacted, listing, { ...most, sort: byId })})`
  return readKeyed(db, listing, { keys, page: query, query, columns })
}

/**
 * The rows of the scope, gathered first where that is less work: walking in order to the end of the page reads, for each row that
 * the caller sees, as many as there are records for each of theirs; gathering reads those that they see.
 */
function within<DB, TB extends keyof DB, O>(
  { table, rows, gathered }: RecordScope<DB, TB, O>,
  counts: ListCounts,
  { skip, take }: Pick<ListQuery, 'skip' | 'take'>,
): SelectQueryBuilder<DB, TB, O> {
  if (!gathered || counts.gathered ** 2 > (skip + take) * counts.everything) return rows
  return rows.where(sql<SqlBool>`${sql.ref(`${table}.id`)} = any(array(${gathered.ids}))`)
}

function countFiltered<DB, TB extends keyof DB, O>(
  db: Reader,
  { scope, counts, listing }: List<DB, TB, O>,
  query: ListQuery,
): Promise<number> {
  const rows = scope.redaction ? scope.rows : within(scope, counts, query)
  // gathered rows are few enough to be checked one by one
  const parts = rows === scope.rows ? (scope.parts ?? [rows]) : [rows]
  return countParts(db, parts, { listing, query })
}
