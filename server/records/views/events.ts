// Events of saved views, for the history of the organisation. Views that nobody shares concern nobody else: they leave
// none.
import { differencesOf } from '../../platform/events/differences.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { NameOf } from '../../platform/events/event-names.ts'
import type { View } from './view.ts'

const event = (
  name: NameOf<'view'>,
  { organisationId, id }: View,
  facts: DomainEvent['facts'] = {},
): DomainEvent => ({
  name,
  organisationId,
  resource: { kind: 'view', id },
  subject: null,
  facts,
})

/** A shared view was created. */
export const viewCreated = (view: View): readonly DomainEvent[] =>
  view.sharedWith === 'Me' ? [] : [event('view.created', view, { name: view.name })]

/** A shared view was deleted. */
export const viewDeleted = (view: View): readonly DomainEvent[] =>
  view.sharedWith === 'Me' ? [] : [event('view.deleted', view, { name: view.name })]

const historyProperties = ['name', 'filter', 'orderBy', 'groupBy', 'layout', 'sharedWith', 'teamId'] as const

/** What was changed of a view that is or was shared. */
export function viewUpdated(before: View, after: View): readonly DomainEvent[] {
  if (before.sharedWith === 'Me' && after.sharedWith === 'Me') return []
  return [event('view.updated', after, { changes: differencesOf(before, after, historyProperties) })]
}
