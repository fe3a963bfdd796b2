// Invites a user into an organisation, by a mail with a link to set their first password.
import { getOrganisationToChange } from '../organisations/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/events/change.ts'
import { conflict } from '../../platform/errors.ts'
import { type AttemptLimit, reserveAttempt } from '../../platform/secrets/attempt-limit.ts'
import { getInvitationToChange } from '../users/access.ts'
import { checkDomain } from '../users/email-addresses.ts'
import { insertUser, type NewUser, userEvent } from '../users/commands/add-user.ts'
import { personEvent } from '../users/events.ts'
import { endPasswordLinksOf, sendInvitation } from './password-links.ts'

// each is a mail to an address typed by someone
const perDay: AttemptLimit = { name: 'invitation', most: 1_000, minutes: 24 * 60 }

const countInvitation = async (app: App, actor: Actor | SystemActor) => {
  if (actor.userId !== null)
    await reserveAttempt(app, perDay, { subject: String(actor.organisationId), ip: '' })
}

const inviter = (actor: Actor | SystemActor, organisation: string) =>
  actor.userId === null ? organisation : `${actor.name} of ${organisation}`

/**
 * Adds the user as invited and sends the mail, or does neither; returns their id. They become active by setting a
 * password, or through the single sign-on of their organisation. For administrators of the organisation and the
 * operator. Throws conflict if the address belongs to a user visible to them, bad_request if it is in another
 * organisation's mail domain, too_many_requests for the thousand-and-first mail of a day.
 */
export async function inviteUser(
  app: App,
  actor: Actor | SystemActor,
  user: Omit<NewUser, 'passwordHash'>,
): Promise<string> {
  await countInvitation(app, actor)
  return change(app, actor, async (tx, now) => {
    const organisation = await getOrganisationToChange(tx, actor, user.organisationId)
    const { id, email } = await insertUser(tx, user, { status: 'Invited', now, by: actor })
    await sendInvitation(app, tx, { ...user, id, email, invitedBy: inviter(actor, organisation.name) })
    return { result: id, events: [userEvent('user.invited', user, { id, email })] }
  })
}

/**
 * Sends the invitation again, with a new link: earlier ones end. For administrators, also after it was withdrawn;
 * those of a customer for the first person of a law firm that it added. Throws conflict for a user who has joined,
 * bad_request if the address is now in another organisation's mail domain.
 */
export async function resendInvitation(app: App, actor: Actor, userId: string): Promise<void> {
  await countInvitation(app, actor)
  await change(app, actor, async (tx, now) => {
    const account = await getInvitationToChange(tx, actor, userId)
    if (account.hasJoined) throw conflict(`${account.email} has already joined.`)
    await checkDomain(tx, account)
    const own = actor.userId === null ? account.organisationId : actor.organisationId
    const organisation = await getOrganisationToChange(tx, actor, own)
    await endPasswordLinksOf(tx, userId, now)
    await tx
      .updateTable('users')
      .set({ status: 'Invited', invited_at: now, updated_at: now })
      .where('id', '=', userId)
      .execute()
    const invitedBy = inviter(actor, organisation.name)
    await sendInvitation(app, tx, { ...account, id: userId, invitedBy })
    return { result: undefined, events: [personEvent('user.invited', account, { again: true })] }
  })
}

/**
 * Withdraws the invitation: the link ends, and the user is disabled until invited again. For the same people. Throws
 * conflict for a user who has joined.
 */
export function withdrawInvitation(app: App, actor: Actor, userId: string): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const account = await getInvitationToChange(tx, actor, userId)
    if (account.hasJoined) throw conflict(`${account.email} has already joined. Disable them instead.`)
    if (account.status === 'Disabled') return { result: undefined, events: [] }
    await endPasswordLinksOf(tx, userId, now)
    await tx
      .updateTable('users')
      .set({ status: 'Disabled', updated_at: now })
      .where('id', '=', userId)
      .execute()
    return { result: undefined, events: [personEvent('user.invitation.withdrawn', account)] }
  })
}
