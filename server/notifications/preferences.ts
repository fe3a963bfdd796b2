// How people want to be notified of each kind: what they chose, else the default of their organisation, else the
// standard way.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import { badInput } from '../platform/errors.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import {
  defaultWays,
  type NotificationKind,
  notificationKinds,
  type NotificationWay,
  notificationWays,
  type NotifyPreferences,
} from './notification.ts'

type Person = Pick<Actor, 'userId' | 'organisationId'>

/** The way of every kind for the person. */
export async function notifyPreferencesOf(db: Reader, person: Person): Promise<NotifyPreferences> {
  return (await notifyPreferencesOfMany(db, [person]))(person.userId)
}

/** The same for many people, read at once. */
export async function notifyPreferencesOfMany(
  db: Reader,
  people: readonly Person[],
): Promise<(userId: string) => NotifyPreferences> {
  if (people.length === 0) return () => defaultWays
  const organisationIds = [...new Set(people.map(({ organisationId }) => organisationId))]
  // one statement for both
  const rows = await db
    .selectFrom('notification_preferences')
    .where('organisation_id', 'in', organisationIds)
    .where('user_id', 'in', [...new Set(people.map(({ userId }) => userId))])
    .select((eb) => ['organisation_id', eb.ref('user_id').$castTo<string | null>().as('user_id'), 'ways'])
    .unionAll(
      db
        .selectFrom('notification_defaults')
        .where('organisation_id', 'in', organisationIds)
        .select(['organisation_id', sql<string | null>`null::uuid`.as('user_id'), 'ways']),
    )
    .execute()
  const chosen = new Map(rows.map(({ user_id, ways }) => [user_id, chosenIn(ways)]))
  const defaults = new Map(
    rows
      .filter(({ user_id }) => user_id === null)
      .map(({ organisation_id, ways }) => [organisation_id, chosenIn(ways)]),
  )
  const organisationOf = new Map(people.map(({ userId, organisationId }) => [userId, organisationId]))
  return (userId) => ({
    ...defaultWays,
    ...defaults.get(organisationOf.get(userId) ?? 0),
    ...chosen.get(userId),
  })
}

/** The ways of an organisation for people who have not chosen, with their version: 0 until it sets them. */
export async function readNotifyDefaults(
  db: Reader,
  organisationId: number,
): Promise<{ readonly ways: NotifyPreferences; readonly version: number }> {
  const row = await db
    .selectFrom('notification_defaults')
    .where('organisation_id', '=', organisationId)
    .select(['ways', 'version'])
    .executeTakeFirst()
  return { ways: { ...defaultWays, ...chosenIn(row?.ways ?? {}) }, version: row?.version ?? 0 }
}

/** Kinds that a later version knows are left alone. */
function chosenIn(ways: unknown): Partial<NotifyPreferences> {
  const stored = Object.entries(ways as Readonly<Record<string, NotificationWay>>)
  return Object.fromEntries(stored.filter(([kind, way]) => isKind(kind) && notificationWays.includes(way)))
}

const isKind = (name: string): name is NotificationKind =>
  (notificationKinds as readonly string[]).includes(name)

/** A merge patch of the ways: null returns to the default. */
export type NotifyChanges = Readonly<Partial<Record<NotificationKind, NotificationWay | null>>>

/** Reads a merge patch such as `{"status": "Digest"}`; 400 naming what is no kind or no way, under `path`. */
export function readNotifyChanges(value: unknown, path = 'notify'): NotifyChanges {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badInput(path, `must be an object such as {"status": "Digest"}.`)
  }
  for (const [kind, way] of Object.entries(value)) {
    if (!isKind(kind)) {
      throw badInput(
        `${path}.${kind.slice(0, 50)}`,
        `is not a kind; these are: ${notificationKinds.join(', ')}.`,
      )
    }
    if (way !== null && !notificationWays.includes(way as NotificationWay)) {
      throw badInput(
        `${path}.${kind}`,
        `must be one of ${notificationWays.join(', ')}, or null for the default.`,
      )
    }
  }
  return value
}

/** Stores the changes of the person's own preferences, and keeps those of other kinds. */
export async function setNotifyPreferences(
  tx: Tx,
  { userId, organisationId }: Person,
  changes: NotifyChanges,
  now: Date,
): Promise<void> {
  // so that two changes at the same time follow one another; an update of its own, because a row that is not there
  // cannot be locked
  await tx
    .insertInto('notification_preferences')
    .values({ organisation_id: organisationId, user_id: userId, ways: '{}', updated_at: now })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'user_id']).doNothing())
    .execute()
  const { ways } = await tx
    .selectFrom('notification_preferences')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .select('ways')
    .forUpdate()
    .executeTakeFirstOrThrow()
  const next = Object.entries({ ...(ways as object), ...changes }).filter(([, way]) => way !== null)
  await tx
    .updateTable('notification_preferences')
    .set({ ways: JSON.stringify(Object.fromEntries(next)), updated_at: now })
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .execute()
}
