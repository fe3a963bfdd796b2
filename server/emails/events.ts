// What mail does to records: history of theirs. No topic tells of it (docs/decisions/0028); a file that a mail becomes is told
// of like every other. What is private to a person leaves no trace here.
import type { DomainEvent } from '../platform/change.ts'
import type { NameOf } from '../platform/event-names.ts'
import type { MailRecord, Thread } from './thread.ts'

type Told = Pick<Thread, 'id' | 'client'> & { readonly record: MailRecord }

const event = (thread: Told, name: NameOf<'emailThread'>): DomainEvent => ({
  name,
  organisationId: thread.record.organisationId,
  resource: { kind: 'emailThread', id: thread.id },
  subject: { kind: thread.record.kind, id: thread.record.id },
  facts: { client: thread.client, fileId: thread.record.fileId },
})

/** Somebody tracks a thread to the record. */
export const threadTracked = (thread: Told): DomainEvent => event(thread, 'emailThread.tracked')

/** Somebody tracks it there no longer. */
export const threadUntracked = (thread: Told): DomainEvent => event(thread, 'emailThread.untracked')

/** A mail came into the conversation of a matter. */
export const matterMessagePosted = (
  matter: { readonly organisationId: number; readonly id: number },
  messageId: number,
  facts: { readonly subject: string | null; readonly draftId: number | null },
): DomainEvent => ({
  name: 'matterMessage.posted',
  organisationId: matter.organisationId,
  resource: { kind: 'matterMessage', id: messageId },
  subject: { kind: 'matter', id: matter.id },
  facts,
})
