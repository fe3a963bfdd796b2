// A user's current rights: everything in an Actor except how they are acting.
import { sql } from 'kysely'
import type { Actor, Group, Permission, Role } from '../../platform/actor.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { prepared } from '../../platform/postgres/prepared.ts'
import { featuresOff } from '../features/feature.ts'
import { emailKey, fullName } from './user.ts'

export type AuthorizationSnapshot = Omit<Actor, 'via' | 'requestId'>

/** A query for the snapshot of an active user, to be narrowed further; read its row with `snapshotFromRow`. */
export const selectSnapshot = (db: Reader, userId: string) =>
  selectSnapshots(db).where('users.id', '=', userId)

/** Who can be given something: people who can sign in, or also those who were invited and will. */
export interface WhoIsFound {
  readonly joining?: boolean
}

const selectSnapshots = (db: Reader, { joining = false }: WhoIsFound = {}) =>
  db
    .selectFrom('users')
    .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
    .$call((users) =>
      joining
        ? users.where('users.status', 'in', ['Active', 'Invited', 'Pending'])
        : users.where('users.status', '=', 'Active'),
    )
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
      sql<string[]>`array(
        select f.code || case when f.enabled then ' on' else ' off' end from organisation_features f
        where f.organisation_id = users.organisation_id order by 1)`.as('switched_features'),
    ])
    .select([
      sql<string[]>`coalesce((
        select p.administrator_networks from sign_in_policies p
        where p.organisation_id = users.organisation_id and users.role = 'Administrator'
          and p.break_glass_user_id is distinct from users.id), '{}')`.as('administrator_networks'),
      sql<boolean>`users.role = 'Administrator' and exists (
        select 1 from installation_administrators i where i.user_id = users.id)`.as('of_installation'),
    ])
    .withPlugin(prepared)

type SnapshotRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectSnapshot>['executeTakeFirst']>>>

/** Converts a row of `selectSnapshot`. */
export const snapshotFromRow = (row: SnapshotRow): AuthorizationSnapshot => ({
  userId: row.user_id,
  name: fullName(row),
  organisationId: row.organisation_id,
  organisationType: row.organisation_type as AuthorizationSnapshot['organisationType'],
  organisationIds: row.organisation_ids,
  role: row.role as Role,
  permissions: new Set(row.permissions as Permission[]),
  groups: new Set(row.groups as Group[]),
  teamIds: row.team_ids,
  featuresOff: featuresOff(row.switched_features),
  ...(row.administrator_networks.length > 0 ? { administratorNetworks: row.administrator_networks } : {}),
  ...(row.of_installation ? { administersInstallation: true } : {}),
})

/** The snapshot of an active user; undefined when they are unknown, not active yet, locked out or disabled. */
export async function findSnapshot(db: Reader, userId: string): Promise<AuthorizationSnapshot | undefined> {
  const row = await selectSnapshot(db, userId).executeTakeFirst()
  return row && snapshotFromRow(row)
}

/** The snapshot of the active user with this email address. */
export async function findSnapshotByEmail(
  db: Reader,
  email: string,
): Promise<AuthorizationSnapshot | undefined> {
  const row = await selectSnapshots(db).where('users.email_key', '=', emailKey(email)).executeTakeFirst()
  return row && snapshotFromRow(row)
}

/** The snapshots of those users who are active, or with `joining` also of those who were invited, in one query. */
export async function findSnapshots(
  db: Reader,
  userIds: readonly string[],
  who: WhoIsFound = {},
): Promise<readonly AuthorizationSnapshot[]> {
  if (userIds.length === 0) return []
  const rows = await selectSnapshots(db, who)
    .where('users.id', '=', sql<string>`any(${[...userIds]}::uuid[])`)
    .execute()
  return rows.map(snapshotFromRow)
}
