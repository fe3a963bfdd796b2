// How a person stands at this moment: everything an Actor carries but what they act through.
import { sql } from 'kysely'
import type { Actor, Group, Permission, Role } from '../platform/actor.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { prepared } from '../platform/postgres/prepared.ts'
import { emailKey, fullName } from './user.ts'

export type Standing = Omit<Actor, 'via' | 'requestId'>

/** A query for the standing of an active person, to be narrowed further; its row is read with `standingOf`. */
export const standings = (db: Reader, userId: string) => standingsOf(db).where('users.id', '=', userId)

const standingsOf = (db: Reader) =>
  db
    .selectFrom('users')
    .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
    .where('users.status', '=', 'Active')
    .select([
      'users.id as user_id',
      'users.organisation_id',
      'organisations.type as organisation_type',
      'users.first_name',
      'users.last_name',
      'users.role',
      'users.permissions',
      'users.groups',
      sql<number[]>`array(
        select organisation_id::int from user_organisations where user_id = users.id
        union select users.organisation_id::int)`.as('organisation_ids'),
      sql<number[]>`array(
        select m.team_id::int from team_members m
        join teams t on t.organisation_id = m.organisation_id and t.id = m.team_id and t.deleted_at is null
        where m.organisation_id = users.organisation_id and m.user_id = users.id)`.as('team_ids'),
    ])
    .withPlugin(prepared)

type StandingRow = NonNullable<Awaited<ReturnType<ReturnType<typeof standings>['executeTakeFirst']>>>

/** The row of `standings` in the words of an Actor. */
export const standingOf = (row: StandingRow): Standing => ({
  userId: row.user_id,
  name: fullName(row),
  organisationId: row.organisation_id,
  organisationType: row.organisation_type as Standing['organisationType'],
  organisationIds: row.organisation_ids,
  role: row.role as Role,
  permissions: new Set(row.permissions as Permission[]),
  groups: new Set(row.groups as Group[]),
  teamIds: row.team_ids,
})

/** The standing of an active person; undefined when they are unknown, not active yet, locked out or disabled. */
export async function findStanding(db: Reader, userId: string): Promise<Standing | undefined> {
  const row = await standings(db, userId).executeTakeFirst()
  return row && standingOf(row)
}

/** The standing of the active person with this mail address. */
export async function findStandingByEmail(db: Reader, email: string): Promise<Standing | undefined> {
  const row = await standingsOf(db).where('users.email_key', '=', emailKey(email)).executeTakeFirst()
  return row && standingOf(row)
}

/** The standings of those of the people who are active, in one query. */
export async function findStandings(db: Reader, userIds: readonly string[]): Promise<readonly Standing[]> {
  if (userIds.length === 0) return []
  const rows = await standingsOf(db)
    .where('users.id', '=', sql<string>`any(${[...userIds]}::uuid[])`)
    .execute()
  return rows.map(standingOf)
}
