// Invites a person into an organisation, by a mail with the link on which they set their first password.
import type { App } from '../platform/app.ts'
import { change, type SystemActor } from '../platform/change.ts'
import { insertUser, type NewUser, userEvent } from '../users/commands/add-user.ts'
import { sendInvitation } from './password-links.ts'

/**
 * Adds the person as invited and sends the mail, or does neither; answers their id. They become active by setting a password, or
 * by the single sign-on of their organisation. Throws conflict when the address is taken.
 */
export function inviteUser(
  app: App,
  actor: SystemActor,
  user: Omit<NewUser, 'passwordHash'> & {
    /** Who the mail says has invited them. */
    readonly invitedBy: string
  },
): Promise<string> {
  return change(app, actor, async (tx, now) => {
    const { id, email } = await insertUser(tx, user, { status: 'Invited', now, by: actor.userId })
    await sendInvitation(app, tx, { ...user, id, email })
    return { result: id, events: [userEvent('user.invited', user, { id, email })] }
  })
}
