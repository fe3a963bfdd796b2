// Reports: terms, and the rules that depend on nothing else.
//
// report     figures of a list: measures, put together by dimensions, of what a filter finds
// measure    a figure that is computed over rows of a list, such as what was approved
// dimension  what rows are put together by, such as the firm
// range      the days that one of the list's dates lies in, given or relative to today
// as of      the day on which a report is read: what was created later is not in it
// own        amounts are in the currency of the organisation, so that those of all currencies add up
// spend      figures that are the same for everybody who sees all spend: records that they do not see are in them,
//            without contents
import type { PeriodUnit } from '../platform/time/fiscal-calendar.ts'

/** What a report can be compared with: the same days of the year before. */
export const comparisons = ['LastYear'] as const
export type Comparison = (typeof comparisons)[number]

/**
 * How a chart draws the measures: the first one alone; or all that have its unit, beside one another or as parts of a
 * whole. What others are set against, such as a budget, is a line in both.
 */
export const reportCharts = ['First', 'Grouped', 'Stacked'] as const
export type ReportChart = (typeof reportCharts)[number]

export const reportOrders = ['Value', 'Key'] as const
export type ReportOrder = (typeof reportOrders)[number]

/** Ranges that move with the day. */
export const rangeNames = [
  'ThisMonth',
  'LastMonth',
  'ThisQuarter',
  'LastQuarter',
  'ThisYear',
  'LastYear',
  'Last12Months',
  'Next90Days',
] as const
export type RangeName = (typeof rangeNames)[number]

/** A dimension by its name; days are put together by a unit. */
export interface KeyAsked {
  readonly dimension: string
  readonly per: PeriodUnit | null
}

/** The days that a date lies in: by name, or from and to, both included, of which one may be absent. */
export interface RangeAsked {
  /** A dimension by its name. */
  readonly date: string
  readonly named: RangeName | null
  readonly from: string | null
  readonly to: string | null
}

/** What a report is made of. Names are those of the list's measures and dimensions. */
export interface ReportDefinition {
  readonly list: string
  /** A $filter of the list, as it was written. */
  readonly filter: string | null
  readonly by: readonly KeyAsked[]
  readonly measures: readonly string[]
  readonly range: RangeAsked | null
  readonly compare: Comparison | null
  readonly order: ReportOrder
  readonly chart: ReportChart
  /** Whether amounts are in the currency of the organisation. */
  readonly ownCurrency: boolean
  /** How many groups of the first dimension, in each currency. */
  readonly top: number
}

export const mostDimensions = 2
export const mostMeasures = 6
export const mostGroups = 1_000
export const usualTop = 100
