// Events of organisations and their settings. None has a topic: they are history only.
import type { DomainEvent } from '../../platform/events/change.ts'
import type { NameOf } from '../../platform/events/event-names.ts'

const eventOf =
  <Kind extends 'organisation' | 'department' | 'region'>(kind: Kind) =>
  (
    name: NameOf<Kind>,
    { organisationId, id }: { readonly organisationId: number; readonly id: number },
    facts: Readonly<Record<string, unknown>>,
  ): DomainEvent => ({ name, organisationId, resource: { kind, id }, subject: null, facts })

/** What happened to a department. */
export const departmentEvent = eventOf('department')
/** What happened to a region. */
export const regionEvent = eventOf('region')

/** An event of an organisation itself or of its settings. */
export const organisationEvent = (
  name: NameOf<'organisation'>,
  organisationId: number,
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => eventOf('organisation')(name, { organisationId, id: organisationId }, facts)
