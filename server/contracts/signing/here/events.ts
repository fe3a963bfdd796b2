// The events of signing here: history, topics of v2, and what the sender is notified of.
import type { DomainEvent } from '../../../platform/events/change.ts'
import type { EventName } from '../../../platform/events/event-names.ts'
import type { SignatureRequest } from './request.ts'

/** Something happened with a request to sign. */
export const signatureEvent = (
  what:
    | 'sent'
    | 'viewed'
    | 'signed'
    | 'declined'
    | 'completed'
    | 'expired'
    | 'voided'
    | 'reminded'
    | 'replaced'
    | 'unlocked'
    | 'handedOver',
  { organisationId, contractId, id }: Pick<SignatureRequest, 'organisationId' | 'contractId' | 'id'>,
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => ({
  name: `contract.signature.${what}` satisfies EventName,
  organisationId,
  resource: { kind: 'signatureRequest', id },
  subject: { kind: 'contract', id: contractId },
  facts: { requestId: id, ...facts },
})
