// Ids of records that lists narrow their search to, for people who see few of many. They decide nothing: the rule of
// access.ts is asked of each.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { isOneOf } from '../../platform/postgres/statement.ts'
import type { Principal } from '../../platform/subject.ts'
import { isSharedSql } from '../access-rule.ts'
import type { RecordTables } from '../record-kind.ts'

/** The ids of the records that the actor is a member of, found from their memberships. */
export const idsOfMemberships = (
  { members }: RecordTables,
  { organisationIds, userId }: Pick<Principal, 'organisationIds' | 'userId'>,
) =>
  // not through access.ts: ids alone show nothing
  sql<number>`select ${sql.ref(`m.${members.recordId}`)} from ${sql.table(members.table)} as m
    where ${isOneOf(sql.ref('m.organisation_id'), organisationIds)} and m.user_id = ${userId}`

/**
 * The ids of all that the actor sees, found from their memberships and what is shared with them, without reading any
 * other.
 */
export const idsVisibleTo = (kind: RecordTables, actor: Principal) =>
  // not through access.ts: ids alone show nothing
  sql<number>`${idsOfMemberships(kind, actor)} union all
    select shared.id from ${sql.table(kind.table)} as shared
    where shared.organisation_id = ${actor.organisationId} and ${isSharedSql(kind.access, actor, 'shared')}`

/** The ids of the records of the actor's organisation that wait in intake; undefined for a kind without one. */
export const idsInIntake = (
  { table, access }: RecordTables,
  { organisationId }: Pick<Principal, 'organisationId'>,
) =>
  access.intake &&
  // not through access.ts: ids alone show nothing
  sql<number>`select waiting.id from ${sql.table(table)} as waiting
    where waiting.organisation_id = ${organisationId} and waiting.in_intake`

/** The ids of the records of the actor's organisations that are stored with one of these statuses. */
export const idsWithStatus = (
  { table }: RecordTables,
  { organisationIds }: Pick<Principal, 'organisationIds'>,
  statuses: readonly string[],
) =>
  // not through access.ts: ids alone show nothing
  sql<number>`select having_it.id from ${sql.table(table)} as having_it
    where ${isOneOf(sql.ref('having_it.organisation_id'), organisationIds)} and having_it.status = any(${[...statuses]}::text[])`

/** SQL: the actor is a member of more records than these. */
export const hasMoreMemberships = (
  { members }: RecordTables,
  { organisationIds, userId }: Pick<Principal, 'organisationIds' | 'userId'>,
  than: number,
) =>
  // not through access.ts: a yes or no about the actor's own memberships
  sql<SqlBool>`exists (select 1 from ${sql.table(members.table)} as m
    where ${isOneOf(sql.ref('m.organisation_id'), organisationIds)} and m.user_id = ${userId} offset ${sql.lit(than)})`

/**
 * The ids of some records of the actor's organisations that meet a condition over the kind's table; an index must have
 * it.
 */
export const idsMeeting = (
  { table }: RecordTables,
  { organisationIds }: Pick<Principal, 'organisationIds'>,
  condition: RawBuilder<SqlBool>,
  most: number,
) =>
  // not through access.ts: ids alone show nothing
  sql<number>`select ${sql.ref(`${table}.id`)} from ${sql.table(table)}
    where ${isOneOf(sql.ref(`${table}.organisation_id`), organisationIds)} and ${condition} limit ${sql.lit(most)}`
