// Sessions of the web app: who is signed in with a cookie.
//
// session    a browser in which a user has signed in; ends on sign-out, after 12 hours without use, or after 7 days
// visitor    a browser without a session: its cookie refers to nothing yet
import { randomUUID } from 'node:crypto'
import { sql, type SqlBool } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { hashOfSecret, newSecret } from '../../platform/secrets/crypto.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { prepared } from '../../platform/postgres/prepared.ts'
import { snapshotFromRow, selectSnapshot } from '../users/authorization-snapshot.ts'
import type { Device } from './devices.ts'
import { forgetDevicesOf } from './second-factor/known-devices.ts'
import { isDemanded, type ProvenFactor, trustsSingleSignOn } from './second-factor/second-factor.ts'

const minute = 60_000
const longestSilence = 12 * 60 * minute
const longestLife = 7 * 24 * 60 * minute
const noteEach = 5 * minute

export type SignInMethod = 'password' | 'sso' | 'passkey'

interface NewSession {
  readonly userId: string
  readonly method: SignInMethod
  /** What was proven besides; null for nothing. */
  readonly factor?: ProvenFactor | null
  readonly device: Device
}

/** The earliest last use at which a session is still live. */
export const liveSince = (now: Date): Date => new Date(now.getTime() - longestSilence)

/** Starts a session and returns the secret for its cookie. It is always new, whatever cookie the browser had before. */
export async function beginSession(
  tx: Tx,
  { userId, method, factor = null, device }: NewSession,
  now: Date,
): Promise<string> {
  const secret = newSecret()
  await tx
    .insertInto('sessions')
    .values({
      id: randomUUID(),
      hash: hashOfSecret(secret),
      user_id: userId,
      method,
      factor,
      // a remembered browser proves nothing by itself
      verified_at: factor === 'remembered device' ? null : now,
      user_agent: device.userAgent,
      address: device.address,
      created_at: now,
      seen_at: now,
      expires_at: new Date(now.getTime() + longestLife),
    })
    .execute()
  return secret
}

/**
 * The user of a cookie, with current rights; undefined for a visitor, after the session's end, for disabled users, and
 * for a session without a second factor that is demanded by now.
 */
export async function findSessionActor(
  app: Pick<App, 'db' | 'clock' | 'database'>,
  secret: string,
  device: Device,
): Promise<Actor | undefined> {
  const now = app.clock.now()
  const session = await app.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('hash', '=', hashOfSecret(secret))
    .where('expires_at', '>', now)
    .where('seen_at', '>', liveSince(now))
    .where(
      sql<SqlBool>`(sessions.factor is not null or not ${isDemanded}
        or (sessions.method = 'sso' and ${trustsSingleSignOn}))`,
    )
    .select(['sessions.id', 'user_id', 'seen_at', 'verified_at'])
    .withPlugin(prepared)
    .executeTakeFirst()
  if (!session) return undefined
  const row = await selectSnapshot(app.db, session.user_id).executeTakeFirst()
  if (!row) return undefined
  if (now.getTime() - session.seen_at.getTime() > noteEach) await recordUse(app, session.id, device)
  const via = { kind: 'session', sessionId: session.id, verifiedAt: session.verified_at } as const
  return { ...snapshotFromRow(row), via, requestId: null }
}

/** Whether the session goes on; asking is no use of it. */
export async function isSessionLive(app: Pick<App, 'db' | 'clock'>, sessionId: string): Promise<boolean> {
  const now = app.clock.now()
  const row = await app.db
    .selectFrom('sessions')
    .where('id', '=', sessionId)
    .where('expires_at', '>', now)
    .where('seen_at', '>', liveSince(now))
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

const recordUse = (app: Pick<App, 'clock' | 'database'>, id: string, { userAgent, address }: Device) =>
  internalTransaction(app, (tx, now) =>
    tx
      .updateTable('sessions')
      .set({ seen_at: now, user_agent: userAgent, address })
      .where('id', '=', id)
      .execute(),
  )

/** Ends the session of a cookie; does nothing if there is none. */
export function endSession(app: Pick<App, 'clock' | 'database'>, secret: string): Promise<void> {
  return internalTransaction(
    app,
    async (tx) => void (await tx.deleteFrom('sessions').where('hash', '=', hashOfSecret(secret)).execute()),
  )
}

/**
 * Ends every session of a user, except optionally one, and what could become one: sign-ins on their way, and browsers
 * that stand for the second factor. Returns how many sessions there were.
 */
export async function endSessionsOf(tx: Tx, userId: string, keep?: string): Promise<number> {
  await tx.deleteFrom('pending_sign_ins').where('user_id', '=', userId).execute()
  await forgetDevicesOf(tx, userId)
  return endStartedSessionsOf(tx, userId, keep)
}

/** Ends every session of a user, except optionally one; returns how many there were. */
export async function endStartedSessionsOf(tx: Tx, userId: string, keep?: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keep !== undefined, (query) => query.where('id', '<>', keep ?? ''))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
