// Events of how an organisation signs in.
import type { EventName } from '../../../platform/events/event-names.ts'

/** An event of the organisation itself. */
export const organisationEvent = (
  name: EventName,
  organisationId: number,
  facts: Readonly<Record<string, unknown>>,
) => ({
  name,
  organisationId,
  resource: { kind: 'organisation', id: organisationId } as const,
  subject: null,
  facts,
})
