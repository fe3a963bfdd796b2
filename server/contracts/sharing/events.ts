// The events of documents with the other side. Those that are topics of v2 name a file: the document, or what came
// back.
import type { DomainEvent } from '../../platform/events/change.ts'
import type { EventName } from '../../platform/events/event-names.ts'
import type { Share } from './share.ts'

type Of = Pick<Share, 'organisationId' | 'contractId' | 'id' | 'name' | 'email'>
type Facts = Readonly<Record<string, unknown>>

/** A person of the other side as the history names them. */
export const personOf = ({ name, email }: Pick<Share, 'name' | 'email'>): string => `${name} <${email}>`

const about = ({ organisationId, contractId }: Of) =>
  ({ organisationId, subject: { kind: 'contract', id: contractId } }) as const

/** It was sent, opened for the first time, answered with a file, or withdrawn. `fileId`: the document, or that file. */
export const documentEvent = (
  what: 'shared' | 'opened' | 'returned' | 'withdrawn',
  share: Of,
  fileId: number,
  facts: Facts = {},
): DomainEvent => ({
  name: `contract.document.${what}` satisfies EventName,
  ...about(share),
  resource: { kind: 'file', id: fileId },
  facts: { shareId: share.id, person: personOf(share), ...facts },
})

/** Something else happened with it. */
export const shareEvent = (
  what: 'sentAgain' | 'extended' | 'unlocked' | 'accepted' | 'declined',
  share: Of,
  facts: Facts = {},
): DomainEvent => ({
  name: `contract.share.${what}` satisfies EventName,
  ...about(share),
  resource: { kind: 'documentShare', id: share.id },
  facts: { person: personOf(share), ...facts },
})

/** The recipient wrote a comment, which is a message of the conversation. */
export const commentedEvent = (share: Of, messageId: number, facts: Facts): DomainEvent => ({
  name: 'contract.share.commented' satisfies EventName,
  ...about(share),
  resource: { kind: 'contract-message', id: messageId },
  facts: { shareId: share.id, person: personOf(share), ...facts },
})
