// What invoices can be filtered and reported by of their matters.
import { sql } from 'kysely'
import { departmentColumns } from '../identity/users/department-columns.ts'
import { joinedNameColumn, teamNameColumn } from '../identity/users/person-columns.ts'
import type { Actor } from '../platform/actor.ts'
import type { Join } from '../platform/lists/joins.ts'
import type { Catalogue, Column } from '../platform/lists/list-query.ts'

const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`matters.${column}`),
})

const typeJoin: Join = {
  as: 'matterType',
  table: sql`matter_categories`,
  on: sql`${sql.ref('matterType.organisation_id')} = matters.organisation_id
    and ${sql.ref('matterType.id')} = matters.category_id`,
}

/** The columns, of rows that are joined with their matters. */
export const matterOfInvoiceColumns = (actor: Pick<Actor, 'userId'>) => {
  const { ownerDepartmentId, ownerDepartmentName } = departmentColumns('matters.owner_id', actor)
  return {
    matterName: own('text', 'name'),
    matterTypeId: own('integer', 'category_id'),
    matterTypeName: {
      kind: 'text',
      nullable: false,
      sql: sql`(select c.name from matter_categories c
        where c.organisation_id = matters.organisation_id and c.id = matters.category_id)`,
      joined: { sql: sql.ref('matterType.name'), joins: [typeJoin] },
    },
    matterTeamId: own('integer', 'team_id', true),
    matterTeamName: teamNameColumn('matters'),
    matterOwnerId: own('uuid', 'owner_id'),
    matterOwnerName: joinedNameColumn('matterOwner', 'matters.owner_id'),
    matterManagerId: own('uuid', 'manager_id', true),
    matterManagerName: joinedNameColumn('matterManager', 'matters.manager_id', true),
    matterDepartmentId: ownerDepartmentId,
    matterDepartmentName: ownerDepartmentName,
  } as const satisfies Catalogue
}
