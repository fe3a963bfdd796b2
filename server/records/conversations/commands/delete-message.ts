// Deleting a message, by its author; its text stays in the history.
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change } from '../../../platform/events/change.ts'
import { kinds } from '../../kinds.ts'
import { messageDeleted } from '../events.ts'
import { getOwnMessage, type PlaceOfMessage } from '../own-message.ts'

/**
 * Deletes the message, for an hour after it was written; its notifications go with it. Throws conflict under a legal
 * hold.
 */
export function deleteMessage(app: App, actor: Actor, place: PlaceOfMessage): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { subject, message } = await getOwnMessage(app, tx, actor, { ...place, now })
    await app.subjects[place.kind].checkNoLegalHold(tx, subject)
    await sql`delete from ${sql.table(kinds[place.kind].messages)}
      where organisation_id = ${subject.organisationId} and id = ${message.id}`.execute(tx)
    return { result: undefined, events: [messageDeleted(subject, message)] }
  })
}
