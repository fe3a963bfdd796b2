// Codes of authenticator apps (TOTP, RFC 6238): the secret that an app is given, and reading its codes. Who keeps the
// secret sees to it that a code counts once, by its time step.
import { Secret, TOTP } from 'otpauth'
import type { App } from '../app.ts'
import { badInput, sentence } from '../errors.ts'

const period = 30
const secretBytes = 20
const setUpMinutes = 30

/** A random secret, in base32. */
export const newAppSecret = (): string => new Secret({ size: secretBytes }).base32

/** What an app needs to know, and what proves later that it was given to this person. */
export interface AppSetUp {
  /** In base32, to be typed. */
  readonly secret: string
  /** The same as an otpauth address, to be scanned. */
  readonly address: string
  /** To be sent back with the first code. */
  readonly setUp: string
}

/** Whose app is set up: what the app shows, and what the set-up is sealed for, so that nobody else can use it. */
export interface SetUpOwner {
  readonly label: string
  readonly purpose: string
}

type Parts = Pick<App, 'vault' | 'clock'>

/** Makes a secret for an app. Nothing is stored until its first code has come back. */
export async function beginSetUp({ vault, clock }: Parts, { label, purpose }: SetUpOwner): Promise<AppSetUp> {
  const secret = newAppSecret()
  const until = clock.now().getTime() + setUpMinutes * 60_000
  const sealed = await vault.sealShortLived(JSON.stringify([secret, until]), purpose)
  return { secret, address: totpOf(secret, label).toString(), setUp: sealed.toString('base64url') }
}

/**
 * The secret of a set-up whose first code this is, and the time step of the code. Throws bad_request for a wrong code,
 * and for a set-up that is over or was begun for somebody else.
 */
export async function endSetUp(
  { vault, clock }: Parts,
  { purpose, setUp, code }: Pick<SetUpOwner, 'purpose'> & { readonly setUp: string; readonly code: string },
): Promise<{ readonly secret: string; readonly step: number }> {
  const opened = await vault.open(Buffer.from(setUp, 'base64url'), purpose).catch(() => 'null')
  const [secret, until] = (JSON.parse(opened) ?? ['', 0]) as [string, number]
  if (until < clock.now().getTime())
    throw badInput('setUp', sentence('This set-up is over. Start again and scan the new code.'))
  const step = stepOfCode(clock, secret, code)
  if (step === undefined) throw wrongAppCode()
  return { secret, step }
}

/** The refusal of a code that the app does not show now. */
export const wrongAppCode = () =>
  badInput(
    'code',
    sentence('This is not the code that the app shows now. Check that the time of your phone is right.'),
  )

/**
 * The time step of a code, at most one away from now; undefined if it is none. Apps go by the real time, so a sandbox's
 * clock does not count.
 */
export function stepOfCode({ databaseTime }: App['clock'], secret: string, code: string): number | undefined {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const timestamp = databaseTime().getTime()
  const delta = totpOf(secret, '').validate({ token, timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / period) + delta
}

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: 'Chancery', label, secret, algorithm: 'SHA1', digits: 6, period })
