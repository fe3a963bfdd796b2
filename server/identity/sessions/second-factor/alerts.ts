// Mails to a person about the security of their account, whether they made the change or somebody else did.
import type { App } from '../../../platform/app.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { type Device, wordsFor } from '../devices.ts'

const otherwise =
  'If this was not you, change your password at once and tell an administrator of your organisation.'

/** Sends a mail to the person, if they are still there. */
async function send(app: App, tx: Tx, userId: string, paragraphs: readonly [string, ...string[]]) {
  const person = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('erased_at', 'is', null)
    .select(['email', 'first_name', 'organisation_id'])
    .executeTakeFirst()
  if (!person) return
  const [subject, ...text] = paragraphs
  await app.mail.send(
    tx,
    {
      organisationId: person.organisation_id,
      to: person.email,
      subject,
      text: [`Hello ${person.first_name},`, ...text].join('\n\n').concat('\n'),
    },
    app.clock.now(),
  )
}

/** Such as "Firefox 133 on Windows 10, from 203.0.113.9". */
function placeOf({ userAgent, address }: Device): string {
  const { browser, system } = wordsFor(userAgent)
  const program = browser ?? 'an unknown browser'
  return `${program}${system === null ? '' : ` on ${system}`}, from the address ${address}`
}

const timeOfMoment = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
const timeOf = (app: App) => timeOfMoment(app.clock.now())

/** Somebody signed in with a browser that the person has not used before. */
export const alertNewDevice = (app: App, tx: Tx, userId: string, device: Device): Promise<void> =>
  send(app, tx, userId, [
    'New sign-in to Chancery',
    `Somebody, hopefully you, signed in as you with a browser that was not used before: ${placeOf(device)}, at ${timeOf(app)}.`,
    otherwise,
    'You see where you are signed in, and end it, on the page "Your account".',
  ])

/** A factor was added or removed; `what` is such as "A passkey was added to". */
export const alertFactorChanged = (app: App, tx: Tx, userId: string, what: string): Promise<void> =>
  send(app, tx, userId, ['Your sign-in was changed', `${what} your account, at ${timeOf(app)}.`, otherwise])

/** A recovery code was used. */
export const alertRecoveryCode = (app: App, tx: Tx, userId: string, left: number): Promise<void> =>
  send(app, tx, userId, [
    'A recovery code was used',
    `Somebody, hopefully you, used a recovery code for your account, at ${timeOf(app)}. Unused codes: ${left}.`,
    'Make new ones on the page "Your account" before you run out of them.',
    otherwise,
  ])

/** An administrator, or the operator, removed the second factor. */
export const alertFactorsReset = (app: App, tx: Tx, userId: string, by: string): Promise<void> =>
  send(app, tx, userId, [
    'Your second factor was removed',
    `${by} removed the authenticator app, passkeys and recovery codes of your account, at ${timeOf(app)}, and you were signed out everywhere.`,
    'If you did not ask for this, tell an administrator of your organisation now.',
  ])

/** Somebody who knows the password guesses at the second factor. */
export const alertGuessing = (app: App, tx: Tx, userId: string): Promise<void> =>
  send(app, tx, userId, [
    'Wrong codes for your account',
    `Somebody entered your password and then too many wrong codes, at ${timeOf(app)}. Nobody was signed in.`,
    'If this was not you, somebody knows your password: choose another one now.',
  ])

interface BreakGlassUse {
  readonly name: string
  readonly device: Device
  readonly at: Date
}

/** The break-glass account was used: to every administrator. */
export const alertBreakGlass = (app: App, tx: Tx, userId: string, use: BreakGlassUse): Promise<void> =>
  send(app, tx, userId, [
    'The break-glass account was used',
    `Somebody signed in with the break-glass account of your organisation (${use.name}): ${placeOf(use.device)}, at ${timeOfMoment(use.at)}.`,
    'If none of you did, end its sessions, change its password, and look at the history of the organisation now.',
  ])
