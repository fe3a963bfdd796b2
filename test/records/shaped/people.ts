// People of records as they were read before the database made the JSON.
import { sql } from 'kysely'
import type { Permission } from '../../../server/platform/actor.ts'
import type { Person } from '../../../server/platform/person.ts'
import type { Member } from '../../../server/matters/matter-members.ts'
import { logoIdSql, pictureIdSql } from '../../../server/identity/organisations/pictures.ts'

const personPairs = sql`'id', users.id, 'firstName', users.first_name, 'lastName', users.last_name,
  'organisationId', users.organisation_id, 'organisationName', organisations.name,
  'pictureId', ${pictureIdSql}, 'logoId', ${logoIdSql}`

/** The person whose id is in a column. */
export const personSql = (column: string) =>
  sql<Person | null>`(select json_build_object(${personPairs})
    from users join organisations on organisations.id = users.organisation_id where users.id = ${sql.ref(column)})`

type MemberRow = Omit<Member, 'permissions'> & { readonly permissions: readonly string[] }

/** The same of a member of a matter. */
export const memberSql = (column: string) =>
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
