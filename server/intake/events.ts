// The events of intake: history, and what requesters and the legal department are notified of.
import { kinds } from '../records/kinds.ts'
import type { DomainEvent } from '../platform/events/change.ts'
import type { NameOf } from '../platform/events/event-names.ts'

interface MatterKey {
  readonly organisationId: number
  readonly id: number
}

/** Something happened to a request; `requesterId` is whom it concerns. */
export const intakeEvent = (
  name: Extract<NameOf<typeof kinds.matter.one>, `matter.intake.${string}`>,
  { organisationId, id }: MatterKey,
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => ({
  name,
  organisationId,
  resource: { kind: 'request', id },
  subject: { kind: kinds.matter.one, id },
  facts,
})

/** A contract was drafted from the answers of a request: history only. */
export const contractRequested = (
  { organisationId, id }: MatterKey,
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => ({
  name: 'contract.intake.requested',
  organisationId,
  resource: { kind: kinds.contract.one, id },
  subject: { kind: kinds.contract.one, id },
  facts,
})

/** A request type was created, changed or deleted. */
export const requestTypeEvent = (
  name: NameOf<'requestType'>,
  { organisationId, id }: MatterKey,
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => ({
  name,
  organisationId,
  resource: { kind: 'request-type', id },
  subject: null,
  facts,
})
