// Which records may be named on others: they are related to a record that somebody sees, and are not always visible to
// them as well.
import { sql, type SqlBool } from 'kysely'
import type { Principal, SubjectColumns } from '../platform/subject.ts'
import { isThereSql } from './access-rule.ts'
import type { RecordTables } from './record-kind.ts'

/** SQL: the person is a member of the record that the two columns name. */
export const isMemberOfSql = (
  { members }: Pick<RecordTables, 'members'>,
  { organisationId, id }: SubjectColumns,
  { userId }: Pick<Principal, 'userId'>,
) =>
  // not through access.ts: a yes or no about somebody's own membership
  sql<boolean>`exists (select 1 from ${sql.table(members.table)} as k where k.organisation_id = ${sql.ref(organisationId)}
    and ${sql.ref(`k.${members.recordId}`)} = ${sql.ref(id)} and k.user_id = ${userId})`

/**
 * SQL over rows of a kind with this alias, of records that are related to one that the person sees: they may know of
 * it, because it is not in the bin, and not restricted or they are a member.
 */
export const isDisclosedSql = (
  kind: Pick<RecordTables, 'members'>,
  of: string,
  viewer: Pick<Principal, 'userId'>,
) =>
  sql<SqlBool>`(${isThereSql(of)} and (not ${sql.ref(`${of}.restricted`)}
    or ${isMemberOfSql(kind, { organisationId: `${of}.organisation_id`, id: `${of}.id` }, viewer)}))`
