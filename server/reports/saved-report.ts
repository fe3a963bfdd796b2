// Saved reports: a definition under a name, private or shared with the organisation. Each is answered by what its
// reader may see, so a shared report shows nothing that somebody may not see.
import type { Selectable } from 'kysely'
import type { SavedReportsTable } from '../platform/postgres/tables.ts'
import type { Comparison, ReportChart, ReportOrder } from './report.ts'

export const reportSharings = ['Me', 'Organization'] as const
export type ReportSharing = (typeof reportSharings)[number]

/** What its author decides; dimensions, measures and range as they are written. */
export interface SavedContent {
  readonly name: string
  readonly list: string
  readonly filter: string | null
  readonly by: readonly string[]
  readonly measures: readonly string[]
  readonly range: string | null
  readonly compare: Comparison | null
  readonly order: ReportOrder
  readonly chart: ReportChart
  readonly top: number
  readonly ownCurrency: boolean
  readonly sharedWith: ReportSharing
}

export interface SavedReport extends SavedContent {
  readonly organisationId: number
  readonly id: number
  readonly ownerId: string
  readonly version: number
}

/** A row as a report. */
export const savedReportOf = (row: Selectable<SavedReportsTable>): SavedReport => ({
  organisationId: row.organisation_id,
  id: row.id,
  name: row.name,
  list: row.list,
  filter: row.filter,
  by: row.grouped_by,
  measures: row.measures,
  range: row.days,
  compare: row.compare as Comparison | null,
  order: row.sorted_by as ReportOrder,
  chart: row.chart as ReportChart,
  top: row.top,
  ownCurrency: row.own_currency,
  sharedWith: row.shared_with as ReportSharing,
  ownerId: row.owner_id,
  version: row.version,
})

/** The columns that can be changed. */
export const rowOf = ({ by, measures, range, order, sharedWith, ...same }: SavedContent) => ({
  name: same.name,
  list: same.list,
  filter: same.filter,
  grouped_by: [...by],
  measures: [...measures],
  days: range,
  compare: same.compare,
  sorted_by: order,
  chart: same.chart,
  top: same.top,
  own_currency: same.ownCurrency,
  shared_with: sharedWith,
})
