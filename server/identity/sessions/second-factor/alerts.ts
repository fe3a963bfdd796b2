// Mails to a person about the security of their account, whether they made the change or somebody else did.
import type { App } from '../../../platform/app.ts'
import {
  defineMail,
  firstNamePlaceholder,
  type MailKind,
  type MailValue,
  type Placeholder,
} from '../../../platform/mail/mail-kind.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { type Device, wordsFor } from '../devices.ts'

const otherwise =
  'If this was not you, change your password at once and tell an administrator of your organisation.'

const firstName = firstNamePlaceholder
const time: Placeholder = { label: 'when', sample: '2026-03-02 09:00 UTC' }
const place: Placeholder = {
  label: 'the browser and the address',
  sample: 'Firefox 133 on Windows 10, from the address 203.0.113.9',
  required: true,
}

const newDevice = defineMail({
  name: 'newDevice',
  label: 'New sign-in',
  when: 'Somebody signs in with a browser that they have not used before.',
  subject: 'New sign-in to Chancery',
  body: `Hello {{firstName}},

Somebody, hopefully you, signed in as you with a browser that was not used before: {{place}}, at {{time}}.

${otherwise}

You see where you are signed in, and end it, on the page "Your account".`,
  placeholders: { firstName, place, time },
})

const factorChanged = defineMail({
  name: 'factorChanged',
  label: 'Second factor changed',
  when: 'Somebody adds or removes an authenticator app, a passkey or recovery codes.',
  subject: 'Your sign-in was changed',
  body: `Hello {{firstName}},

{{what}} your account, at {{time}}.

${otherwise}`,
  placeholders: {
    firstName,
    what: { label: 'what happened, before "your account"', sample: 'A passkey was added to', required: true },
    time,
  },
})

const recoveryCode = defineMail({
  name: 'recoveryCode',
  label: 'Recovery code used',
  when: 'Somebody signs in with a recovery code.',
  subject: 'A recovery code was used',
  body: `Hello {{firstName}},

Somebody, hopefully you, used a recovery code for your account, at {{time}}. Unused codes: {{left}}.

Make new ones on the page "Your account" before you run out of them.

${otherwise}`,
  placeholders: { firstName, time, left: { label: 'how many codes are left', sample: '7' } },
})

const factorsReset = defineMail({
  name: 'factorsReset',
  label: 'Second factor removed',
  when: 'An administrator or the operator removes the second factor of somebody.',
  subject: 'Your second factor was removed',
  body: `Hello {{firstName}},

{{by}} removed the authenticator app, passkeys and recovery codes of your account, at {{time}}, and you were signed out everywhere.

If you did not ask for this, tell an administrator of your organisation now.`,
  placeholders: { firstName, by: { label: 'who did it', sample: 'Ben Okafor', required: true }, time },
})

const accessEnded = defineMail({
  name: 'accessEnded',
  label: 'Signed out by an administrator',
  when: 'An administrator ends the sessions of somebody.',
  subject: 'You were signed out',
  body: `Hello {{firstName}},

{{by}} signed you out of every browser{{integrations}}, at {{time}}. Your password and your second factor stay as they are: sign in again whenever you need to.

If you do not know why, ask an administrator of your organisation.`,
  placeholders: {
    firstName,
    by: { label: 'who did it', sample: 'Ben Okafor', required: true },
    integrations: {
      label: 'words about integrations, if their access ended as well',
      sample: ' and ended the access of your integrations',
    },
    time,
  },
})

const wrongCodes = defineMail({
  name: 'wrongCodes',
  label: 'Wrong codes',
  when: 'Somebody who knows the password enters too many wrong codes.',
  subject: 'Wrong codes for your account',
  body: `Hello {{firstName}},

Somebody entered your password and then too many wrong codes, at {{time}}. Nobody was signed in.

If this was not you, somebody knows your password: choose another one now.`,
  placeholders: { firstName, time },
})

const breakGlass = defineMail({
  name: 'breakGlass',
  label: 'Break-glass account used',
  when: 'Somebody signs in with the break-glass account: to every administrator.',
  subject: 'The break-glass account was used',
  body: `Hello {{firstName}},

Somebody signed in with the break-glass account of your organisation ({{account}}): {{place}}, at {{time}}.

If none of you did, end its sessions, change its password, and look at the history of the organisation now.`,
  placeholders: {
    firstName,
    account: { label: 'the name of the account', sample: 'Break Glass', required: true },
    place,
    time,
  },
})

/** The mails about the security of an account. */
export const securityMails = [
  newDevice,
  factorChanged,
  recoveryCode,
  factorsReset,
  accessEnded,
  wrongCodes,
  breakGlass,
]

/** Sends a mail to the person, if they are still there. */
async function send<Name extends string>(
  app: App,
  tx: Tx,
  { userId, kind, values }: Alert<Name>,
): Promise<void> {
  const person = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('erased_at', 'is', null)
    .select(['email', 'first_name', 'organisation_id'])
    .executeTakeFirst()
  if (!person) return
  const { organisation_id: organisationId, email: to } = person
  const written: MailKind = kind
  await app.mail.write(
    tx,
    written,
    { organisationId, to, values: { firstName: person.first_name, ...values } },
    app.clock.now(),
  )
}

interface Alert<Name extends string> {
  readonly userId: string
  readonly kind: MailKind<Name>
  readonly values: Readonly<Record<Exclude<NoInfer<Name>, 'firstName'>, MailValue>>
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
  send(app, tx, { userId, kind: newDevice, values: { place: placeOf(device), time: timeOf(app) } })

/** A factor was added or removed; `what` is such as "A passkey was added to". */
export const alertFactorChanged = (app: App, tx: Tx, userId: string, what: string): Promise<void> =>
  send(app, tx, { userId, kind: factorChanged, values: { what, time: timeOf(app) } })

/** A recovery code was used. */
export const alertRecoveryCode = (app: App, tx: Tx, userId: string, left: number): Promise<void> =>
  send(app, tx, { userId, kind: recoveryCode, values: { time: timeOf(app), left: String(left) } })

/** An administrator, or the operator, removed the second factor. */
export const alertFactorsReset = (app: App, tx: Tx, userId: string, by: string): Promise<void> =>
  send(app, tx, { userId, kind: factorsReset, values: { by, time: timeOf(app) } })

/** An administrator ended the sessions, and with `integrations` what integrations were allowed. */
export const alertAccessEnded = (
  app: App,
  tx: Tx,
  userId: string,
  { by, integrations }: { readonly by: string; readonly integrations: boolean },
): Promise<void> =>
  send(app, tx, {
    userId,
    kind: accessEnded,
    values: {
      by,
      integrations: integrations ? ' and ended the access of your integrations' : '',
      time: timeOf(app),
    },
  })

/** Somebody who knows the password guesses at the second factor. */
export const alertGuessing = (app: App, tx: Tx, userId: string): Promise<void> =>
  send(app, tx, { userId, kind: wrongCodes, values: { time: timeOf(app) } })

interface BreakGlassUse {
  readonly name: string
  readonly device: Device
  readonly at: Date
}

/** The break-glass account was used: to every administrator. */
export const alertBreakGlass = (app: App, tx: Tx, userId: string, use: BreakGlassUse): Promise<void> =>
  send(app, tx, {
    userId,
    kind: breakGlass,
    values: { account: use.name, place: placeOf(use.device), time: timeOfMoment(use.at) },
  })
