// The people on a matter: as a list that can be filtered and sorted, and one by one as its details show them.
import { sql } from 'kysely'
import type { Permission } from '../platform/actor.ts'
import type { Catalogue } from '../platform/lists/list-query.ts'
import type { Person } from '../platform/person.ts'
import { memberCatalogue } from '../records/members.ts'

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

/** What the list shows of each member besides the person. */
export const matterMemberColumns = {
  permissions: sql.ref<string[]>('users.permissions'),
  isDelegateOwner: sql.ref<boolean>('m.delegate_owner'),
  isDelegateManager: sql.ref<boolean>('m.delegate_manager'),
}

/** A member as a row has them: `memberOf` makes them one. */
type MemberRow = Omit<Member, 'permissions'> & { readonly permissions: readonly string[] }

/** The member of a row. */
export const memberOf = (row: MemberRow): Member => ({
  ...row,
  permissions: new Set(row.permissions as Permission[]),
})
