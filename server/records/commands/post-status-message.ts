// Posting a status message: how a record is going, said by somebody on it.
import type { Kysely } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import { badInput } from '../../platform/errors.ts'
import { getToContribute } from '../access.ts'
import type { RecordBase, RecordKind } from '../record-kind.ts'
import { noteActivity } from '../subject-access.ts'

const longest = 10_000

/** A row of any kind's table of status messages, but for the record's id, whose column the kind names. */
type MessageRows = Readonly<Record<'messages', { readonly id: number } & Readonly<Record<string, unknown>>>>

/** Posts the message to the record, as its latest one, and returns its id. Everyone who may contribute to the record may. */
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
    const record = await getToContribute(kind, tx, actor, recordId)
    // the kind names the table at run time
    const { id } = await (tx as unknown as Kysely<MessageRows>)
      .insertInto(kind.statusMessages as 'messages')
      .values({
        organisation_id: record.organisationId,
        [kind.members.recordId]: record.id,
        message,
        user_id: actor.userId,
        created_at: now,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await noteActivity(kind, tx, record, now)
    return { result: id, events: kind.statusMessagePosted(record, id, message) }
  })
}
