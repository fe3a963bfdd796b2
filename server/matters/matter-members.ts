// The people on a matter: as a list that can be filtered and sorted, and one by one as its details show them.
import { sql } from 'kysely'
import type { Permission } from '../platform/actor.ts'
import type { Catalogue } from '../platform/lists/list-query.ts'
import type { Person } from '../platform/person.ts'
import { memberCatalogue } from '../records/members.ts'
import { personPairs } from '../users/people-on-records.ts'

/** A person with what they are on the matter. */
export interface Member extends Person {
  readonly permissions: ReadonlySet<Permission>
  /** Stands in for the owner, for the manager. */
  readonly isDelegateOwner: boolean
  readonly isDelegateManager: boolean
}

/** What the list of members can be filtered and sorted by. */
export const matterMemberCatalogue = {
  ...memberCatalogue,
  isDelegateOwner: { kind: 'boolean', nullable: false, sql: sql.ref('m.delegate_owner') },
  isDelegateManager: { kind: 'boolean', nullable: false, sql: sql.ref('m.delegate_manager') },
} as const satisfies Catalogue

/** What the list shows of each member beside the person. */
export const matterMemberColumns = {
  permissions: sql.ref<string[]>('users.permissions'),
  isDelegateOwner: sql.ref<boolean>('m.delegate_owner'),
  isDelegateManager: sql.ref<boolean>('m.delegate_manager'),
}

/** A member as JSON has them: `memberOf` makes them one. */
type MemberRow = Omit<Member, 'permissions'> & { readonly permissions: readonly string[] }

/** Over `matters`, the member whose id is in a column; null when there is none, or they are not on the matter. */
export const memberSql = (column: string) =>
  // not through access.ts: who sees the matter sees the people on it
  sql<MemberRow | null>`(select json_build_object(${personPairs}, 'permissions', users.permissions,
      'isDelegateOwner', m.delegate_owner, 'isDelegateManager', m.delegate_manager)
    from matter_members m join users on users.id = m.user_id
    join organisations on organisations.id = users.organisation_id
    where m.organisation_id = matters.organisation_id and m.matter_id = matters.id and m.user_id = ${sql.ref(column)})`

/** The member of a row. */
export const memberOf = (row: MemberRow): Member => ({
  ...row,
  permissions: new Set(row.permissions as Permission[]),
})
