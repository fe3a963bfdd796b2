// The members of a record in filters of lists: "of which I am a member", "with somebody of this firm".
import { sql, type SqlBool } from 'kysely'
import type { Collection, Column, ColumnKind, Filter } from '../platform/lists/list-query.ts'
import type { Principal } from '../platform/subject.ts'
import type { RecordTables } from './record-kind.ts'

const person = (kind: ColumnKind, column: string): Column => ({
  kind,
  nullable: false,
  sql: sql`(select ${sql.ref(`u.${column}`)} from users u where u.id = k.user_id)`,
})

/** The people on each record of the kind. */
export const memberCollection = ({
  table,
  members,
}: Pick<RecordTables, 'table' | 'members'>): Collection => ({
  catalogue: {
    id: { kind: 'uuid', nullable: false, sql: sql.ref('k.user_id') },
    email: person('text', 'email'),
    firstName: person('text', 'first_name'),
    lastName: person('text', 'last_name'),
    organisationId: person('integer', 'organisation_id'),
  },
  // not through access.ts: everybody who sees a record sees who is on it, and lists look among what is visible
  some: (condition) =>
    sql<SqlBool>`exists (select 1 from ${sql.table(members.table)} as k
      where k.organisation_id = ${sql.ref(`${table}.organisation_id`)}
        and ${sql.ref(`k.${members.recordId}`)} = ${sql.ref(`${table}.id`)} and ${condition})`,
})

/**
 * Whether the filter asks for records of which the caller is a member, and what else it asks for. The counts know how
 * many these are, and they are found from the memberships.
 */
export function ownPartOf(
  filter: Filter | null,
  { userId }: Pick<Principal, 'userId'>,
): { readonly isOwn: boolean; readonly rest: Filter | null } {
  const isOwn = (part: Filter): boolean =>
    part.kind === 'any' &&
    part.name === 'members' &&
    part.part?.kind === 'compare' &&
    part.part.name === 'id' &&
    part.part.comparison === 'eq' &&
    part.part.value === userId
  if (filter === null) return { isOwn: false, rest: null }
  if (isOwn(filter)) return { isOwn: true, rest: null }
  if (filter.kind !== 'and') return { isOwn: false, rest: filter }
  const inside = filter.parts.map((part) => ownPartOf(part, { userId }))
  if (!inside.some((part) => part.isOwn)) return { isOwn: false, rest: filter }
  const parts = inside.flatMap(({ rest }) => rest ?? [])
  return { isOwn: true, rest: parts.length === 0 ? null : { ...filter, parts } }
}
