// Saying how a matter stands.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import { badInput } from '../../platform/errors.ts'
import { getMatterToContribute, noteMatterActivity } from '../access.ts'
import { statusMessagePosted } from '../events.ts'

const longest = 10_000

/** Posts the message to the matter, as its last one, and answers its id. Everyone who may contribute may. */
export async function postStatusMessage(
  app: App,
  actor: Actor,
  matterId: number,
  text: string,
): Promise<number> {
  const message = text.trim()
  if (message === '') throw badInput('statusMessage', 'is empty: say how the matter stands.')
  if (message.length > longest) throw badInput('statusMessage', `must have ${longest} characters at most.`)
  return change(app, actor, async (tx, now) => {
    const matter = await getMatterToContribute(tx, actor, matterId)
    const { id: messageId } = await tx
      .insertInto('matter_status_messages')
      .values({
        organisation_id: matter.organisationId,
        matter_id: matter.id,
        message,
        user_id: actor.userId,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await noteMatterActivity(tx, matter, now)
    return { result: messageId, events: statusMessagePosted(matter, messageId, message) }
  })
}
