// Totals of lists of records, as SQL. The counts that are kept beside the records (record-counts.ts) are read once, in
// the statement that they are part of, as `counted`: how many records the list has, where its filter is on what is
// counted; and how many of all the caller sees, which decides how the page is read (record-pages.ts).
import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Reader } from '../../platform/postgres/database.ts'
import { conditionOf } from '../../platform/lists/filter-sql.ts'
import { type Catalogue, type Column, type Filter } from '../../platform/lists/list-query.ts'
import type { Listing } from '../../platform/lists/list-rows.ts'
import { preparedChoice } from '../../platform/postgres/prepared.ts'
import { isOneOf } from '../../platform/postgres/statement.ts'
import type { Principal, SubjectKind } from '../../platform/subject.ts'

const isRecord = sql<SqlBool>`counts.user_id is null`

/**
 * A way of finding the rows of a list other than walking along it: their ids, maybe with others, and the counts that
 * say how many.
 */
interface Gathering {
  readonly ids: RawBuilder<unknown>
  readonly counted: RawBuilder<SqlBool>
}

/** The same with the number of ids as SQL over `counts`. */
export interface Way {
  readonly ids: RawBuilder<unknown>
  readonly size: RawBuilder<number>
}

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
  /**
   * Ids that include all of the rows (where some are redacted, all others), found without reading other rows, and the
   * counts that say how many these are.
   */
  readonly gathered?: Gathering
  /** The column that shows the status, its values that are stored, and the ids of all records that have one of them. */
  readonly status?: {
    readonly name: string
    readonly stored: readonly string[]
    readonly ids: (statuses: readonly string[]) => RawBuilder<unknown>
  }
  /** The names of the list that records are counted by: filters on these need no rows. */
  readonly countedColumns: Catalogue
  /**
   * Where some rows are redacted: the columns that these show nevertheless, and the rows that are whole and those that
   * are redacted. All other columns of redacted rows are null, so that these are ordered by their id alone.
   */
  readonly redaction?: {
    readonly always: readonly string[]
    readonly whole: SelectQueryBuilder<DB, TB, O>
    readonly redacted: SelectQueryBuilder<DB, TB, O>
  }
}

type Counting = Pick<RecordScope<never, never, never>, 'kind' | 'counted' | 'countedColumns'> & {
  readonly ways: readonly Way[]
}
export type Caller = Pick<Principal, 'userId' | 'organisationIds'>

/** SQL over `counts`: how many they count of those that meet the condition. */
export const sumOf = (condition: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(counts.amount) filter (where ${condition}), 0)::bigint`

/** The column of `counted` that has the size of a way. */
export const sizeOf = (place: number) => sql.ref(`way_${place}`)

/** SQL for a statement to begin with: the counts of a list, as `counted`. */
export function countedSql(
  { organisationIds, userId }: Caller,
  { kind, counted, ways, countedColumns }: Counting,
  filter: Filter | null,
): RawBuilder<unknown> {
  const inTotal =
    filter && isCounted(filter, countedColumns)
      ? sql`${counted} and ${conditionOf(filter, countedColumns)}`
      : counted
  const sizes = ways.map(({ size }, place) => sql`${size} as ${sizeOf(place)}, `)
  const of = (
    whose: RawBuilder<SqlBool>,
  ) => sql`select organisation_id, user_id, team_id, status, restricted, in_intake, amount
    from record_counts where ${isOneOf(sql.ref('organisation_id'), organisationIds)} and kind = ${sql.lit(kind)} and ${whose}`
  return sql`counted as materialized (
    select ${sumOf(inTotal)} as total, ${sql.join(sizes, sql``)}${sumOf(isRecord)} as everything
    from (${of(sql`user_id is null`)} union all ${of(sql`user_id = ${userId}`)}) counts)`
}

/**
 * The counts of what somebody sees, each record once: as one that is shared with them (`isShared`), or else by their
 * membership.
 */
export const countsOfVisible = (isShared: RawBuilder<SqlBool>) =>
  sql<SqlBool>`(case when ${isRecord} then ${isShared} else (${isShared}) is not true end)`

/**
 * How many records of a kind the caller sees; `isShared` says which counts are of records that they see through the
 * organisation.
 */
export async function countVisibleRecords(
  db: Reader,
  caller: Caller,
  { kind, isShared }: { readonly kind: SubjectKind; readonly isShared: RawBuilder<SqlBool> },
): Promise<number> {
  const scope = { kind, counted: countsOfVisible(isShared), countedColumns: {}, ways: [] }
  const { rows } = await sql<{ total: number }>`with ${countedSql(caller, scope, null)}
    select total from counted`
    .withPlugin(preparedChoice)
    .execute(db)
  return rows[0]?.total ?? 0
}

/** Whether one of these organisations has more records of the kind than this. */
export async function hasMoreRecords(
  db: Reader,
  { organisationIds }: Pick<Caller, 'organisationIds'>,
  { kind, than }: { readonly kind: SubjectKind; readonly than: number },
): Promise<boolean> {
  const { rows } = await sql`select organisation_id from record_counts
    where organisation_id = any(${organisationIds}::bigint[]) and kind = ${kind} and user_id is null
    group by organisation_id having coalesce(sum(amount), 0) > ${than}::bigint`
    .withPlugin(preparedChoice)
    .execute(db)
  return rows.length > 0
}

interface Listed<DB, TB extends keyof DB, O> {
  readonly scope: RecordScope<DB, TB, O>
  readonly listing: Listing
  readonly filter: Filter | null
  /** Rows that are gathered, each with the SQL that says whether this is done. */
  readonly gathered: readonly {
    readonly isChosen: RawBuilder<SqlBool>
    readonly rows: SelectQueryBuilder<DB, TB, O>
  }[]
}

/** SQL: how many records the list has, exactly; in a statement that begins with `countedSql`. */
export function totalSql<DB, TB extends keyof DB, O>(
  caller: Caller,
  { scope, listing, filter, gathered }: Listed<DB, TB, O>,
): RawBuilder<number> {
  const total = sql<number>`(select total from counted)`
  const isKnown = filter === null || isCounted(filter, scope.countedColumns)
  const differing = filter && isKnown ? differingIn(filter, scope.countedColumns, listing.catalogue) : []
  if (isKnown && differing.length === 0) return total
  const count = (rows: SelectQueryBuilder<DB, TB, O>) => countSql(rows, listing, filter)
  const whole =
    filter && isKnown
      ? sql<number>`(${total} + ${sql.join(
          differing.map((name) => correctionSql(caller, { scope, listing, filter }, name)),
          sql` + `,
        )})`
      : sql<number>`(${sql.join((scope.parts ?? [scope.rows]).map(count), sql` + `)})`
  // gathered rows are few enough to be checked one by one
  const each = gathered.map(({ isChosen, rows }) => sql`when ${isChosen} then ${count(rows)}`)
  return each.length === 0 ? whole : sql<number>`(case ${sql.join(each, sql` `)} else ${whole} end)`
}

function countSql<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  { catalogue, collections }: Listing,
  filter: Filter | null,
): RawBuilder<number> {
  const found = filter ? rows.where(conditionOf(filter, catalogue, collections)) : rows
  return sql<number>`${found.select(sql<number>`count(*)`.as('total'))}`
}

/**
 * What the counts are wrong by, because some records show something else than what is stored and counted: of these,
 * those that meet the filter by what they show, without those that meet it by what is stored.
 */
function correctionSql<DB, TB extends keyof DB, O>(
  caller: Caller,
  {
    scope,
    listing: { catalogue },
    filter,
  }: {
    readonly scope: RecordScope<DB, TB, O>
    readonly listing: Listing
    readonly filter: Filter
  },
  name: string,
): RawBuilder<number> {
  const column = catalogue[name]
  if (!column?.stored) return sql<number>`0`
  const { stored } = column
  const asStored = { ...catalogue, [name]: storedColumn(column, stored.sql) }
  const shown = (how: Catalogue) => sql`count(*) filter (where ${conditionOf(filter, how)})`
  const rows = scope.rows
    .where(
      sql<SqlBool>`${sql.ref(`${scope.table}.id`)} = any(array(${stored.differs(caller.organisationIds)}))`,
    )
    .select(sql<number>`${shown(catalogue)} - ${shown(asStored)}`.as('more'))
  return sql<number>`${rows}`
}

const storedColumn = (
  { compare: _compare, order: _order, stored: _stored, ...column }: Column,
  stored: RawBuilder<unknown>,
): Column => ({ ...column, sql: stored })

/** The names in the filter whose columns may show something else than what is stored and counted. */
const differingIn = (filter: Filter, counted: Catalogue, catalogue: Catalogue): readonly string[] =>
  Object.keys(counted).filter((name) => catalogue[name]?.stored && isNamedIn(filter, name))

function isNamedIn(filter: Filter, name: string): boolean {
  switch (filter.kind) {
    case 'not':
    case 'untrue':
      return isNamedIn(filter.part, name)
    case 'and':
    case 'or':
      return filter.parts.some((part) => isNamedIn(part, name))
    default:
      return filter.name === name
  }
}

/** Whether the counts alone say how many records match the filter. */
export function isCounted(filter: Filter, catalogue: Catalogue): boolean {
  switch (filter.kind) {
    case 'compare':
      return isCountedBy(catalogue, filter.name, filter.comparison, [filter.value])
    case 'in':
      return isCountedBy(catalogue, filter.name, 'eq', filter.values)
    case 'not':
    case 'untrue':
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
  if (column.kind !== 'choice') return true
  return (
    (comparison === 'eq' || comparison === 'ne') &&
    values.every((value) => column.choices?.some((each) => each === value))
  )
}
