// The matter that a contract belongs to, as far as people on the contract may know of it.
import { sql, type SqlBool } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { SubjectColumns } from '../platform/subject.ts'

type Viewer = Pick<Actor, 'userId'>

/** SQL: the person is a member of the matter that the two columns name. */
export const isOnMatterSql = ({ organisationId, id }: SubjectColumns, { userId }: Viewer) =>
  sql<boolean>`exists (select 1 from matter_members k where k.organisation_id = ${sql.ref(organisationId)}
    and k.matter_id = ${sql.ref(id)} and k.user_id = ${userId})`

/**
 * SQL over rows of matters with this alias: somebody who sees a contract of the matter learns its name and number. A
 * restricted matter is disclosed to its members only.
 */
export const isMatterDisclosedSql = (of: string, viewer: Viewer) =>
  sql<SqlBool>`(not ${sql.ref(`${of}.restricted`)}
    or ${isOnMatterSql({ organisationId: `${of}.organisation_id`, id: `${of}.id` }, viewer)})`
