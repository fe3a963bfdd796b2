// Writing in the conversation of a record.
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type DomainEvent } from '../../../platform/events/change.ts'
import { badInput } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { takeId } from '../../../platform/postgres/take-id.ts'
import type { SubjectKind } from '../../../platform/subject.ts'
import { kinds } from '../../kinds.ts'
import { longestMessage, mostMentions } from '../conversation.ts'
import { messagePosted } from '../events.ts'
import { checkMentions } from '../mentions.ts'

export interface NewMessage {
  readonly text: string
  /** The ids of the people whom it mentions. */
  readonly mentions: readonly string[]
}

/** Writes the message and returns its id. Everybody who may add to the record may; who is mentioned must see it. */
export async function postMessage(
  app: App,
  actor: Actor,
  { kind, recordId, ...input }: NewMessage & { readonly kind: SubjectKind; readonly recordId: number },
): Promise<number> {
  const message = checkMessage(input)
  return change(app, actor, (tx, now) => writeMessage(app, tx, { actor, kind, recordId, ...message, now }))
}

/** Like `postMessage`, in the transaction of something else. The message must have been checked. */
export async function writeMessage(
  app: App,
  tx: Tx,
  { actor, kind, recordId, text, mentions, now }: WrittenMessage,
): Promise<{ readonly result: number; readonly events: readonly DomainEvent[] }> {
  const { messages: table, recordId: column } = kinds[kind]
  const [subject, id] = await Promise.all([
    app.subjects[kind].getToContribute(tx, actor, recordId),
    takeId(tx, table),
  ])
  await checkMentions(app, tx, { actor, subject, mentions })
  await sql`insert into ${sql.table(table)}
    (organisation_id, id, ${sql.ref(column)}, user_id, body, written, mentions, created_at)
    values (${subject.organisationId}, ${id}, ${subject.id}, ${actor.userId}, ${text}, true,
      ${[...mentions]}::uuid[], ${now})`.execute(tx)
  await app.subjects[kind].noteActivity(tx, subject, now)
  return { result: id, events: [messagePosted(subject, id, mentions)] }
}

interface WrittenMessage extends NewMessage {
  readonly actor: Actor
  readonly kind: SubjectKind
  readonly recordId: number
  readonly now: Date
}

/** The message without spaces around it, each mention once; 400 for an empty or too long one. */
export function checkMessage({ text: given, mentions }: NewMessage): NewMessage {
  const text = given.trim()
  if (text === '') throw badInput('text', 'is empty: write something.')
  if (text.length > longestMessage) throw badInput('text', `must have ${longestMessage} characters at most.`)
  const people = [...new Set(mentions)]
  if (people.length > mostMentions) throw badInput('mentions', `must name ${mostMentions} people at most.`)
  return { text, mentions: people }
}
