// Mailed reports: a report that one person gets by mail, weekly or monthly. It is computed when it is sent, of what its
// recipient may see then.
//
// source     what is mailed: a saved report, or a ready-made one
// recipient  who gets it: the person who asked for it, or a colleague whom an administrator has subscribed
// due        when it is to be sent next; a paused one is not due
import type { Selectable } from 'kysely'
import type { ReportMailingsTable } from '../../platform/postgres/tables.ts'
import type { Source } from '../source.ts'
import { type Schedule, weekdays } from './schedule.ts'

export const mailedFormats = ['Csv', 'Xlsx'] as const
export type MailedFormat = (typeof mailedFormats)[number]

/** What can be changed. */
export interface MailingContent extends Schedule {
  readonly format: MailedFormat
  readonly paused: boolean
}

export interface Mailing extends MailingContent {
  readonly organisationId: number
  readonly id: number
  readonly source: Source
  readonly recipientId: string
  readonly createdBy: string
  /** What it was due at when it was mailed last. */
  readonly mailedFor: Date | null
  readonly version: number
}

/** A row as a mailed report. */
export const mailingOf = (row: Selectable<ReportMailingsTable>): Mailing => ({
  organisationId: row.organisation_id,
  id: row.id,
  source: row.report_id === null ? { ready: row.ready ?? '' } : { reportId: row.report_id },
  recipientId: row.recipient_id,
  createdBy: row.created_by,
  weekday: row.weekday === null ? null : (weekdays[row.weekday - 1] ?? null),
  monthDay: row.month_day,
  hour: row.hour,
  format: row.format as MailedFormat,
  paused: row.next_at === null,
  mailedFor: row.mailed_for,
  version: row.version,
})

/** The columns of what can be changed, except when it is due. */
export const rowOf = ({ weekday, monthDay, hour, format }: MailingContent) => ({
  weekday: weekday === null ? null : weekdays.indexOf(weekday) + 1,
  month_day: monthDay,
  hour,
  format,
})
