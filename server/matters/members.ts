// The people on a matter: as a list that can be filtered and sorted, and one by one as its details show them.
import { sql } from 'kysely'
import type { Actor, Permission } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import type { MaySee } from '../platform/granted.ts'
import { type Catalogue, conditionOf, type ListQuery, orderOf } from '../platform/lists/list-query.ts'
import type { Person } from '../platform/person.ts'
import { personPairs, pictureIds } from '../users/queries.ts'
import { getMatterToSee } from './access.ts'
import type { Matter } from './matter.ts'

/** A person with what they are on the matter. */
export interface Member extends Person {
  readonly permissions: ReadonlySet<Permission>
  /** Stands in for the owner, for the manager. */
  readonly isDelegateOwner: boolean
  readonly isDelegateManager: boolean
}

const text = (expression: ReturnType<typeof sql>) =>
  ({ kind: 'text', nullable: false, sql: expression }) as const

/** What the list of members can be filtered and sorted by. */
export const memberCatalogue = {
  userId: { kind: 'uuid', nullable: false, sql: sql.ref('users.id') },
  firstName: text(sql.ref('users.first_name')),
  lastName: text(sql.ref('users.last_name')),
  fullName: text(sql`users.first_name || ' ' || users.last_name`),
  organisationId: { kind: 'integer', nullable: false, sql: sql.ref('users.organisation_id') },
  organisationName: text(sql.ref('organisations.name')),
  isDelegateOwner: { kind: 'boolean', nullable: false, sql: sql.ref('matter_members.delegate_owner') },
  isDelegateManager: { kind: 'boolean', nullable: false, sql: sql.ref('matter_members.delegate_manager') },
} as const satisfies Catalogue

/** A page of the people on the matter, and how many there are in all. */
export async function listMembers(
  app: App,
  actor: Actor,
  matterId: number,
  { filter, sort, skip, take }: ListQuery,
): Promise<{ readonly people: readonly Member[]; readonly total: number }> {
  const matter = await getMatterToSee(app.db, actor, matterId)
  let members = membersOf(app.db, matter)
  if (filter) members = members.where(conditionOf(filter, memberCatalogue))
  const [rows, { total }] = await Promise.all([
    members
      .select([...shown])
      .orderBy(orderOf(sort, memberCatalogue, sql.ref('users.id')))
      .limit(take)
      .offset(skip)
      .execute(),
    members.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { people: rows.map(memberOf), total }
}

/** A member as JSON has them: `memberOf` makes them one. */
type MemberRow = Omit<Member, 'permissions'> & { readonly permissions: readonly string[] }

/** Over `matters`, the member whose id is in a column; null when there is none, or they are not on the matter. */
export const memberSql = (column: string) =>
  sql<MemberRow | null>`(select json_build_object(${personPairs}, 'permissions', users.permissions,
      'isDelegateOwner', m.delegate_owner, 'isDelegateManager', m.delegate_manager)
    from matter_members m join users on users.id = m.user_id
    join organisations on organisations.id = users.organisation_id
    where m.organisation_id = matters.organisation_id and m.matter_id = matters.id and m.user_id = ${sql.ref(column)})`

// not through access.ts: the matter has been asked for there, and here are the people on it
const membersOf = (db: Reader, matter: Matter & MaySee) =>
  db
    .selectFrom('matter_members')
    .innerJoin('users', 'users.id', 'matter_members.user_id')
    .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
    .where('matter_members.organisation_id', '=', matter.organisationId)
    .where('matter_members.matter_id', '=', matter.id)

const shown = [
  'users.id',
  'users.first_name as firstName',
  'users.last_name as lastName',
  'users.organisation_id as organisationId',
  'organisations.name as organisationName',
  ...pictureIds,
  'users.permissions',
  'matter_members.delegate_owner as isDelegateOwner',
  'matter_members.delegate_manager as isDelegateManager',
] as const

/** The member of a row. */
export const memberOf = (row: MemberRow): Member => ({
  ...row,
  permissions: new Set(row.permissions as Permission[]),
})
