// The people on a record, as a list that can be filtered and sorted.
import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { MaySee } from '../platform/granted.ts'
import { conditionOf } from '../platform/lists/filter-sql.ts'
import { type Catalogue, type ListQuery, orderOf } from '../platform/lists/list-query.ts'
import type { Person } from '../platform/person.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { type Selected, selectedAs, type ValuesOf } from '../platform/postgres/prepared.ts'
import type { Tables } from '../platform/postgres/tables.ts'
import { pictureIds } from '../identity/users/people-on-records.ts'
import { getToSee } from './access.ts'
import type { RecordBase, RecordKind, RecordTables } from './record-kind.ts'
import type { Row } from './run-for-caller.ts'

const text = (expression: RawBuilder<unknown>) =>
  ({ kind: 'text', nullable: false, sql: expression }) as const

/** The people on a record that the actor may see: its members as `m`, with their users and organisations. */
export const membersOf = (
  { members }: RecordTables,
  db: Reader,
  { organisationId, id }: RecordBase & MaySee,
) =>
  // not through access.ts: who sees a record sees the people on it
  (db as unknown as Kysely<Tables & { m: Row & { readonly user_id: string } }>)
    .selectFrom(`${members.table} as m` as 'm')
    .innerJoin('users', 'users.id', 'm.user_id')
    .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
    .where(
      sql<SqlBool>`m.organisation_id = ${organisationId} and ${sql.ref(`m.${members.recordId}`)} = ${id}`,
    )

/** What every list of members can be filtered and sorted by. */
export const memberCatalogue = {
  userId: { kind: 'uuid', nullable: false, sql: sql.ref('users.id') },
  firstName: text(sql.ref('users.first_name')),
  lastName: text(sql.ref('users.last_name')),
  fullName: text(sql`users.first_name || ' ' || users.last_name`),
  organisationId: { kind: 'integer', nullable: false, sql: sql.ref('users.organisation_id') },
  organisationName: text(sql.ref('organisations.name')),
} as const satisfies Catalogue

/**
 * A list of members: its query, and what it can be filtered by and shows of each besides the person, over `m` and
 * `users`.
 */
export interface MemberList<Columns extends Selected> {
  readonly query: ListQuery
  readonly catalogue: Catalogue
  readonly columns: Columns
}

/**
 * A page of the people on the record, and how many there are in all; not_found for a record that the caller does not
 * see.
 */
export async function listMembers<
  DB,
  TB extends keyof DB & string,
  R extends RecordBase,
  Columns extends Selected,
>(
  kind: RecordKind<DB, TB, R>,
  { db, actor }: { readonly db: Reader; readonly actor: Actor },
  recordId: number,
  { query, catalogue, columns }: MemberList<Columns>,
): Promise<{ readonly people: readonly (Person & ValuesOf<Columns>)[]; readonly total: number }> {
  const { filter, sort, skip, take } = query
  const all = membersOf(kind, db, await getToSee(kind, db, actor, recordId))
  const members = filter ? all.where(conditionOf(filter, catalogue)) : all
  const [rows, { total }] = await Promise.all([
    members
      .select([
        'users.id',
        'users.first_name as firstName',
        'users.last_name as lastName',
        'users.organisation_id as organisationId',
        'organisations.name as organisationName',
        ...pictureIds,
        ...selectedAs(columns),
      ])
      .orderBy(orderOf(sort, catalogue, sql.ref('users.id')))
      .limit(take)
      .offset(skip)
      .execute(),
    members.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { people: rows as unknown as readonly (Person & ValuesOf<Columns>)[], total }
}
