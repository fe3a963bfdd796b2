// Saving the messages of a thread: new ones, and changes to existing ones.
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { StoredContent } from '../../platform/storage/storage.ts'
import { checkRecordable } from '../../files/contents/file-content.ts'
import type { MailMessage, Thread } from '../thread.ts'

/** A message whose original, if it has one, is in the storage. */
export type StoredMessage = Omit<MailMessage, 'original'> & { readonly content: StoredContent | undefined }

/**
 * Saves the messages. A message with a known external reference id is updated with the given properties. Returns
 * whether anything changed, and the keys of originals that were replaced.
 */
export async function saveMessages(
  tx: Tx,
  actor: Actor,
  thread: Pick<Thread, 'organisationId' | 'id'>,
  { messages, now }: { readonly messages: readonly StoredMessage[]; readonly now: Date },
): Promise<{ readonly changed: boolean; readonly replaced: readonly string[] }> {
  const replaced: string[] = []
  let changed = false
  for (const message of messages) {
    if (message.content) checkRecordable(message.content)
    const known = await find(tx, thread, message.externalReferenceId)
    const values = valuesOf(message)
    if (known && isAsKnown(known, message)) {
      // the same bytes again: the new copy is not needed
      if (message.content) replaced.push(message.content.key)
      continue
    }
    changed = true
    if (known?.storage_key && message.content) replaced.push(known.storage_key)
    await (known
      ? tx
          .updateTable('email_messages')
          .set({ ...values, updated_at: now })
          .where('organisation_id', '=', thread.organisationId)
          .where('id', '=', known.id)
          .execute()
      : tx
          .insertInto('email_messages')
          .values({
            organisation_id: thread.organisationId,
            thread_id: thread.id,
            user_id: actor.userId,
            external_reference_id: message.externalReferenceId,
            created_at: now,
            updated_at: now,
            ...values,
          })
          .execute())
  }
  return { changed, replaced }
}

const find = (
  tx: Tx,
  { organisationId, id }: Pick<Thread, 'organisationId' | 'id'>,
  externalReferenceId: string,
) =>
  tx
    .selectFrom('email_messages')
    .where('organisation_id', '=', organisationId)
    .where('thread_id', '=', id)
    .where('external_reference_id', '=', externalReferenceId)
    .select(['id', 'sender', 'recipients', 'subject', 'sent_at', 'body', 'storage_key', 'sha256'])
    .executeTakeFirst()

type Known = NonNullable<Awaited<ReturnType<typeof find>>>

function valuesOf({ from, to, subject, sentAt, text, content }: StoredMessage) {
  return {
    ...(from === undefined ? {} : { sender: from }),
    ...(to === undefined ? {} : { recipients: [...to] }),
    ...(subject === undefined ? {} : { subject }),
    ...(sentAt === undefined ? {} : { sent_at: sentAt }),
    ...(text === undefined ? {} : { body: text }),
    ...(content ? { storage_key: content.key, size: content.size, sha256: content.sha256 } : {}),
  }
}

function isAsKnown(known: Known, { content, ...message }: StoredMessage): boolean {
  if (content && !known.sha256?.equals(content.sha256)) return false
  return Object.entries(valuesOf({ ...message, content: undefined })).every(
    ([name, value]) => JSON.stringify(known[name as keyof Known]) === JSON.stringify(value),
  )
}
