// From the first factor to a session: at once where no second one is needed, otherwise by way of a pending sign-in,
// which belongs to one browser and ends after ten minutes.
import type { App } from '../../../platform/app.ts'
import { AppError } from '../../../platform/errors.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { hashOfSecret, newSecret } from '../../../platform/secrets/crypto.ts'
import type { Reader, Tx } from '../../../platform/postgres/database.ts'
import type { Device } from '../devices.ts'
import { beginSession, type SignInMethod } from '../session.ts'
import { announceBreakGlass } from './break-glass.ts'
import { isRemembered, noteDevice, rememberDevice } from './known-devices.ts'
import { usePasskey } from './passkeys.ts'
import type { PasskeyAnswer } from './passkey-ceremony.ts'
import { type Proof, withProof } from './proof.ts'
import {
  factorsOf,
  hasFactor,
  isBreakGlass,
  type FactorsOfPerson,
  type ProvenFactor,
} from './second-factor.ts'

const pendingMinutes = 10

/** A browser that signs in. */
export interface SigningBrowser {
  /** The secret of its session cookie, which refers to nothing yet. */
  readonly browser: string
  /** The secret of the cookie by which it is known later. */
  readonly deviceSecret: string
  readonly device: Device
}

interface FirstFactor extends SigningBrowser {
  readonly userId: string
  readonly method: SignInMethod
}

/**
 * The person has proven the first factor. Starts their session and returns the secret for its cookie; undefined if they
 * have to prove a second factor, or to set one up, before: the browser has a pending sign-in then.
 */
export async function passFirstFactor(
  app: App,
  tx: Tx,
  { userId, method, ...signing }: FirstFactor,
  now: Date,
): Promise<string | undefined> {
  const factors = await factorsOf(tx, userId)
  const isTrusted = method === 'sso' && factors.trustsSingleSignOn
  const isNeeded = !isTrusted && (factors.demanded || hasFactor(factors))
  const known = { userId, secret: signing.deviceSecret, days: factors.rememberDays, now }
  const remembered = isNeeded && hasFactor(factors) && (await isRemembered(tx, known))
  if (!isNeeded) return begin(app, tx, { userId, method, factor: null, ...signing }, now)
  if (remembered) return begin(app, tx, { userId, method, factor: 'remembered device', ...signing }, now)
  const values = {
    user_id: userId,
    method,
    created_at: now,
    expires_at: new Date(now.getTime() + pendingMinutes * 60_000),
  }
  await tx
    .insertInto('pending_sign_ins')
    .values({ browser_hash: hashOfSecret(signing.browser), ...values })
    .onConflict((conflict) => conflict.column('browser_hash').doUpdateSet(values))
    .execute()
  return undefined
}

interface Proven extends SigningBrowser {
  readonly userId: string
  readonly method: SignInMethod
  readonly factor: ProvenFactor | null
}

async function begin(app: App, tx: Tx, { userId, deviceSecret, device, ...proven }: Proven, now: Date) {
  await noteDevice(app, tx, { userId, secret: deviceSecret, device }, now)
  await announceBreakGlass(tx, userId, device, now)
  return beginSession(tx, { userId, method: proven.method, factor: proven.factor, device }, now)
}

/** A sign-in of which the second factor is still missing. */
export interface PendingSignIn {
  readonly userId: string
  readonly organisationId: number
  readonly email: string
  readonly name: string
  readonly factors: FactorsOfPerson
}

/** The pending sign-in of a browser; undefined if there is none, it is over, or its person may not sign in any more. */
export async function findPendingSignIn(
  app: Pick<App, 'clock'>,
  db: Reader,
  browser: string,
): Promise<PendingSignIn | undefined> {
  const row = await db
    .selectFrom('pending_sign_ins')
    .innerJoin('users', 'users.id', 'pending_sign_ins.user_id')
    .where('browser_hash', '=', hashOfSecret(browser))
    .where('pending_sign_ins.expires_at', '>', app.clock.now())
    .where('users.status', '=', 'Active')
    .select(['users.id', 'users.organisation_id', 'users.email', 'users.first_name', 'users.last_name'])
    .executeTakeFirst()
  if (!row) return undefined
  return {
    userId: row.id,
    organisationId: row.organisation_id,
    email: row.email,
    name: `${row.first_name} ${row.last_name}`.trim(),
    factors: await factorsOf(db, row.id),
  }
}

/** Like findPendingSignIn; throws unauthorized where that is undefined. */
export async function getPendingSignIn(app: App, browser: string): Promise<PendingSignIn> {
  const pending = await findPendingSignIn(app, app.db, browser)
  if (!pending) throw signInIsOver()
  return pending
}

const signInIsOver = () =>
  new AppError('unauthorized', 'This sign-in took too long, or was ended. Enter your email address again.')

/** A started session, and the secret by which the browser is known from now on. */
export interface StartedSession {
  readonly secret: string
  readonly deviceSecret: string
}

interface Completion extends SigningBrowser {
  /** Whether the browser stands for the second factor from now on, for as long as the policy allows. */
  readonly remember: boolean
}

/** Completes a pending sign-in with a second factor. Throws unauthorized if there is none, and as `withProof` does. */
export async function completeSignIn(
  app: App,
  completion: Completion,
  proof: Proof,
): Promise<StartedSession> {
  const pending = await getPendingSignIn(app, completion.browser)
  return withProof(app, pending, proof, (tx, now, factor) =>
    finishSignIn(app, tx, { ...completion, factor }, now),
  )
}

/**
 * Completes the browser's pending sign-in, whose person has just proven or set up this factor. Of several at once, one
 * starts a session; the others are unauthorized.
 */
export async function finishSignIn(
  app: App,
  tx: Tx,
  { remember, factor, ...signing }: Completion & { readonly factor: ProvenFactor },
  now: Date,
): Promise<StartedSession> {
  const pending = await tx
    .deleteFrom('pending_sign_ins')
    .where('browser_hash', '=', hashOfSecret(signing.browser))
    .where('expires_at', '>', now)
    .returning(['user_id', 'method'])
    .executeTakeFirst()
  if (!pending) throw signInIsOver()
  const { user_id: userId } = pending
  const { rememberDays: days } = await factorsOf(tx, userId)
  const proven = { ...signing, userId, method: pending.method as SignInMethod, factor }
  const secret = await begin(app, tx, proven, now)
  if (!remember || days === 0) return { secret, deviceSecret: signing.deviceSecret }
  const next = newSecret()
  await rememberDevice(tx, { userId, secret: signing.deviceSecret, next }, now)
  return { secret, deviceSecret: next }
}

/** Ends the pending sign-in of a browser; does nothing if there is none. */
export function cancelSignIn(app: App, browser: string): Promise<void> {
  return internalTransaction(
    app,
    async (tx) =>
      void (await tx
        .deleteFrom('pending_sign_ins')
        .where('browser_hash', '=', hashOfSecret(browser))
        .execute()),
  )
}

/**
 * Signs in with a passkey alone, which is both factors. Throws unauthorized, whatever is wrong: the passkey, its
 * person, or that their organisation allows single sign-on only.
 */
export function signInWithPasskey(app: App, signing: SigningBrowser, answer: PasskeyAnswer): Promise<string> {
  return internalTransaction(app, async (tx, now) => {
    const userId = await usePasskey(app, tx, answer)
    const user =
      userId === undefined
        ? undefined
        : await tx
            .selectFrom('users')
            .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
            .where('users.id', '=', userId)
            .where('users.status', '=', 'Active')
            .where((eb) => eb.or([eb('organisations.local_accounts', '=', true), isBreakGlass]))
            .select('users.id')
            .executeTakeFirst()
    if (!user) {
      throw new AppError('unauthorized', 'This passkey does not belong to an account that can sign in here.')
    }
    return begin(app, tx, { ...signing, userId: user.id, method: 'passkey', factor: 'passkey' }, now)
  })
}
