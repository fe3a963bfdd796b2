// The events of signing here: history only. That everybody has signed is said by the signed copy.
import type { DomainEvent } from '../../../platform/events/change.ts'
import type { HistoryName } from '../../../platform/events/event-names.ts'
import type { SignatureRequest } from './request.ts'

/** Something happened with a request to sign. */
export const signatureEvent = (
  what: 'sent' | 'viewed' | 'signed' | 'declined' | 'expired' | 'voided' | 'reminded',
  { organisationId, contractId, id }: Pick<SignatureRequest, 'organisationId' | 'contractId' | 'id'>,
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => ({
  name: `contract.signature.${what}` satisfies HistoryName,
  organisationId,
  resource: { kind: 'contract', id: contractId },
  subject: { kind: 'contract', id: contractId },
  facts: { requestId: id, ...facts },
})
