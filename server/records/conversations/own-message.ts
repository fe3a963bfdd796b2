// A message that its author may still change: for an hour, as long as they may add to the record.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict, forbidden, notFound } from '../../platform/errors.ts'
import type { MayContribute } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Subject, SubjectKind } from '../../platform/subject.ts'
import { kinds } from '../kinds.ts'
import { changeableMs, type Message } from './conversation.ts'

export interface PlaceOfMessage {
  readonly kind: SubjectKind
  readonly recordId: number
  readonly messageId: number
}

/** The actor's own message with its record, held; not_found, forbidden or conflict with the reason otherwise. */
export async function getOwnMessage(
  app: App,
  tx: Tx,
  actor: Actor,
  { kind, recordId, messageId, now }: PlaceOfMessage & { readonly now: Date },
): Promise<{ readonly subject: Subject & MayContribute; readonly message: Message }> {
  const { messages: table, recordId: column } = kinds[kind]
  const subject = await app.subjects[kind].getToContribute(tx, actor, recordId)
  const { rows } = await sql<Message>`
    select id, user_id as "userId", body as text, mentions, written, created_at as "createdAt" from ${sql.table(table)}
    where organisation_id = ${subject.organisationId} and ${sql.ref(column)} = ${subject.id} and id = ${messageId}
    for update`.execute(tx)
  const [message] = rows
  if (!message) throw notFound()
  if (message.userId !== actor.userId) throw forbidden('Only its author may change or delete a message.')
  if (!message.written) throw conflict('This came by mail or from the other side: it cannot be changed.')
  if (now.getTime() - message.createdAt.getTime() > changeableMs) {
    throw conflict('A message can be changed and deleted for an hour. Write another one.')
  }
  return { subject, message }
}
