// Posting a status message: how a record is going, said by somebody on it.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import { badInput } from '../../platform/errors.ts'
import { placeholder, statementFamily } from '../../platform/postgres/statement.ts'
import { takeId } from '../../platform/postgres/take-id.ts'
import { getToContribute } from '../access.ts'
import type { AnyKind, RecordBase, RecordKind } from '../record-kind.ts'
import { noteActivity } from '../subject-access.ts'

const longest = 10_000

/**
 * Posts the message to the record, as its latest one, and returns its id. Everyone who may contribute to the record
 * may.
 */
export function postStatusMessage<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  app: App,
  actor: Actor,
  { recordId, text }: { readonly recordId: number; readonly text: string },
): Promise<number> {
  const message = text.trim()
  if (message === '') throw badInput('statusMessage', `is empty: say how the ${kind.names.one} is going.`)
  if (message.length > longest) throw badInput('statusMessage', `must have ${longest} characters at most.`)
  return change(app, actor, async (tx, now) => {
    const [record, id] = await Promise.all([
      getToContribute(kind, tx, actor, recordId),
      takeId(tx, kind.statusMessages),
    ])
    const { organisationId } = record
    insertMessage(kind).send(tx, { organisationId, recordId, id, message, userId: actor.userId, now })
    await noteActivity(kind, tx, record, now)
    return { result: id, events: messagePosted(kind, record, { id, message }) }
  })
}

/** An event of its own, and an update of the record. */
function messagePosted(
  { kind }: Pick<AnyKind, 'kind'>,
  { organisationId, id }: RecordBase,
  posted: { readonly id: number; readonly message: string },
): readonly DomainEvent[] {
  const about = { organisationId, subject: { kind, id } }
  const resource = { kind: 'status-message', id: posted.id }
  return [
    { ...about, name: `${kind}.statusmessage.created`, resource, facts: { message: posted.message } },
    { ...about, name: `${kind}.updated`, resource: { kind, id }, facts: { statusMessageId: posted.id } },
  ]
}

interface NewMessage {
  readonly organisationId: number
  readonly recordId: number
  readonly id: number
  readonly message: string
  readonly userId: string
  readonly now: Date
}

// one for each kind
const inserts = statementFamily<NewMessage, never>(40)

const insertMessage = ({ statusMessages, members }: Pick<AnyKind, 'statusMessages' | 'members'>) =>
  inserts.get(statusMessages, () => {
    const of = <Value>(read: (message: NewMessage) => Value) => placeholder(read)
    return sql`insert into ${sql.table(statusMessages)}
      (organisation_id, ${sql.ref(members.recordId)}, id, message, user_id, created_at)
      values (${of((each) => each.organisationId)}, ${of((each) => each.recordId)}, ${of(({ id }) => id)},
        ${of((each) => each.message)}, ${of(({ userId }) => userId)}, ${of(({ now }) => now)})`
  })
