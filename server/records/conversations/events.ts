// The events of conversations: history only, without topics. Those who are mentioned or on the record are notified of
// the first two.
import type { DomainEvent } from '../../platform/events/change.ts'
import type { SubjectRef, SubjectKind } from '../../platform/subject.ts'
import type { Message } from './conversation.ts'

type On = SubjectRef & { readonly kind: SubjectKind }

const about = ({ kind, id, organisationId }: On, messageId: number) =>
  ({ organisationId, resource: { kind: `${kind}-message`, id: messageId }, subject: { kind, id } }) as const

/** A message was written. */
export const messagePosted = (on: On, messageId: number, mentions: readonly string[]): DomainEvent => ({
  name: `${on.kind}.message.posted`,
  ...about(on, messageId),
  facts: { mentions },
})

/**
 * Its author changed it: the former text stays in the history. `mentioned` are those whom it did not mention before.
 */
export const messageEdited = (
  on: On,
  before: Message,
  after: Pick<Message, 'text' | 'mentions'>,
): DomainEvent => ({
  name: `${on.kind}.message.edited`,
  ...about(on, before.id),
  facts: {
    changes: {
      ...(before.text === after.text ? {} : { text: { from: before.text, to: after.text } }),
      ...(isSame(before.mentions, after.mentions)
        ? {}
        : { mentions: { from: before.mentions, to: after.mentions } }),
    },
    mentioned: after.mentions.filter((each) => !before.mentions.includes(each)),
  },
})

/** Its author deleted it. */
export const messageDeleted = (on: On, before: Message): DomainEvent => ({
  name: `${on.kind}.message.deleted`,
  ...about(on, before.id),
  facts: { text: before.text },
})

/** Whether two lists have the same people in any order. */
export const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each))
