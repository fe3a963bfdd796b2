// Which records a list has: the caller's own, their teams', all they see, those in intake, the restricted ones. Who
// sees what comes from access.ts.
import { checkAdministers } from '../../platform/actor.ts'
import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import { checkFeatures } from '../../identity/features/feature.ts'
import { forbidden } from '../../platform/errors.ts'
import { type Catalogue, type Filter, namesIn } from '../../platform/lists/list-query.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { isOneOf } from '../../platform/postgres/statement.ts'
import type { Principal } from '../../platform/subject.ts'
import { memberOnlyRecords, memberRecords, restrictedRecords, sharedRecords, visibleTo } from '../access.ts'
import { isAdministrator, isSharedSql } from '../access-rule.ts'
import { idsInIntake, idsOfMemberships, idsVisibleTo, idsWithStatus } from './narrowing-ids.ts'
import type { AnyKind, RecordBase, RecordKind } from '../record-kind.ts'
import { countsOfVisible, isCounted, type RecordScope } from './record-totals.ts'

/** `Intake` only of kinds that have one. */
export type ScopeName = 'Personal' | 'Teams' | 'All' | 'Intake' | 'Restricted'

const isMembership = sql<SqlBool>`counts.user_id is not null`
const isRecord = sql<SqlBool>`counts.user_id is null`
const both = (one: RawBuilder<SqlBool>, other: RawBuilder<SqlBool>) => sql<SqlBool>`(${one} and ${other})`

/** The records of the scope; forbidden when it is not for the caller. */
export function recordsInScope<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  db: Reader,
  actor: Principal,
  scope: ScopeName,
): RecordScope<DB, TB, object> {
  checkScope(kind, actor, scope)
  switch (scope) {
    case 'Personal':
      return ownRecords(kind, db, actor)
    case 'Teams':
      return recordsOfTeams(kind, db, actor)
    case 'All':
      return allVisible(kind, db, actor)
    case 'Intake':
      return recordsInIntake(kind, db, actor)
    case 'Restricted':
      return restrictedOnes(kind, db, actor)
  }
}

/** Throws forbidden when the scope is not for the caller. */
export function checkScope({ names, access }: AnyKind, actor: Principal, scope: ScopeName): void {
  const { one, many } = names
  if (scope === 'All' && !isAdministrator(access, actor)) {
    throw forbidden(`Only ${one} administrators may list all ${many}. Use the context Personal or Teams.`)
  }
  if (scope === 'Intake') checkFeatures(actor, ['MATTER_INTAKE'])
  if (scope === 'Intake' && !(access.intake && actor.permissions.has(access.intake))) {
    throw forbidden('Only those with the permission to manage intake may list it.')
  }
  if (scope === 'Restricted')
    checkAdministers(actor, `Only an administrator of the organisation may list its restricted ${many}.`)
}

/** All that somebody sees. */
export function allVisible<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  db: Reader,
  actor: Principal,
): RecordScope<DB, TB, object> & { readonly parts: readonly SelectQueryBuilder<DB, TB, object>[] } {
  const counted = countsOfVisible(isSharedSql(kind.access, actor, 'counts'))
  return {
    ...namesOf(kind, actor),
    rows: visibleTo(kind, db, actor),
    parts: [sharedRecords(kind, db, actor), memberOnlyRecords(kind, db, actor)],
    counted,
    gathered: { ids: idsVisibleTo(kind, actor), counted },
  }
}

const ownRecords = <DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  db: Reader,
  actor: Principal,
): RecordScope<DB, TB, object> => ({
  ...namesOf(kind, actor),
  rows: memberRecords(kind, db, actor),
  counted: isMembership,
  gathered: { ids: idsOfMemberships(kind, actor), counted: isMembership },
})

/** Of all they see, those that are assigned to a team of theirs. */
function recordsOfTeams<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  db: Reader,
  actor: Principal,
): RecordScope<DB, TB, object> {
  const { teamIds } = actor
  const isOfTeam = (of: string) =>
    teamIds.length === 0 ? sql<SqlBool>`false` : isOneOf(sql.ref(`${of}.team_id`), teamIds)
  return narrowed(allVisible(kind, db, actor), isOfTeam(kind.table), isOfTeam('counts'))
}

/** Of all they see, those of their organisation that wait in intake. */
function recordsInIntake<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  db: Reader,
  actor: Principal,
): RecordScope<DB, TB, object> {
  const isWaiting = (of: string) =>
    sql<SqlBool>`(${sql.ref(`${of}.organisation_id`)} = ${actor.organisationId} and ${sql.ref(`${of}.in_intake`)})`
  const counted = isWaiting('counts')
  const waiting = narrowed(allVisible(kind, db, actor), isWaiting(kind.table), counted)
  const ids = idsInIntake(kind, actor)
  return ids ? { ...waiting, gathered: { ids, counted: both(isRecord, counted) } } : waiting
}

/** Restricted ones of the organisation, redacted for those who are not members. */
function restrictedOnes<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  db: Reader,
  actor: Principal,
): RecordScope<DB, TB, object> {
  const { organisationId } = actor
  const column = (name: string) => sql.ref(`${kind.table}.${name}`)
  const rows = restrictedRecords(kind, db, actor)
  const names = namesOf(kind, actor)
  return {
    ...names,
    rows,
    counted: both(isRecord, sql`(counts.organisation_id = ${organisationId} and counts.restricted)`),
    gathered: { ids: idsOfMemberships(kind, actor), counted: isMembership },
    countedColumns: namesIn(names.countedColumns, kind.list.redacted),
    redaction: {
      always: kind.list.redacted,
      whole: memberRecords(kind, db, actor).where(
        sql<SqlBool>`(${column('organisation_id')} = ${organisationId} and ${column('restricted')})`,
      ),
      redacted: rows.where(sql<SqlBool>`mine.user_id is null`),
    },
  }
}

function narrowed<DB, TB extends keyof DB & string>(
  scope: ReturnType<typeof allVisible<DB, TB, RecordBase>>,
  condition: RawBuilder<SqlBool>,
  ofCounts: RawBuilder<SqlBool>,
): RecordScope<DB, TB, object> {
  return {
    ...scope,
    rows: scope.rows.where(condition),
    parts: scope.parts.map((part) => part.where(condition)),
    counted: both(scope.counted, ofCounts),
  }
}

const namesOf = (kind: AnyKind, caller: Principal) => ({
  kind: kind.kind,
  table: kind.table,
  countedColumns: countedColumnsOf(kind),
  status: {
    ...kind.list.status,
    ids: (statuses: readonly string[]) => idsWithStatus(kind, caller, statuses),
  },
})

/** Whether the counts alone say how many records of the kind match the filter. */
export const isCountedFilter = (kind: AnyKind, filter: Filter | null): boolean =>
  filter === null || isCounted(filter, countedColumnsOf(kind))

/** Columns of the same names and meaning as those of the list, over rows that count records. */
function countedColumnsOf({ list: { status }, access }: AnyKind): Catalogue {
  return {
    organisationId: { kind: 'integer', nullable: false, sql: sql.ref('counts.organisation_id') },
    [status.name]: {
      kind: 'choice',
      nullable: false,
      sql: sql.ref('counts.status'),
      choices: status.choices,
    },
    teamId: { kind: 'integer', nullable: true, sql: sql.ref('counts.team_id') },
    restricted: { kind: 'boolean', nullable: false, sql: sql.ref('counts.restricted') },
    ...(access.intake
      ? { inIntake: { kind: 'boolean', nullable: false, sql: sql.ref('counts.in_intake') } }
      : {}),
  }
}
