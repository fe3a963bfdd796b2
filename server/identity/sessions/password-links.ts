// One-time links by mail: to set the first password of an invitation, or a new one to replace a forgotten one.
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import { hashOfSecret, newSecret } from '../../platform/secrets/crypto.ts'
import { type Tx, violates } from '../../platform/postgres/database.ts'
import { badInput, sentence } from '../../platform/errors.ts'
import { detailsOf, hashPassword, passwordMistake } from './passwords.ts'
import { isOfAnotherOrganisation } from '../users/email-addresses.ts'
import { endSessionsOf } from './session.ts'
import { defineMail, firstNamePlaceholder, linkPlaceholder } from '../../platform/mail/mail-kind.ts'
import { passwordPage } from '../../platform/web-addresses.ts'

type Purpose = 'invitation' | 'reset'

const hour = 60 * 60_000
const lives: Readonly<Record<Purpose, number>> = { invitation: 7 * 24 * hour, reset: hour }
const mostAnHour = 3

const samplePage = 'https://legal.example/#/reset-password?token=sample'

const invitation = defineMail({
  name: 'invitation',
  label: 'Invitation',
  when: 'Somebody is invited, or an invitation is repeated.',
  subject: 'You have been invited to Chancery',
  body: `Hello {{firstName}},

{{invitedBy}} has invited you to Chancery.

Set your password within seven days:

{{link}}`,
  placeholders: {
    firstName: firstNamePlaceholder,
    invitedBy: { label: 'who invites, and of which organisation', sample: 'Ben Okafor of Harbour Foods' },
    link: linkPlaceholder('the page on which the password is set', samplePage),
  },
})

const passwordReset = defineMail({
  name: 'passwordReset',
  label: 'New password',
  when: 'Somebody has forgotten their password.',
  subject: 'Set a new password for Chancery',
  body: `Hello {{firstName}},

Somebody, hopefully you, has requested a new password for {{email}}.

Set it within an hour:

{{link}}

If this was not you, do nothing: your password stays the same.`,
  placeholders: {
    firstName: firstNamePlaceholder,
    email: { label: 'their address', sample: 'ana@legal.example' },
    link: linkPlaceholder('the page on which the password is set', samplePage),
  },
})

const passwordChanged = defineMail({
  name: 'passwordChanged',
  label: 'Password changed',
  when: 'The password of somebody was changed.',
  subject: 'Your password was changed',
  body: `Hello {{firstName}},

Your password for Chancery was just changed, and you were signed out everywhere.

If this was not you, tell an administrator of your organisation now.`,
  placeholders: { firstName: firstNamePlaceholder },
})

/** The mails about passwords. */
export const passwordMails = [invitation, passwordReset, passwordChanged]

/** The user a link is for. */
export interface LinkReceiver {
  readonly id: string
  readonly organisationId: number
  readonly email: string
  readonly firstName: string
}

/** Sends an added user the link with which they set their first password and become active. */
export async function sendInvitation(
  app: App,
  tx: Tx,
  receiver: LinkReceiver & { readonly invitedBy: string },
): Promise<void> {
  const link = await makeLink(app, tx, receiver, 'invitation')
  const { organisationId, email: to, firstName, invitedBy } = receiver
  const values = { firstName, invitedBy, link }
  await app.mail.write(tx, invitation, { organisationId, to, values }, app.clock.now())
}

/** Sends a link for a new password; does nothing if three were sent within the hour. */
export async function sendResetLink(app: App, tx: Tx, receiver: LinkReceiver): Promise<void> {
  if (await reachedMailLimit(app, tx, receiver, 'reset')) return
  const link = await makeLink(app, tx, receiver, 'reset')
  const { organisationId, email, firstName } = receiver
  const values = { firstName, email, link }
  await app.mail.write(tx, passwordReset, { organisationId, to: email, values }, app.clock.now())
}

/** Whether a user was sent so many links within the hour that only an administrator can have another one sent. */
export async function reachedMailLimit(
  app: App,
  tx: Tx,
  { id }: Pick<LinkReceiver, 'id'>,
  purpose: Purpose,
): Promise<boolean> {
  const sent = await tx
    .selectFrom('password_links')
    .where('user_id', '=', id)
    .where('purpose', '=', purpose)
    .where('created_at', '>', new Date(app.clock.now().getTime() - hour))
    .select('hash')
    .execute()
  return sent.length >= mostAnHour
}

async function makeLink(app: App, tx: Tx, receiver: LinkReceiver, purpose: Purpose): Promise<string> {
  const token = newSecret()
  const now = app.clock.now()
  await tx
    .insertInto('password_links')
    .values({
      hash: hashOfSecret(token),
      user_id: receiver.id,
      purpose,
      created_at: now,
      expires_at: new Date(now.getTime() + lives[purpose]),
    })
    .execute()
  return passwordPage(app.config, token)
}

/** Notifies a user by mail that their password was changed, in case they did not do it. */
export const notifyPasswordChanged = (
  app: App,
  tx: Tx,
  { organisationId, email: to, firstName }: LinkReceiver,
): Promise<void> =>
  app.mail.write(tx, passwordChanged, { organisationId, to, values: { firstName } }, app.clock.now())

/** What else ends with the old password, within the change that sets the new one; returns its events. */
export type AlsoEnd = (
  tx: Tx,
  person: { readonly userId: string; readonly organisationId: number },
  because: 'its person set a new password',
  now: Date,
) => Promise<readonly DomainEvent[]>

interface ChosenPassword {
  readonly token: string
  readonly password: string
  readonly requestId: string
  readonly alsoEnd?: AlsoEnd
}

/**
 * Sets the password of the user to whom the link was sent, which activates them if they were invited. All their
 * sessions and other links end; the access of integrations continues unless `alsoEnd` ends it. Throws bad_request for a
 * link that is used, expired or unknown, for an invitation of a user who has joined elsewhere, and for a password that
 * is too weak.
 */
export async function setPassword(
  app: App,
  { token, password, requestId, alsoEnd }: ChosenPassword,
): Promise<void> {
  const hash = hashOfSecret(token)
  const link = await findLink(app, hash)
  if (!link) throw linkNotValid()
  const address = { email: link.email, organisationId: link.organisation_id }
  if (link.purpose === 'invitation' && (await isOfAnotherOrganisation(app.db, address))) throw linkNotValid()
  const mistake = await passwordMistake(password, detailsOf(link))
  if (mistake !== undefined) throw badInput('password', sentence(mistake))
  const passwordHash = await hashPassword(password)
  const actor = { userId: link.id, via: { kind: 'system', name: 'password link' }, requestId } as const
  await change(app, actor, async (tx, now) => {
    const { numUpdatedRows } = await tx
      .updateTable('password_links')
      .set({ used_at: now })
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw linkNotValid()
    await endPasswordLinksOf(tx, link.id, now)
    await tx
      .updateTable('users')
      .set({ password_hash: passwordHash, status: 'Active', joined: true, updated_at: now })
      .where('id', '=', link.id)
      .execute()
      .catch((error: unknown) => {
        throw violates(error, 'users_email_unique') ? addressInUse(link.email) : error
      })
    await endSessionsOf(tx, link.id)
    const person = { userId: link.id, organisationId: link.organisation_id }
    const ended = (await alsoEnd?.(tx, person, 'its person set a new password', now)) ?? []
    const receiver = { ...link, organisationId: link.organisation_id, firstName: link.first_name }
    if (link.purpose === 'reset') await notifyPasswordChanged(app, tx, receiver)
    const name = link.purpose === 'reset' ? 'user.password.changed' : 'user.joined'
    return {
      result: undefined,
      events: [
        {
          name,
          organisationId: link.organisation_id,
          resource: { kind: 'user', id: null },
          subject: null,
          facts: { userId: link.id },
        },
        ...ended,
      ],
    }
  })
}

/** Ends every link sent to a user, within an enclosing change. */
export async function endPasswordLinksOf(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('password_links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

const linkNotValid = () =>
  badInput('token', sentence('This link has been used or has expired. Request a new one.'))

/** Only shown to readers of this address's mail. */
const addressInUse = (email: string) =>
  badInput(
    'token',
    sentence(
      `You already have an account with ${email}, in another organisation. Sign in to that one, or ask for an invitation to another address.`,
    ),
  )

const stateFor: Readonly<Record<Purpose, readonly string[]>> = {
  invitation: ['Invited', 'Pending'],
  reset: ['Active'],
}

async function findLink(app: App, hash: Buffer) {
  const link = await app.db
    .selectFrom('password_links')
    .innerJoin('users', 'users.id', 'password_links.user_id')
    .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
    .where('password_links.hash', '=', hash)
    .where('password_links.used_at', 'is', null)
    .where('password_links.expires_at', '>', app.clock.now())
    .select([
      'password_links.purpose',
      'users.id',
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.organisation_id',
      'users.status',
      'organisations.name as organisation',
    ])
    .executeTakeFirst()
  return link && stateFor[link.purpose as Purpose].includes(link.status) ? link : undefined
}
