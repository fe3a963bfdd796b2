// The access rule of a kind as those use it who know a record only as what something is attached to (App.subjects),
// with what they write to it: that something happened, and when.
import { sql, type SqlBool } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { DomainEvent } from '../platform/events/change.ts'
import type { MayContribute } from '../platform/granted.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import { placeholder, statementFamily } from '../platform/postgres/statement.ts'
import type { FileRights, SubjectAccess, SubjectColumns } from '../platform/subject.ts'
import { getInvolved, getToContribute, getToSee, visibleTo } from './access.ts'
import { isSharedSql } from './access-rule.ts'
import { idsVisibleTo } from './lists/narrowing-ids.ts'
import type { RecordBase, RecordKind, RecordTables } from './record-kind.ts'
import { countVisibleRecords } from './lists/record-totals.ts'
import { handOver } from './hand-over.ts'
import { moveTeam } from './move-team.ts'
import { checkNoLegalHold, findHeldAmong } from './legal-hold.ts'
import { openOnlyTo, withoutSomebody } from './somebody.ts'
import { type Involvement, may, maySql } from './rights/involvement.ts'
import { visibilityOf } from './visibility.ts'

/** The rule of the kind for App.subjects. */
export function subjectAccess<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
): SubjectAccess {
  const named = (db: Reader, actor: Actor, { organisationId, id }: SubjectColumns) =>
    visibleTo(kind, db, actor)
      .where(sql<SqlBool>`${sql.ref(`${kind.table}.organisation_id`)} = ${sql.ref(organisationId)}`)
      .where(sql<SqlBool>`${sql.ref(`${kind.table}.id`)} = ${sql.ref(id)}`)
      .select(sql`1`.as('one'))
      // looked up for each row of a page, rather than all records for one page
      .offset(sql<number>`0`)
  const asSubject = <Granted extends RecordBase>(record: Granted) => ({ ...record, kind: kind.kind })
  return {
    getToSee: async (db, actor, id) => asSubject(await getToSee(kind, db, actor, id)),
    getToContribute: async (db, actor, id) => asSubject(await getToContribute(kind, db, actor, id)),
    fileRights: async (db, actor, id) => fileRightsIn((await getInvolved(kind, db, actor, id)).involvement),
    isToSee: (db, actor, columns) => sql`exists ${named(db, actor, columns)}`,
    isToSeePrivate: (db, actor, columns) =>
      sql`exists ${named(db, actor, columns).where(maySql(kind, actor, 'privateFiles'))}`,
    visibilityOf: (db, subjects, people) => visibilityOf(kind, db, subjects, people),
    visibleIds: (actor) => idsVisibleTo(kind, actor),
    countVisible: (db, actor) =>
      countVisibleRecords(db, actor, {
        kind: kind.kind,
        isShared: isSharedSql(kind.access, actor, 'counts'),
      }),
    hold: async (tx, { organisationId, id }) => {
      // weaker than for update: what only refers to it need not wait
      // not through access.ts: the caller may contribute to it, as its mark says
      const hold = holds.get(kind.table, () => {
        const of = <Value>(read: (record: RecordBase) => Value) => placeholder(read)
        return sql`select id from ${sql.table(kind.table)} where organisation_id = ${of((record) => record.organisationId)}
          and id = ${of((record) => record.id)} for no key update`
      })
      await hold.run(tx, { organisationId, id })
    },
    findHeld: (tx, organisationId, ids) => findHeldAmong(kind, tx, organisationId, ids),
    checkNoLegalHold: (db, subject) => checkNoLegalHold(kind, db, subject),
    openOnlyTo: (db, person) => openOnlyTo(kind, db, person),
    withoutSomebody: (db, organisationId, which) => withoutSomebody(kind, db, organisationId, which),
    handOver: async (tx, { organisationId, ids }, over) => {
      const events: DomainEvent[] = []
      for (const id of ids) events.push(...(await handOver(kind, tx, { organisationId, id }, over)))
      return events
    },
    noteActivity: (tx, subject, now) => noteActivity(kind, tx, subject, now),
    moveTeam: (tx, teams, now) => moveTeam(kind, tx, teams, now),
    noteFieldChange: (tx, records, now) => noteFieldChange(kind, tx, records, now),
  }
}

const fileRightsIn = (involvement: Involvement): FileRights => ({
  seePrivate: may(involvement, 'privateFiles'),
  change: may(involvement, 'changeFiles'),
  remove: may(involvement, 'removeFiles'),
  breakLocks: may(involvement, 'breakFileLocks'),
})

/** Records that something happened on the record, which does not change the record itself. */
export async function noteActivity(
  { table }: RecordTables,
  tx: Tx,
  { organisationId, id }: RecordBase & MayContribute,
  now: Date,
): Promise<void> {
  const update = activities.get(table, () => {
    const of = <Value>(read: (activity: Activity) => Value) => placeholder(read)
    return sql`update ${sql.table(table)} set last_activity_at = ${of((activity) => activity.now)}
      where organisation_id = ${of((activity) => activity.organisationId)} and id = ${of((activity) => activity.id)}`
  })
  update.send(tx, { organisationId, id, now })
}

interface Activity extends RecordBase {
  readonly now: Date
}

// one for each kind
const activities = statementFamily<Activity, never>(40)
const holds = statementFamily<RecordBase, never>(40)

/**
 * Counts a change of field values on records that were not changed themselves, regardless of who sees them: the field
 * is the organisation's.
 */
async function noteFieldChange(
  { table }: RecordTables,
  tx: Tx,
  { organisationId, ids }: { readonly organisationId: number; readonly ids: readonly number[] },
  now: Date,
): Promise<void> {
  await sql`update ${sql.table(table)} set version = version + 1, updated_at = ${now}, last_activity_at = ${now}
    where organisation_id = ${organisationId} and id = any(${[...ids]}::bigint[])`.execute(tx)
}
