// SQL over rows of records about the memberships of one person.
import { sql, type SqlBool } from 'kysely'
import type { Principal } from '../platform/subject.ts'
import type { RecordTables } from './record-kind.ts'

/** SQL: a row for the person's membership of the record of the row, as `m`. */
export const membership = ({ table, members }: RecordTables, { userId }: Pick<Principal, 'userId'>) =>
  // not through access.ts: a yes or no about the person's own membership
  sql`select 1 from ${sql.table(members.table)} as m where m.organisation_id = ${sql.ref(`${table}.organisation_id`)}
    and ${sql.ref(`m.${members.recordId}`)} = ${sql.ref(`${table}.id`)} and m.user_id = ${userId}`

/**
 * The actor is a member of the record. `oneByOne` keeps the database from gathering all their memberships first, which
 * lists do not need that end after a page (with an offset, it does not).
 */
export const isMember = (kind: RecordTables, actor: Principal, { oneByOne = false } = {}) =>
  sql<boolean>`exists (${membership(kind, actor)}${oneByOne ? sql` offset 0` : sql``})`

/** SQL over a row of members as `mine`: it is the person's own. */
export const isMine = ({ table, members }: RecordTables, { userId }: Pick<Principal, 'userId'>) =>
  sql<SqlBool>`mine.organisation_id = ${sql.ref(`${table}.organisation_id`)}
    and ${sql.ref(`mine.${members.recordId}`)} = ${sql.ref(`${table}.id`)} and mine.user_id = ${userId}`

/** The join of `restrictedRecords`, for columns that are shown to members only. */
export const membershipJoin = (kind: RecordTables, actor: Pick<Principal, 'userId'>) =>
  // not through access.ts: as above
  sql`left join ${sql.table(kind.members.table)} mine on ${isMine(kind, actor)}`
