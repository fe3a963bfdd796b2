// The members of a record in filters of lists: "of which I am a member", "with somebody of this firm".
import { sql, type SqlBool } from 'kysely'
import type { Collection, Column, ColumnKind } from '../platform/lists/list-query.ts'
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
