// Comparing a report with the year before: its measures are computed twice in the same statement, over the days of its
// range and over the same days of the year before, so that groups, totals and order are those of one reading.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { differenceOf, productOf, quotientOf } from '../platform/decimal.ts'
import { badInput } from '../platform/errors.ts'
import type { AskedDimension } from '../platform/lists/figure-rows.ts'
import type { Measure } from '../platform/lists/measures.ts'
import { addDays, addMonths } from '../platform/time/local-time.ts'
import type { FiscalShift } from '../platform/time/fiscal-calendar.ts'
import type { Days } from './ranges.ts'
import type { ReportDefinition } from './report.ts'

/**
 * The day a year before: of the first day of a fiscal month that of the same month, of 29 February 1 March, so that
 * days that follow one another do so a year before.
 */
function yearBefore(day: string, { days }: FiscalShift): string {
  const moved = addDays(day, -days)
  if (moved.endsWith('-01')) return addDays(addMonths(moved, -12), days)
  return addDays(addMonths(day, -12), day.endsWith('-02-29') ? 1 : 0)
}

const underWay = ['ThisMonth', 'ThisQuarter', 'ThisYear']

/**
 * The days that a report is compared with; null for one that is not compared. Of a period that is under way, those
 * until the same day of the year before. Throws 400 for a range without both ends, and for more than a year.
 */
export function daysBefore(
  { compare, range }: Pick<ReportDefinition, 'compare' | 'range'>,
  days: Days | null,
  { today, shift }: { readonly today: string; readonly shift: FiscalShift },
): Days | null {
  if (compare === null) return null
  const { from = null, to = null } = days ?? {}
  if (from === null || to === null) throw badInput('compare', 'needs a range with a first and a last day.')
  const isUnderWay = underWay.includes(range?.named ?? '')
  const end = isUnderWay && addDays(today, 1) < to ? addDays(today, 1) : to
  const before = { from: yearBefore(from, shift), to: yearBefore(end, shift) }
  if (before.to > from) throw badInput('compare', 'needs a range of a year at most.')
  return before
}

/** SQL: whether a row is of the range, and whether it is of the days before. */
export interface Halves {
  readonly now: RawBuilder<SqlBool>
  readonly before: RawBuilder<SqlBool>
}

/** The measures over the range, and then over the days before, in the same order. */
export const measuresOfBoth = (measures: readonly Measure[], { now, before }: Halves): readonly Measure[] =>
  [now, before].flatMap((half) => measures.map((measure) => measureIn(measure, half)))

const measureIn = ({ leftOut, ...measure }: Measure, half: RawBuilder<SqlBool>): Measure => ({
  ...measure,
  of: sql`case when ${half} then ${measure.of} end`,
  ...(leftOut ? { leftOut: { ...leftOut, when: sql<SqlBool>`${half} and ${leftOut.when}` } } : {}),
})

/** Days of the range's own date are put together with those a year later, where they are of the days before. */
export const dimensionOfBoth = (
  dimension: AskedDimension,
  column: string | undefined,
  { before }: Halves,
): AskedDimension =>
  dimension.per !== undefined && dimension.column === column
    ? { ...dimension, yearLaterWhere: before }
    : dimension

/** The difference of a figure to that of the year before; of sums, nothing there is nothing. */
export function differenceText(
  now: string | null,
  before: string | null,
  { as }: Pick<Measure, 'as'>,
): string | null {
  if ((now === null && before === null) || (as !== 'sum' && (now === null || before === null))) return null
  return differenceOf(now ?? '0', before ?? '0')
}

/** The difference in percent of the figure of the year before, with two digits; null where that is nothing. */
export function percentText(difference: string | null, before: string | null): string | null {
  if (difference === null || before === null || isZero(before)) return null
  return quotientOf(productOf(difference, '100'), before.replace('-', ''), 2)
}

/** What part of the whole a figure is, in percent with two digits; null where there is no whole. */
export function shareText(part: string | null, whole: string | null): string | null {
  if (whole === null || isZero(whole)) return null
  return quotientOf(productOf(part ?? '0', '100'), whole, 2)
}

const isZero = (decimal: string) => /^-?0*(?:\.0*)?$/.test(decimal)
