// The events of calendar feeds: history only.
import type { Actor } from '../platform/actor.ts'
import type { DomainEvent } from '../platform/events/change.ts'
import type { CalendarFeed } from './calendar-feed.ts'

const event =
  (name: 'calendarFeed.created' | 'calendarFeed.deleted') =>
  ({ organisationId }: Actor, { id, scope }: Pick<CalendarFeed, 'id' | 'scope'>): DomainEvent => ({
    name,
    organisationId,
    resource: { kind: 'calendar-feed', id },
    subject: null,
    facts: { scope },
  })

/** A person got a private address for calendar programs. */
export const feedCreated = event('calendarFeed.created')

/** The address does not work any more. */
export const feedDeleted = event('calendarFeed.deleted')
