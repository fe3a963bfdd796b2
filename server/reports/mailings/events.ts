// Events of mailed reports, for the history of the organisation: what leaves it by mail, and to whom.
import type { DomainEvent } from '../../platform/events/change.ts'
import { differencesOf } from '../../platform/events/differences.ts'
import type { NameOf } from '../../platform/events/event-names.ts'
import type { Mailing } from './mailing.ts'

/** Something happened to a mailed report of this name. */
export const mailingEvent = (
  event: NameOf<'report.mailing'>,
  { organisationId, id, recipientId }: Pick<Mailing, 'organisationId' | 'id' | 'recipientId'>,
  facts: DomainEvent['facts'],
): DomainEvent => ({
  name: event,
  organisationId,
  resource: { kind: 'reportMailing', id },
  subject: null,
  facts: { userId: recipientId, ...facts },
})

const historyProperties = ['weekday', 'monthDay', 'hour', 'format', 'paused'] as const

/** What was changed of it; none for no difference. */
export function mailingUpdated(name: string, before: Mailing, after: Mailing): readonly DomainEvent[] {
  const changes = differencesOf(before, after, historyProperties)
  return Object.keys(changes).length === 0
    ? []
    : [mailingEvent('report.mailing.updated', after, { name, changes })]
}
