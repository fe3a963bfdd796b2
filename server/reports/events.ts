// Events of saved reports, for the history of the organisation. Reports that nobody shares concern nobody else: they
// leave none.
import type { DomainEvent } from '../platform/events/change.ts'
import { differencesOf } from '../platform/events/differences.ts'
import type { NameOf } from '../platform/events/event-names.ts'
import type { SavedReport } from './saved-report.ts'

const event = (
  name: NameOf<'report'>,
  { organisationId, id }: SavedReport,
  facts: DomainEvent['facts'] = {},
): DomainEvent => ({ name, organisationId, resource: { kind: 'report', id }, subject: null, facts })

/** A shared report was saved. */
export const reportCreated = (report: SavedReport): readonly DomainEvent[] =>
  report.sharedWith === 'Me' ? [] : [event('report.created', report, { name: report.name })]

/** A shared report was deleted. */
export const reportDeleted = (report: SavedReport): readonly DomainEvent[] =>
  report.sharedWith === 'Me' ? [] : [event('report.deleted', report, { name: report.name })]

const historyProperties = ['name', 'list', 'filter', 'range', 'compare', 'sharedWith'] as const

/** What was changed of a report that is or was shared. */
export const reportUpdated = (before: SavedReport, after: SavedReport): readonly DomainEvent[] =>
  before.sharedWith === 'Me' && after.sharedWith === 'Me'
    ? []
    : [event('report.updated', after, { changes: differencesOf(before, after, historyProperties) })]
