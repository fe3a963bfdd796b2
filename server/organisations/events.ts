// The events of organisations and of what each has of its own. None is a topic: they are history only.
import type { DomainEvent } from '../platform/change.ts'
import type { NameOf } from '../platform/event-names.ts'

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

/** What happened to an organisation itself, or was set for it. */
export const organisationEvent = (
  name: NameOf<'organisation'>,
  organisationId: number,
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => eventOf('organisation')(name, { organisationId, id: organisationId }, facts)
