// What a mailed report, or a tile of a dashboard, is of: a saved report or a ready-made one, as somebody sees it.
import type { Actor } from '../platform/actor.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { reportsVisibleTo } from './access.ts'
import { readyReports } from './report-lists.ts'
import { type SavedReport, savedReportOf } from './saved-report.ts'

/** A saved report by its id, or a ready-made one by its name. */
export type Source = { readonly reportId: number } | { readonly ready: string }

/** A report with its definition as it is written. */
export type FoundReport = Pick<
  SavedReport,
  'name' | 'list' | 'filter' | 'by' | 'measures' | 'range' | 'compare' | 'order' | 'chart' | 'top'
>

/** The report; undefined for one that the actor does not see. */
export async function findSource(db: Reader, actor: Actor, source: Source): Promise<FoundReport | undefined> {
  if ('ready' in source) return readyReports.find(({ id }) => id === source.ready)
  const row = await reportsVisibleTo(db, actor)
    .where('saved_reports.id', '=', source.reportId)
    .selectAll('saved_reports')
    .executeTakeFirst()
  return row && savedReportOf(row)
}

/** The parameters of the page of a report. */
export const pageParameters = (
  source: Source,
  { list, filter, by, measures, range, compare, order, chart, top }: FoundReport,
): Readonly<Record<string, string>> => ({
  list,
  ...(by.length > 0 ? { by: by.join(',') } : {}),
  measures: measures.join(','),
  ...(filter === null ? {} : { filter }),
  ...(range === null ? {} : { range }),
  ...(compare === null ? {} : { compare }),
  order,
  ...(chart === 'First' ? {} : { chart }),
  top: String(top),
  ...('ready' in source ? { ready: source.ready } : { saved: String(source.reportId) }),
})

/** How the report is called, also for those who do not see it: for the history, and for those who saw it before. */
export async function nameOfSource(db: Reader, organisationId: number, source: Source): Promise<string> {
  if ('ready' in source) return readyReports.find(({ id }) => id === source.ready)?.name ?? source.ready
  const row = await db
    .selectFrom('saved_reports')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', source.reportId)
    .select('name')
    .executeTakeFirst()
  return row?.name ?? ''
}
