// Events of dashboards, for the history of the organisation. Those that nobody shares concern nobody else.
import type { DomainEvent } from '../../platform/events/change.ts'
import { differencesOf } from '../../platform/events/differences.ts'
import type { NameOf } from '../../platform/events/event-names.ts'
import type { Dashboard } from './dashboard.ts'

const event = (
  name: NameOf<'dashboard'>,
  { organisationId, id }: Dashboard,
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => ({ name, organisationId, resource: { kind: 'dashboard', id }, subject: null, facts })

/** A shared dashboard was made. */
export const dashboardCreated = (dashboard: Dashboard): readonly DomainEvent[] =>
  dashboard.sharedWith === 'Me' ? [] : [event('dashboard.created', dashboard, { name: dashboard.name })]

/** A shared dashboard was deleted. */
export const dashboardDeleted = (dashboard: Dashboard): readonly DomainEvent[] =>
  dashboard.sharedWith === 'Me' ? [] : [event('dashboard.deleted', dashboard, { name: dashboard.name })]

const inWords = ({ tiles, ...rest }: Dashboard) => ({ ...rest, tiles: JSON.stringify(tiles) })

/** What was changed of a dashboard that is or was shared. */
export function dashboardUpdated(before: Dashboard, after: Dashboard): readonly DomainEvent[] {
  if (before.sharedWith === 'Me' && after.sharedWith === 'Me') return []
  const changes = differencesOf(inWords(before), inWords(after), ['name', 'sharedWith', 'tiles'])
  return [event('dashboard.updated', after, { name: after.name, changes })]
}
