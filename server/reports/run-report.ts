// Running a report: which rows its reader gets figures of, and the one statement that computes them.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import {
  type Figures,
  type FigureBase,
  type FigureSources,
  readFigures,
} from '../platform/lists/figure-rows.ts'
import { conditionOf } from '../platform/lists/filter-sql.ts'
import { type Catalogue, type Collections, columnOf, type Filter } from '../platform/lists/list-query.ts'
import { isOfMoney, type Measure, type Reportable } from '../platform/lists/measures.ts'
import { startOfDay } from '../platform/time/local-time.ts'
import { daysBefore, dimensionOfBoth, type Halves, measuresOfBoth } from './comparison.ts'
import { type Days, daysOf } from './ranges.ts'
import { mostGroups, type ReportDefinition } from './report.ts'
import type { InOwnCurrency, ReportList, ReadOn } from '../platform/lists/report-list.ts'
import type { Reader } from '../platform/postgres/database.ts'

export interface ReportRun {
  readonly figures: Figures
  readonly measures: readonly Measure[]
  readonly days: Days | null
  /** The days that it is compared with: figures have those of the measures over these days behind the others. */
  readonly before: Days | null
  /** Whether the figures are of what the reader sees, and not of all that their organisation has. */
  readonly ofSeen: boolean
  /** The organisation's currency, where amounts are in it. */
  readonly ownCurrency: string | null
  /** Which rates are missing, where figures are blocked by that. */
  readonly missing: readonly MissingRate[]
  /** Whether records that the reader does not see are left out, because the filter asks for what they contain. */
  readonly hiddenLeftOut: boolean
}

/** How many invoices in a currency have no rate. */
export interface MissingRate {
  readonly currency: string
  readonly invoices: number
  /** A $filter of the list of invoices. */
  readonly filter: string
}

export interface Running {
  readonly list: ReportList
  readonly definition: ReportDefinition
  /** What the list, with its custom fields, can be reported by. */
  readonly reportable: Reportable
  /** The columns of the list for this reader, and the parsed filter. */
  readonly catalogue: Catalogue
  readonly collections: Collections | undefined
  readonly filter: Filter | null
  readonly on: ReadOn
}

/** Computes a report, whose names have been checked; of what the actor may see. */
export async function runReport(app: App, actor: Actor, running: Running): Promise<ReportRun> {
  const { list, definition, reportable, on } = running
  const own = definition.ownCurrency
    ? await list.inOwnCurrency?.(app.db, actor, { now: on.now, measures: definition.measures })
    : undefined
  const catalogue = { ...running.catalogue, ...list.columns, ...(own ? ownColumn(own) : {}) }
  const measures = definition.measures.flatMap((name) => (own ?? reportable).measures[name] ?? [])
  const days = definition.range && daysOf(definition.range, on.today, on.shift)
  const before = daysBefore(definition, days, on)
  const narrow = narrowing(running, reportable, { catalogue, days, before })
  const halves = before && days && halvesOf(running, reportable, { catalogue, days, before })
  const isOfAll = list.hidden !== undefined && seesAllSpend(actor) && measures.some(({ isSpend }) => isSpend)
  const isAskable =
    running.filter === null || columnsIn(running.filter).every((name) => reportable.open.includes(name))
  const hidden =
    isOfAll && isAskable && isRangeOpen(definition, reportable)
      ? (own ?? list).hidden?.(app.db, actor, on)
      : undefined
  const seen = (own ?? list).seen(app.db, actor, on)
  const isMoney = measures.some(isOfMoney)
  const sources = {
    catalogue,
    seen: narrow(actor.organisationType === 'Customer' ? seen.where(isOwn(list, actor)) : seen),
    hidden: hidden && narrow(hidden),
  }
  const figures = await readFigures(app.db, sources, {
    by: definition.by.flatMap(({ dimension, per }) => {
      const known = reportable.dimensions[dimension]
      if (!known) return []
      const asked = { ...known, per: per ?? undefined }
      return [halves ? dimensionOfBoth(asked, rangeColumn(definition, reportable), halves) : asked]
    }),
    measures: halves ? measuresOfBoth(measures, halves) : measures,
    currency: isMoney ? (own ? 'ownCurrency' : reportable.currency) : undefined,
    open: own ? [...reportable.open, 'ownCurrency'] : reportable.open,
    shift: on.shift,
    timeZone: on.timeZone,
    order: definition.order,
    top: definition.top,
    most: mostGroups,
  })
  const isBlocked = own !== undefined && figures.blocked.some(Boolean)
  return {
    figures,
    measures,
    days,
    before,
    ofSeen: !isOfAll,
    ownCurrency: own?.currency ?? null,
    missing: isBlocked ? await readMissing(app.db, own, { sources, measures }) : [],
    hiddenLeftOut: isOfAll && hidden === undefined,
  }
}

const ownColumn = ({ currency }: InOwnCurrency): Catalogue => ({
  ownCurrency: { kind: 'text', nullable: false, sql: sql`${currency}::text` },
})

/** The invoices that block figures, by their currencies. */
async function readMissing(
  db: Reader,
  { billedIn, counted, missingFilter }: InOwnCurrency,
  of: { readonly sources: FigureSources; readonly measures: readonly Measure[] },
): Promise<readonly MissingRate[]> {
  const { seen, hidden } = of.sources
  const blocks = of.measures.flatMap(({ blockedBy }) => blockedBy ?? [])
  const missing = [seen, ...(hidden ? [hidden] : [])].map((rows) =>
    rows.select([
      sql`${billedIn}`.as('currency'),
      sql`${counted}`.as('counted'),
      sql`(${sql.join(blocks, sql` or `)})`.as('is_missing'),
    ]),
  )
  const { rows } = await sql<{ readonly currency: string; readonly invoices: number }>`
    select currency, count(distinct counted)::integer as invoices
    from (${sql.join(
      missing.map((each) => sql`select * from ${each} as m`),
      sql` union all `,
    )}) as missing where is_missing group by 1 order by 1`.execute(db)
  return rows.map((row) => ({ ...row, filter: missingFilter(row.currency) }))
}

/** Whether somebody is shown the amounts of records that they do not see. */
const seesAllSpend = ({ permissions, organisationType }: Actor): boolean =>
  organisationType === 'Customer' && permissions.has('SeeAllSpend')

/** A department reports on its own records: figures are the same whatever else somebody takes part in. */
const isOwn = ({ organisation }: ReportList, { organisationId }: Actor): RawBuilder<SqlBool> =>
  sql<SqlBool>`${organisation} = ${organisationId}`

const isRangeOpen = ({ range }: ReportDefinition, { dimensions, open }: Reportable): boolean =>
  range === null || open.includes(dimensions[range.date]?.column ?? '')

interface Narrowed {
  readonly catalogue: Catalogue
  readonly days: Days | null
  readonly before: Days | null
}

const rangeColumn = ({ range }: ReportDefinition, { dimensions }: Reportable): string | undefined =>
  range === null ? undefined : dimensions[range.date]?.column

/** Which rows are of the range, and which of the days before. */
function halvesOf(
  { definition, on }: Running,
  reportable: Reportable,
  { catalogue, days, before }: { readonly catalogue: Catalogue; readonly days: Days; readonly before: Days },
): Halves | null {
  const column = rangeColumn(definition, reportable)
  if (column === undefined) return null
  const within = (some: Days) =>
    sql<SqlBool>`(${sql.join(
      rangeFilters(column, some, { catalogue, on }).map((each) => conditionOf(each, catalogue)),
      sql` and `,
    )})`
  return { now: within(days), before: within(before) }
}

/** What the filter, the range and the day leave of the rows. */
function narrowing(
  running: Running,
  reportable: Reportable,
  { catalogue, days, before }: Narrowed,
): (rows: FigureBase) => FigureBase {
  const { filter, definition, collections, on } = running
  const date = definition.range && reportable.dimensions[definition.range.date]
  const halves = before && days && halvesOf(running, reportable, { catalogue, days, before })
  const conditions = [
    ...(filter ? [conditionOf(filter, catalogue, collections)] : []),
    ...(halves ? [sql<SqlBool>`(${halves.now} or ${halves.before})`] : []),
    ...(date && days && !halves
      ? rangeFilters(date.column, days, { catalogue, on }).map((each) => conditionOf(each, catalogue))
      : []),
    ...(on.isPast && running.list.isAsOf !== true
      ? [conditionOf(compare('createdAt', 'lt', on.now.toISOString()), catalogue)]
      : []),
  ]
  return (rows) => conditions.reduce((narrowed, condition) => narrowed.where(condition), rows)
}

/** The comparisons of a range. */
export function rangeFilters(
  column: string,
  { from, to }: Days,
  { catalogue, on }: { readonly catalogue: Catalogue; readonly on: Pick<ReadOn, 'timeZone'> },
): readonly Filter[] {
  const { kind } = columnOf(catalogue, column)
  const at = (day: string) => (kind === 'moment' ? startOfDay(day, on.timeZone).toISOString() : day)
  return [
    ...(from === null ? [] : [compare(column, 'ge', at(from))]),
    ...(to === null ? [] : [compare(column, 'lt', at(to))]),
  ]
}

const compare = (name: string, comparison: 'ge' | 'lt', value: string): Filter => ({
  kind: 'compare',
  name,
  comparison,
  value,
})

/** The columns and collections that a filter compares. */
function columnsIn(filter: Filter): readonly string[] {
  switch (filter.kind) {
    case 'compare':
    case 'in':
    case 'any':
    case 'all':
      return [filter.name]
    case 'not':
    case 'untrue':
      return columnsIn(filter.part)
    default:
      return filter.parts.flatMap(columnsIn)
  }
}
