// A record always has somebody: an active person of the organisation it belongs to who may open it. The access rule
// (access-rule.ts), asked from the side of the record: not which records a person sees, but whether anybody does.
import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { legalRoles } from '../platform/actor.ts'
import { conflict } from '../platform/errors.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import type { Principal, WhichRecords } from '../platform/subject.ts'
import { isSharedSql, isThereSql } from './access-rule.ts'
import { isMember } from './membership-sql.ts'
import type { RecordBase, RecordTables } from './record-kind.ts'
import type { Row } from './run-for-caller.ts'

interface Counted {
  /** A person who does not count. */
  readonly but?: string
}

/** SQL over the records of one organisation: somebody active of it may open the row. */
export function hasSomebodySql(
  { table, members, access }: RecordTables,
  organisationId: number,
  { but }: Counted = {},
): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const counts = sql<SqlBool>`u.organisation_id = ${organisationId} and u.status = 'Active'
    ${but === undefined ? sql`` : sql`and u.id <> ${but}`}`
  // not through access.ts: a yes or no about anybody
  const onIt = sql`exists (select 1 from ${sql.table(members.table)} m join users u on u.id = m.user_id
    where m.organisation_id = ${organisationId} and m.${sql.ref(members.recordId)} = ${column('id')} and ${counts})`
  // of no row, so that the database answers it once
  const administrators = sql`exists (select 1 from users u where ${access.administrators} = any(u.groups) and ${counts})`
  const inTeam = sql`exists (select 1 from team_members t join teams on teams.organisation_id = t.organisation_id
      and teams.id = t.team_id and teams.deleted_at is null
    join users u on u.id = t.user_id
    where t.organisation_id = ${organisationId} and t.team_id = ${column('team_id')}
      and u.role = any(${[...legalRoles]}) and ${counts})`
  const inIntake = access.intake
    ? sql`or (${column('in_intake')} and exists (select 1 from users u where ${access.intake} = any(u.permissions) and ${counts}))`
    : sql``
  return sql<SqlBool>`(${onIt} or (not ${column('restricted')} and (${administrators} or ${inTeam} ${inIntake})))`
}

/**
 * Throws conflict when nobody of the organisation may open the record any more: after a change by which somebody may
 * have lost it, in its transaction. The record must be held.
 */
export async function checkSomebodyStays(
  kind: RecordTables,
  tx: Tx,
  { organisationId, id }: RecordBase,
): Promise<void> {
  if (await hasSomebody(kind, tx, { organisationId, id })) return
  throw conflict(
    `Nobody of the organisation that owns this ${kind.kind} could open it any more. Make an active person of the organisation its owner or a member first.`,
  )
}

/** Whether somebody active of its organisation may open the record, which must be held: until the transaction ends. */
export async function hasSomebody(
  kind: RecordTables,
  tx: Tx,
  { organisationId, id }: RecordBase,
): Promise<boolean> {
  // rights, teams and accounts change under a lock of the organisation, and so not between this and the commit
  await sql`select id from organisations where id = ${organisationId} for share`.execute(tx)
  // not through access.ts: a yes or no about anybody
  const { rows } = await sql`select 1 from ${sql.table(kind.table)}
    where ${sql.ref(`${kind.table}.organisation_id`)} = ${organisationId} and ${sql.ref(`${kind.table}.id`)} = ${id}
      and ${hasSomebodySql(kind, organisationId)}`.execute(tx)
  return rows.length > 0
}

/** What decides who may open a record without being a member. */
interface Opening {
  readonly restricted: boolean
  readonly teamId: number | null
  readonly inIntake?: boolean
}

/** Whether somebody who is no member may have lost the record by a change. */
export const mayLoseSomebody = (before: Opening, after: Opening): boolean =>
  !before.restricted &&
  (after.restricted ||
    (before.teamId !== null && before.teamId !== after.teamId) ||
    (before.inIntake === true && after.inIntake !== true))

/** As many are handed over or named at once. */
const mostSoleRecords = 1_000

/**
 * The ids of the records of their organisation that the person may open and nobody else: one more than the most, if
 * there are more.
 */
export async function openOnlyTo(
  kind: RecordTables,
  db: Reader,
  person: Principal,
): Promise<readonly number[]> {
  const { organisationId, userId } = person
  const rows = await recordsOf(kind, db, organisationId)
    .where(sql<SqlBool>`(${isSharedSql(kind.access, person, kind.table)} or ${isMember(kind, person)})`)
    .where(sql<SqlBool>`not ${hasSomebodySql(kind, organisationId, { but: userId })}`)
    .select(sql<number>`${sql.ref(`${kind.table}.id`)}::int`.as('id'))
    .orderBy('id')
    .limit(mostSoleRecords + 1)
    .execute()
  return rows.map(({ id }) => id)
}

function isAmongSql({ table }: RecordTables, which: WhichRecords): RawBuilder<SqlBool> {
  if ('every' in which) return sql<SqlBool>`true`
  return 'ids' in which
    ? sql<SqlBool>`${sql.ref(`${table}.id`)} = any(${[...which.ids]}::bigint[])`
    : sql<SqlBool>`${sql.ref(`${table}.team_id`)} = ${which.teamId}`
}

/** Those of the records that nobody of the organisation may open. */
export async function withoutSomebody(
  kind: RecordTables,
  db: Reader,
  organisationId: number,
  which: WhichRecords,
): Promise<readonly number[]> {
  const rows = await recordsWithoutSomebody(kind, db, organisationId)
    .where(isAmongSql(kind, which))
    .select(sql<number>`${sql.ref(`${kind.table}.id`)}::int`.as('id'))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The records of the organisation that nobody of it may open, to be selected from. */
export const recordsWithoutSomebody = (kind: RecordTables, db: Reader, organisationId: number) =>
  recordsOf(kind, db, organisationId).where(sql<SqlBool>`not ${hasSomebodySql(kind, organisationId)}`)

// not through access.ts: nobody sees these but an administrator who takes them over, and then as numbers
const recordsOf = (kind: RecordTables, db: Reader, organisationId: number) =>
  (db as unknown as Kysely<{ record: Row }>)
    .selectFrom(kind.table as 'record')
    .where(
      sql<SqlBool>`${sql.ref(`${kind.table}.organisation_id`)} = ${organisationId} and ${isThereSql(kind.table)}`,
    )
