// The browsers that people have signed in with, each known by the secret of a cookie of its own: a sign-in with
// another one is announced, and one may stand for the second factor for some days.
import { randomUUID } from 'node:crypto'
import type { App } from '../../../platform/app.ts'
import { notFound } from '../../../platform/errors.ts'
import { hashOfSecret } from '../../../platform/secrets/crypto.ts'
import type { Reader, Tx } from '../../../platform/postgres/database.ts'
import { type Device, type DeviceWords, wordsFor } from '../devices.ts'
import { alertNewDevice } from './alerts.ts'

const day = 24 * 60 * 60_000

export interface RememberedDevice extends DeviceWords {
  readonly id: string
  readonly address: string
  readonly seenAt: Date
  readonly trustedUntil: Date
}

/** The browsers that stand for the person's second factor, most recently used first. */
export async function listRememberedDevices(
  db: Reader,
  { userId, days, now }: Remembering,
): Promise<readonly RememberedDevice[]> {
  const rows = await db
    .selectFrom('known_devices')
    .where('user_id', '=', userId)
    .where('trusted_since', '>', daysBefore(now, days))
    .select(['id', 'user_agent', 'address', 'seen_at', 'trusted_since'])
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ id, user_agent, address, seen_at, trusted_since }) => ({
    id,
    ...wordsFor(user_agent),
    address,
    seenAt: seen_at,
    trustedUntil: new Date((trusted_since ?? now).getTime() + days * day),
  }))
}

interface Remembering {
  readonly userId: string
  /** For how many days the policy of the moment remembers browsers. */
  readonly days: number
  readonly now: Date
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * day)

/** Whether the browser with this secret stands for the person's second factor. */
export async function isRemembered(
  db: Reader,
  { userId, secret, days, now }: Remembering & { readonly secret: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .where('user_id', '=', userId)
    .where('hash', '=', hashOfSecret(secret))
    .where('trusted_since', '>', daysBefore(now, days))
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the person with this address has signed in with the browser before. */
export async function isKnownDevice(db: Reader, key: string, secret: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .where('users.email_key', '=', key)
    .where('known_devices.hash', '=', hashOfSecret(secret))
    .select('known_devices.id')
    .executeTakeFirst()
  return row !== undefined
}

interface Use {
  readonly userId: string
  /** The secret of the browser's cookie, known or new. */
  readonly secret: string
  readonly device: Device
}

/** Notes a sign-in with this browser, and announces it to the person if they have used others only. */
export async function noteDevice(
  app: App,
  tx: Tx,
  { userId, secret, device }: Use,
  now: Date,
): Promise<void> {
  const seen = { user_agent: device.userAgent, address: device.address, seen_at: now }
  const known = await tx
    .updateTable('known_devices')
    .set(seen)
    .where('user_id', '=', userId)
    .where('hash', '=', hashOfSecret(secret))
    .returning('id')
    .executeTakeFirst()
  if (known) return
  const other = await tx
    .selectFrom('known_devices')
    .where('user_id', '=', userId)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  await tx
    .insertInto('known_devices')
    .values({ id: randomUUID(), user_id: userId, hash: hashOfSecret(secret), created_at: now, ...seen })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (other) await alertNewDevice(app, tx, userId, device)
}

/**
 * Lets a browser stand for the person's second factor from now on. It gets a secret that nobody can have given to it
 * before; what is known of it for others stays known.
 */
export async function rememberDevice(
  tx: Tx,
  { userId, secret, next }: Pick<Use, 'userId' | 'secret'> & { readonly next: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('known_devices')
    .set({ hash: hashOfSecret(next) })
    .where('hash', '=', hashOfSecret(secret))
    .execute()
  await tx
    .updateTable('known_devices')
    .set({ trusted_since: now })
    .where('user_id', '=', userId)
    .where('hash', '=', hashOfSecret(next))
    .execute()
}

/** A remembered browser is asked for the second factor again. Throws not_found. */
export async function forgetDevice(tx: Tx, userId: string, id: string): Promise<void> {
  const forgotten = await tx
    .updateTable('known_devices')
    .set({ trusted_since: null })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  if (!forgotten) throw notFound()
}

/** All browsers of the person are asked for the second factor again. */
export async function forgetDevicesOf(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('known_devices')
    .set({ trusted_since: null })
    .where('user_id', '=', userId)
    .where('trusted_since', 'is not', null)
    .execute()
}
