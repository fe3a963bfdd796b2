// Codes of an authenticator app (TOTP, RFC 6238): setting one up, and accepting each code once.
import { Secret, TOTP } from 'otpauth'
import type { App } from '../../../platform/app.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { badInput, sentence } from '../../../platform/errors.ts'

const period = 30
const secretBytes = 20
const setUpMinutes = 30

/** The sealing purpose of a person's secret. */
export const appSecretPurpose = (userId: string): string => `authenticator_apps ${userId}`
const setUpPurpose = (userId: string): string => `authenticator app set-up ${userId}`

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

interface Owner {
  readonly userId: string
  readonly email: string
}

type Parts = Pick<App, 'vault' | 'clock'>

/** Makes a secret for somebody's app. Nothing is stored until `confirmApp` gets its first code. */
export async function startApp({ vault, clock }: Parts, { userId, email }: Owner): Promise<AppSetUp> {
  const secret = newAppSecret()
  const until = clock.now().getTime() + setUpMinutes * 60_000
  const sealed = await vault.sealShortLived(JSON.stringify([secret, until]), setUpPurpose(userId))
  return {
    secret,
    address: totpOf(secret, email).toString(),
    setUp: sealed.toString('base64url'),
  }
}

/**
 * Stores the app whose first code this is, in place of an earlier one. Throws bad_request for a wrong code, and for a
 * set-up that is over or was begun for somebody else.
 */
export async function confirmApp(
  { vault, clock }: Parts,
  tx: Tx,
  { userId, setUp, code }: { readonly userId: string; readonly setUp: string; readonly code: string },
): Promise<void> {
  const now = clock.now()
  const opened = await vault.open(Buffer.from(setUp, 'base64url'), setUpPurpose(userId)).catch(() => 'null')
  const [secret, until] = (JSON.parse(opened) ?? ['', 0]) as [string, number]
  if (until < now.getTime()) {
    throw badInput('setUp', sentence('This set-up is over. Start again and scan the new code.'))
  }
  const step = stepOf(clock, secret, code)
  if (step === undefined) {
    throw badInput(
      'code',
      sentence('This is not the code that the app shows now. Check that the time of your phone is right.'),
    )
  }
  const values = {
    secret_sealed: await vault.sealIn(tx, secret, appSecretPurpose(userId)),
    last_step: step,
    created_at: now,
  }
  await tx
    .insertInto('authenticator_apps')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** Whether this is a code of the person's app that was not used before; uses it up. */
export async function useAppCode(
  { vault, clock }: Parts,
  tx: Tx,
  { userId, code }: { readonly userId: string; readonly code: string },
): Promise<boolean> {
  // locked, so that of two who send the same code one is refused
  const row = await tx
    .selectFrom('authenticator_apps')
    .where('user_id', '=', userId)
    .select(['secret_sealed', 'last_step'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  const step = stepOf(clock, await vault.open(row.secret_sealed, appSecretPurpose(userId)), code)
  if (step === undefined || step <= row.last_step) return false
  await tx.updateTable('authenticator_apps').set({ last_step: step }).where('user_id', '=', userId).execute()
  return true
}

/**
 * The time step of a code, at most one away from now; undefined if it is none. Apps go by the real time, so a sandbox's
 * clock does not count.
 */
function stepOf({ databaseTime }: App['clock'], secret: string, code: string): number | undefined {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const timestamp = databaseTime().getTime()
  const delta = totpOf(secret, '').validate({ token, timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / period) + delta
}

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: 'Chancery', label, secret, algorithm: 'SHA1', digits: 6, period })
