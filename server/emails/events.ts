// Events of mail on records: history only, without a topic (docs/decisions/0028). A file made from a mail has the
// events of any other file. Private mail leaves no trace here.
import type { DomainEvent } from '../platform/events/change.ts'
import type { NameOf } from '../platform/events/event-names.ts'
import type { Subject } from '../platform/subject.ts'
import type { MailRecord, Thread } from './thread.ts'

type EventThread = Pick<Thread, 'id' | 'client'> & { readonly record: MailRecord }

const event = (thread: EventThread, name: NameOf<'emailThread'>): DomainEvent => ({
  name,
  organisationId: thread.record.organisationId,
  resource: { kind: 'emailThread', id: thread.id },
  subject: { kind: thread.record.kind, id: thread.record.id },
  facts: { client: thread.client, fileId: thread.record.fileId },
})

/** Somebody tracks a thread to the record. */
export const threadTracked = (thread: EventThread): DomainEvent => event(thread, 'emailThread.tracked')

/** Somebody no longer tracks it there. */
export const threadUntracked = (thread: EventThread): DomainEvent => event(thread, 'emailThread.untracked')

/** A mail was added to the conversation of a record. */
export const mailPosted = (
  record: Subject,
  messageId: number,
  facts: { readonly subject: string | null; readonly draftId: number | null },
): DomainEvent => ({
  name: 'matterMessage.posted',
  organisationId: record.organisationId,
  resource: { kind: 'matterMessage', id: messageId },
  subject: { kind: record.kind, id: record.id },
  facts,
})
