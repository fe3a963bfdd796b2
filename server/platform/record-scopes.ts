// What lists of records (matters, contracts) can be about: the caller's own, their teams', all they see, those in intake, the
// restricted ones. The same for both kinds; who sees what comes from the access.ts of each.
import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from './actor.ts'
import { type Catalogue, namesIn } from './lists/list-query.ts'
import type { RecordKind } from './record-counts.ts'
import { ofSight, type RecordScope } from './record-lists.ts'

/** Records as somebody sees them: the rule, in the forms that lists need. Every part comes from an access.ts. */
export interface RecordSight<DB, TB extends keyof DB, O> {
  readonly kind: RecordKind
  readonly visible: SelectQueryBuilder<DB, TB, O>
  /** Those that the person is a member of, and of these the ones they see for no other reason. */
  readonly own: SelectQueryBuilder<DB, TB, O>
  readonly ownOnly: SelectQueryBuilder<DB, TB, O>
  /** Those they see by the organisation, members or not: with `ownOnly` all that is visible. */
  readonly shared: SelectQueryBuilder<DB, TB, O>
  /** Which `counts` these are. */
  readonly isShared: RawBuilder<SqlBool>
  /** Ids, found without looking at other records. */
  readonly ids: {
    readonly own: RawBuilder<unknown>
    readonly visible: RawBuilder<unknown>
    readonly inIntake?: RawBuilder<unknown>
  }
  readonly countedColumns: Catalogue
}

const isMembership = sql<SqlBool>`counts.user_id is not null`
const isRecord = sql<SqlBool>`counts.user_id is null`
const both = (one: RawBuilder<SqlBool>, other: RawBuilder<SqlBool>) => sql<SqlBool>`(${one} and ${other})`

/** All that somebody sees. */
export function allSeen<DB, TB extends keyof DB, O>(
  sight: RecordSight<DB, TB, O>,
): RecordScope<DB, TB, O> & { readonly parts: readonly SelectQueryBuilder<DB, TB, O>[] } {
  const { kind, visible, shared, ownOnly, isShared, ids, countedColumns } = sight
  const counted = ofSight(isShared)
  return {
    kind,
    rows: visible,
    parts: [shared, ownOnly],
    counted,
    gathered: { ids: ids.visible, counted },
    countedColumns,
  }
}

/** Those that somebody is a member of. */
export const ownRecords = <DB, TB extends keyof DB, O>({
  kind,
  own,
  ids,
  countedColumns,
}: RecordSight<DB, TB, O>): RecordScope<DB, TB, O> => ({
  kind,
  rows: own,
  counted: isMembership,
  gathered: { ids: ids.own, counted: isMembership },
  countedColumns,
})

/** Of all they see, those that are assigned to a team of theirs. */
export function recordsOfTeams<DB, TB extends keyof DB, O>(
  sight: RecordSight<DB, TB, O>,
  { teamIds }: Pick<Actor, 'teamIds'>,
): RecordScope<DB, TB, O> {
  const isOfTeam = (of: string) =>
    teamIds.length === 0
      ? sql<SqlBool>`false`
      : sql<SqlBool>`${sql.ref(`${of}.team_id`)} in (${sql.join([...teamIds])})`
  const seen = allSeen(sight)
  const inTeam = isOfTeam(`${sight.kind}s`)
  return {
    ...seen,
    rows: seen.rows.where(inTeam),
    parts: seen.parts.map((part) => part.where(inTeam)),
    counted: both(seen.counted, isOfTeam('counts')),
  }
}

/** Of all they see, those of their organisation that wait in intake. */
export function recordsInIntake<DB, TB extends keyof DB, O>(
  sight: RecordSight<DB, TB, O>,
  { organisationId }: Pick<Actor, 'organisationId'>,
): RecordScope<DB, TB, O> {
  const isWaiting = (of: string) =>
    sql<SqlBool>`(${sql.ref(`${of}.organisation_id`)} = ${organisationId} and ${sql.ref(`${of}.in_intake`)})`
  const seen = allSeen(sight)
  const waits = isWaiting(`${sight.kind}s`)
  const { inIntake } = sight.ids
  return {
    ...seen,
    rows: seen.rows.where(waits),
    parts: seen.parts.map((part) => part.where(waits)),
    counted: both(seen.counted, isWaiting('counts')),
    ...(inIntake ? { gathered: { ids: inIntake, counted: both(isRecord, isWaiting('counts')) } } : {}),
  }
}

/** Restricted ones of the organisation, seen in outline by who is no member: `rows` are joined with the membership as `mine`. */
export function restrictedRecords<DB, TB extends keyof DB, O>(
  { kind, own, ids, countedColumns }: RecordSight<DB, TB, O>,
  { organisationId }: Pick<Actor, 'organisationId'>,
  { rows, outline }: { readonly rows: SelectQueryBuilder<DB, TB, O>; readonly outline: readonly string[] },
): RecordScope<DB, TB, O> {
  const column = (name: string) => sql.ref(`${kind}s.${name}`)
  return {
    kind,
    rows,
    counted: both(isRecord, sql`(counts.organisation_id = ${organisationId} and counts.restricted)`),
    gathered: { ids: ids.own, counted: isMembership },
    countedColumns: namesIn(countedColumns, outline),
    outlines: {
      always: outline,
      whole: own.where(
        sql<SqlBool>`(${column('organisation_id')} = ${organisationId} and ${column('restricted')})`,
      ),
      outlined: rows.where(sql<SqlBool>`mine.user_id is null`),
    },
  }
}
