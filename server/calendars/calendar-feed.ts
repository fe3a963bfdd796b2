// Calendar feeds: private addresses under which calendar programs read the dates of a person, without signing in.
//
// feed    such an address; anyone who knows it reads what its owner may see at that moment
// scope   Mine: key dates that the person looks after and tasks assigned to them; All: everything they see
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { notFound } from '../platform/errors.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { hashOfSecret } from '../platform/secrets/crypto.ts'
import { findSnapshot } from '../identity/users/authorization-snapshot.ts'

export const feedScopes = ['Mine', 'All'] as const
export type FeedScope = (typeof feedScopes)[number]

export interface CalendarFeed {
  readonly id: number
  readonly scope: FeedScope
  readonly createdAt: Date
}

const feedOf = (row: {
  readonly id: number
  readonly scope: string
  readonly createdAt: Date
}): CalendarFeed => ({
  ...row,
  scope: row.scope as FeedScope,
})

const columns = ['id', 'scope', 'created_at as createdAt'] as const

/** The caller's own feeds, without their addresses, which are nowhere stored. */
export async function listCalendarFeeds(db: Reader, { userId }: Actor): Promise<readonly CalendarFeed[]> {
  const rows = await db
    .selectFrom('calendar_feeds')
    .where('user_id', '=', userId)
    .select([...columns])
    .orderBy('id')
    .execute()
  return rows.map(feedOf)
}

/** One of the caller's own feeds; not_found for those of others. */
export async function getCalendarFeed(db: Reader, actor: Actor, id: number): Promise<CalendarFeed> {
  const found = (await listCalendarFeeds(db, actor)).find((each) => each.id === id)
  if (!found) throw notFound()
  return found
}

/** The address of a feed, which is shown once. */
export const feedAddress = ({ config }: Pick<App, 'config'>, token: string): string =>
  `${config.publicUrl}/calendars/${token}.ics`

/**
 * The feed of an address and its person with the rights of now; undefined if there is none, or they may not sign in any
 * more.
 */
export async function findFeedReader(
  db: Reader,
  token: string,
): Promise<{ readonly scope: FeedScope; readonly actor: Actor } | undefined> {
  const row = await db
    .selectFrom('calendar_feeds')
    .where('hash', '=', hashOfSecret(token))
    .select(['user_id', 'scope'])
    .executeTakeFirst()
  const person = row && (await findSnapshot(db, row.user_id))
  if (!row || !person) return undefined
  const actor = { ...person, via: { kind: 'system', name: 'calendar' }, requestId: null } as const
  return { scope: row.scope as FeedScope, actor }
}
