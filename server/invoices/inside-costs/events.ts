// Events of inside costs: history of the organisation that keeps them, without topics.
import type { DomainEvent } from '../../platform/events/change.ts'
import type { NameOf } from '../../platform/events/event-names.ts'

/** Something was done with one inside cost, or with several. Amounts are in its versions, for those who see them. */
export const insideCostEvent = (
  name: NameOf<'insideCost'>,
  { organisationId, id }: { readonly organisationId: number; readonly id: number | null },
  facts: NonNullable<DomainEvent['facts']>,
): DomainEvent => ({ name, organisationId, resource: { kind: 'insideCost', id }, subject: null, facts })
