// A person's own notifications: those on records that they see now, or of the organisation that they administer, newest
// first, and how many of them are unread.
import { kindNames } from '../records/kinds.ts'
import { sql, type SqlBool } from 'kysely'
import { type Actor, hasRight } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { isOneOf } from '../platform/postgres/statement.ts'
import { personalNotifications } from './rules-of-organisations.ts'
import type { Notification, NotificationKind } from './notification.ts'
import { type ShownNotification, shownTo } from './shown.ts'

export interface Asked {
  readonly limit: number
  /** Only those before this one. */
  readonly before?: number | undefined
  readonly unreadOnly?: boolean
}

/** A page of the actor's notifications, and the id to go on with if there are more. */
export async function listNotifications(
  app: App,
  actor: Actor,
  { limit, before, unreadOnly = false }: Asked,
): Promise<{ readonly items: readonly ShownNotification[]; readonly next: number | undefined }> {
  const rows = await ownOf(app, actor)
    .$if(before !== undefined, (query) => query.where('notifications.id', '<', before ?? 0))
    .$if(unreadOnly, (query) => query.where('notifications.read_at', 'is', null))
    .select([...notificationColumns])
    .orderBy('notifications.id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit).map(notificationOf)
  const items = await shownTo(app, { db: app.db, actor }, page)
  return { items, next: rows.length > limit ? page.at(-1)?.id : undefined }
}

/** Beyond this many it is only said that there are more. */
const mostCounted = 1_000

/** How many of the actor's notifications are unread, at most `mostCounted`. */
export async function countUnread(app: App, actor: Actor): Promise<number> {
  const unread = ownOf(app, actor)
    .where('notifications.read_at', 'is', null)
    .select(sql`1`.as('one'))
    .limit(mostCounted)
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from ${unread} as unread`.execute(app.db)
  return rows[0]?.count ?? 0
}

/** The actor's own notifications on records that they see, and of the organisation that they administer. */
function ownOf(app: App, actor: Actor) {
  const columns = { organisationId: 'notifications.organisation_id', id: 'notifications.subject_id' }
  const onRecords = kindNames.map(
    (kind) =>
      sql`(notifications.subject_kind = ${kind} and ${app.subjects[kind].isToSee(app.db, actor, columns)})`,
  )
  const ofOrganisation = sql`(notifications.subject_kind = 'organisation' and notifications.subject_id = ${actor.organisationId})`
  const concerning = hasRight(actor, 'administer')
    ? ofOrganisation
    : sql`(${ofOrganisation} and notifications.what = any(${[...personalNotifications]}::text[]))`
  return rowsOf(app.db, actor).where(sql<SqlBool>`(${sql.join([...onRecords, concerning], sql` or `)})`)
}

/** The person's own rows, whether they still see the records or not. */
export const rowsOf = (db: Reader, { userId, organisationIds }: Pick<Actor, 'userId' | 'organisationIds'>) =>
  db
    .selectFrom('notifications')
    .where('notifications.user_id', '=', userId)
    .where(sql<SqlBool>`${isOneOf(sql.ref('notifications.organisation_id'), organisationIds)}`)

export const notificationColumns = [
  'notifications.organisation_id',
  'notifications.id',
  'notifications.kind',
  'notifications.what',
  'notifications.at',
  'notifications.subject_kind',
  'notifications.subject_id',
  'notifications.resource_kind',
  'notifications.resource_id',
  'notifications.by_user_id',
  'notifications.facts',
  'notifications.read_at',
] as const

interface Row {
  readonly organisation_id: number
  readonly id: number
  readonly kind: string
  readonly what: string
  readonly at: Date
  readonly subject_kind: string
  readonly subject_id: number
  readonly resource_kind: string
  readonly resource_id: number | null
  readonly by_user_id: string | null
  readonly facts: unknown
  readonly read_at: Date | null
}

/** A row with `notificationColumns`. */
export const notificationOf = (row: Row): Notification => ({
  organisationId: row.organisation_id,
  id: row.id,
  kind: row.kind as NotificationKind,
  what: row.what,
  at: row.at,
  subject: { kind: row.subject_kind as Notification['subject']['kind'], id: row.subject_id },
  resource: { kind: row.resource_kind, id: row.resource_id },
  byUserId: row.by_user_id,
  facts: row.facts as Notification['facts'],
  readAt: row.read_at,
})
