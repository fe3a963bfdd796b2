// Invites a user into an organisation, by a mail with a link to set their first password.
import { getOrganisationToChange } from '../organisations/access.ts'
import { checkAct } from '../../platform/acts.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/events/change.ts'
import { conflict } from '../../platform/errors.ts'
import { type AttemptLimit, reserveAttempt } from '../../platform/secrets/attempt-limit.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type Account, getInvitationToChange } from '../users/access.ts'
import { checkAddress, checkDomain, readAddress, whereAddressTaken } from '../users/email-addresses.ts'
import { insertUser, type NewUser, userEvent } from '../users/commands/add-user.ts'
import { personEvent } from '../users/events.ts'
import { givenByCustomRole } from '../users/roles/custom-role.ts'
import { emailKey } from '../users/user.ts'
import { endPasswordLinksOf, sendInvitation } from './password-links.ts'

// each is a mail to an address typed by someone
const perDay: AttemptLimit = { name: 'invitation', most: 1_000, minutes: 24 * 60 }

const countInvitation = async (app: App, actor: Actor | SystemActor) => {
  if (actor.userId !== null)
    await reserveAttempt(app, perDay, { subject: String(actor.organisationId), ip: '' })
}

const inviter = (actor: Actor | SystemActor, organisation: string) =>
  actor.userId === null ? organisation : `${actor.name} of ${organisation}`

/** Somebody to invite, with a role of the wire or with one of the organisation's own, which says all their rights. */
export type InvitedUser = Omit<NewUser, 'passwordHash' | 'role' | 'customRoleId' | 'permissions' | 'groups'> &
  (Pick<NewUser, 'role' | 'permissions' | 'groups'> | { readonly customRoleId: number })

async function withRights(tx: Tx, user: InvitedUser): Promise<NewUser> {
  if (!('customRoleId' in user)) return user
  const { organisationId, customRoleId: id } = user
  return { ...user, ...(await givenByCustomRole(tx, { organisationId, id })) }
}

/**
 * Adds the user as invited and sends the mail, or does neither; returns their id. They become active by setting a
 * password, or through the single sign-on of their organisation. For administrators of the organisation and the
 * operator. Throws conflict if the address belongs to a user visible to them, bad_request if it is in another
 * organisation's mail domain, too_many_requests for the thousand-and-first mail of a day.
 */
export async function inviteUser(
  app: App,
  actor: Actor | SystemActor,
  invited: InvitedUser,
): Promise<string> {
  await countInvitation(app, actor)
  return change(app, actor, async (tx, now) => {
    const organisation = await getOrganisationToChange(tx, actor, invited.organisationId)
    const user = await withRights(tx, invited)
    if (user.role === 'Administrator') checkAct(actor, 'administrators', now)
    const { id, email } = await insertUser(tx, user, { status: 'Invited', now, by: actor })
    await sendInvitation(app, tx, { ...user, id, email, invitedBy: inviter(actor, organisation.name) })
    return { result: id, events: [userEvent('user.invited', user, { id, email })] }
  })
}

/** What of an invitation is to be corrected: an absent property is kept. */
export interface InvitationCorrections {
  readonly email?: string
  readonly firstName?: string
  readonly lastName?: string
}

/**
 * Corrects the address or the name of an invited user, who stays the same user with what they were given already, and
 * sends the invitation there: links sent before end. Does nothing if there is no difference. For the same people as
 * `resendInvitation`. Throws conflict for a user who has joined and for an address that is taken, as `inviteUser` does.
 */
export async function correctInvitation(
  app: App,
  actor: Actor,
  userId: string,
  corrections: InvitationCorrections,
): Promise<void> {
  await countInvitation(app, actor)
  await change(app, actor, async (tx, now) => {
    const account = await getInvitationToChange(tx, actor, userId)
    if (account.hasJoined)
      throw conflict(`${account.email} has already joined. Invite the other address as a new person.`)
    const { email, firstName, lastName } = account
    const before = { email, firstName, lastName }
    const next = { ...before, ...corrections }
    next.email = readAddress(next.email)
    const changed = differences(before, next)
    if (changed.length === 0) return { result: undefined, events: [] }
    await checkAddress(tx, actor, { ...account, ...next })
    if (account.role === 'Administrator') checkAct(actor, 'administrators', now)
    await tx
      .updateTable('users')
      .set({ email: next.email, email_key: emailKey(next.email) })
      .set({ first_name: next.firstName, last_name: next.lastName })
      .where('id', '=', userId)
      .execute()
      .catch(whereAddressTaken(next.email))
    await inviteAgain(app, tx, { actor, account: { ...account, ...next }, now })
    const facts = { changed: changed.map(([name]) => name), changes: Object.fromEntries(changed) }
    return { result: undefined, events: [personEvent('user.invitation.corrected', account, facts)] }
  })
}

const differences = <Values extends object>(before: Values, next: Values) =>
  (Object.keys(before) as (keyof Values & string)[]).flatMap((name) =>
    before[name] === next[name] ? [] : [[name, { from: before[name], to: next[name] }] as const],
  )

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
    await inviteAgain(app, tx, { actor, account, now })
    return { result: undefined, events: [personEvent('user.invited', account, { again: true })] }
  })
}

interface Again {
  readonly actor: Actor
  readonly account: Account & MayChange
  readonly now: Date
}

async function inviteAgain(app: App, tx: Tx, { actor, account, now }: Again): Promise<void> {
  const { userId: id } = account
  const organisation = await getOrganisationToChange(tx, actor, actor.organisationId)
  await endPasswordLinksOf(tx, id, now)
  await tx
    .updateTable('users')
    .set({ status: 'Invited', invited_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()
  await sendInvitation(app, tx, { ...account, id, invitedBy: inviter(actor, organisation.name) })
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
