// Sessions of the web app: who is signed in with a cookie.
//
// session    a browser in which a user has signed in; ends on sign-out, after 12 hours without use, or after 7 days
// visitor    a browser without a session: its cookie refers to nothing yet
import { randomUUID } from 'node:crypto'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { hashOfSecret, newSecret } from '../../platform/secrets/crypto.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { prepared } from '../../platform/postgres/prepared.ts'
import { snapshotFromRow, selectSnapshot } from '../users/authorization-snapshot.ts'
import type { Device } from './devices.ts'

const minute = 60_000
const longestSilence = 12 * 60 * minute
const longestLife = 7 * 24 * 60 * minute
const noteEach = 5 * minute

export type SignInMethod = 'password' | 'sso'

interface NewSession {
  readonly userId: string
  readonly method: SignInMethod
  readonly device: Device
}

/** The earliest last use at which a session is still live. */
export const liveSince = (now: Date): Date => new Date(now.getTime() - longestSilence)

/** Starts a session and returns the secret for its cookie. It is always new, whatever cookie the browser had before. */
export async function beginSession(
  tx: Tx,
  { userId, method, device }: NewSession,
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
 * The user of a cookie, with current rights; undefined for a visitor, after the session's end, and for disabled users.
 */
export async function findSessionActor(
  app: Pick<App, 'db' | 'clock' | 'database'>,
  secret: string,
  device: Device,
): Promise<Actor | undefined> {
  const now = app.clock.now()
  const session = await app.db
    .selectFrom('sessions')
    .where('hash', '=', hashOfSecret(secret))
    .where('expires_at', '>', now)
    .where('seen_at', '>', liveSince(now))
    .select(['id', 'user_id', 'seen_at'])
    .withPlugin(prepared)
    .executeTakeFirst()
  if (!session) return undefined
  const row = await selectSnapshot(app.db, session.user_id).executeTakeFirst()
  if (!row) return undefined
  if (now.getTime() - session.seen_at.getTime() > noteEach) await recordUse(app, session.id, device)
  return { ...snapshotFromRow(row), via: { kind: 'session', sessionId: session.id }, requestId: null }
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

/** Ends every session of a user, except optionally one; returns how many there were. */
export async function endSessionsOf(tx: Tx, userId: string, keep?: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keep !== undefined, (query) => query.where('id', '<>', keep ?? ''))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
