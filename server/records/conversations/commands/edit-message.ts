// Changing a message, by its author; its former text stays in the history.
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change } from '../../../platform/events/change.ts'
import { kinds } from '../../kinds.ts'
import { isSame, messageEdited } from '../events.ts'
import { checkMentions } from '../mentions.ts'
import { getOwnMessage, type PlaceOfMessage } from '../own-message.ts'
import { checkMessage, type NewMessage } from './post-message.ts'

/** Changes the text, the mentions or both, for an hour after it was written. Nothing happens when nothing changes. */
export function editMessage(
  app: App,
  actor: Actor,
  place: PlaceOfMessage,
  changes: Partial<NewMessage>,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { subject, message } = await getOwnMessage(app, tx, actor, { ...place, now })
    const next = checkMessage({
      text: changes.text ?? message.text,
      mentions: changes.mentions ?? message.mentions,
    })
    const isUnchanged = next.text === message.text && isSame(next.mentions, message.mentions)
    if (isUnchanged) return { result: undefined, events: [] }
    if (changes.mentions) await checkMentions(app, tx, { actor, subject, mentions: next.mentions })
    await sql`update ${sql.table(kinds[place.kind].messages)}
      set body = ${next.text}, mentions = ${[...next.mentions]}::uuid[], edited_at = ${now}
      where organisation_id = ${subject.organisationId} and id = ${message.id}`.execute(tx)
    return { result: undefined, events: [messageEdited(subject, message, next)] }
  })
}
