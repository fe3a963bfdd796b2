// A user's own sessions: listing and ending them.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { notFound } from '../../platform/errors.ts'
import { type DeviceWords, wordsFor } from './devices.ts'
import { liveSince, type SignInMethod } from './session.ts'

export interface MySession extends DeviceWords {
  readonly id: string
  /** Whether it is the calling session. */
  readonly current: boolean
  readonly method: SignInMethod
  readonly address: string | null
  readonly beganAt: Date
  /** Accurate to five minutes. */
  readonly lastUsedAt: Date
}

/** The actor's session; undefined with a token. */
export const sessionOf = ({ via }: Pick<Actor, 'via'>): string | undefined =>
  via.kind === 'session' ? via.sessionId : undefined

/** The actor's live sessions, most recently used first. */
export async function listMySessions(app: App, actor: Actor): Promise<readonly MySession[]> {
  const now = app.clock.now()
  const rows = await app.db
    .selectFrom('sessions')
    .where('user_id', '=', actor.userId)
    .where('expires_at', '>', now)
    .where('seen_at', '>', liveSince(now))
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .select(['id', 'method', 'user_agent', 'address', 'created_at', 'seen_at'])
    .execute()
  const current = sessionOf(actor)
  return rows.map((row) => ({
    id: row.id,
    current: row.id === current,
    method: row.method as SignInMethod,
    ...wordsFor(row.user_agent),
    address: row.address,
    beganAt: row.created_at,
    lastUsedAt: row.seen_at,
  }))
}

/** Ends one of the actor's sessions. Throws not_found if there is no such session. */
export function endMySession(app: App, actor: Actor, id: string): Promise<void> {
  return internalTransaction(app, async (tx) => {
    const ended = await tx
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where('user_id', '=', actor.userId)
      .returning('id')
      .executeTakeFirst()
    if (!ended) throw notFound()
  })
}
