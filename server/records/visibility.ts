// Who may see which records, and the private files on them, for many people and records at once: the set form of the
// access rule, in one query.
import { sql } from 'kysely'
import type { Reader } from '../platform/postgres/database.ts'
import type { Principal, SubjectRef, Visibility } from '../platform/subject.ts'
import { isClosed, isShared, isThereSql, responsibleColumns, type RuleRow } from './access-rule.ts'
import type { RecordTables } from './record-kind.ts'
import { involvementIn, type Known, may } from './rights/involvement.ts'

/** What decides who may see a record. */
export type VisibilityRow = RuleRow & {
  readonly id: number
  /** Those of the people in question who are members, and those who act for the owner and the manager. */
  readonly members: readonly string[]
  readonly ownersDelegates: readonly string[]
  readonly managersDelegates: readonly string[]
}

/**
 * The access rule of the kind for these records and people; for everybody and everything else the answer is no. The
 * test of visibility holds it together with the form for one person (access.ts).
 */
export async function visibilityOf(
  kind: RecordTables,
  db: Reader,
  records: readonly SubjectRef[],
  people: readonly Principal[],
): Promise<Visibility> {
  const rows = await readRows(
    kind,
    db,
    records,
    people.map(({ userId }) => userId),
  )
  const byKey = new Map(
    rows.map((row) => [keyOf(row.organisation_id, row.id), { row, members: new Set(row.members) }]),
  )
  const visible = ({ organisationId, id }: SubjectRef, person: Principal): VisibilityRow | undefined => {
    const found = byKey.get(keyOf(organisationId, id))
    if (!found || isClosed(kind.access, person) || !person.organisationIds.includes(organisationId))
      return undefined
    const { row, members } = found
    return members.has(person.userId) || isShared(kind.access, person, row) ? row : undefined
  }
  return {
    maySee: (record, person) => visible(record, person) !== undefined,
    maySeePrivate(record, person) {
      const row = visible(record, person)
      if (!row) return false
      return may(involvementIn(kind, person, knownOf(kind, person, row)), 'privateFiles')
    },
  }
}

function knownOf({ access }: RecordTables, { userId, organisationId }: Principal, row: VisibilityRow): Known {
  const { owner, manager } = access.responsible
  const isNamed = (column: string | undefined) => column !== undefined && row[column] === userId
  return {
    isOwn: row.organisation_id === organisationId,
    isOwner: isNamed(owner.column) || row.ownersDelegates.includes(userId),
    isManager: isNamed(manager?.column) || row.managersDelegates.includes(userId),
    isMember: row.members.includes(userId),
    inIntake: row['in_intake'] === true,
    // no type opens private files
    opened: null,
  }
}

const keyOf = (organisationId: number, id: number) => `${organisationId} ${id}`

/** The rows of the records that are not in the bin, with what the people are on them. */
export async function readRows(
  { table, members, access }: RecordTables,
  db: Reader,
  records: readonly SubjectRef[],
  userIds: readonly string[],
): Promise<readonly VisibilityRow[]> {
  const { responsible, intake } = access
  const { owner, manager } = responsible
  const columns = ['team_id', ...responsibleColumns(access), ...(intake ? ['in_intake'] : [])]
  // not through access.ts: this is the rule itself, for many people at once
  const among = sql`select m.user_id from ${sql.table(members.table)} as m
    where m.organisation_id = r.organisation_id and ${sql.ref(`m.${members.recordId}`)} = r.id
      and m.user_id = any(${[...userIds]}::uuid[])`
  const actingBy = (column: string | undefined) =>
    column === undefined ? sql`array[]::uuid[]` : sql`array(${among} and ${sql.ref(`m.${column}`)})`
  // not through access.ts: this is the rule itself, for many people at once
  const { rows } = await sql<VisibilityRow>`
    select r.organisation_id, r.id, r.restricted, ${sql.join(columns.map((name) => sql.ref(`r.${name}`)))},
      array(${among}) as members, ${actingBy(owner.delegate)} as "ownersDelegates",
      ${actingBy(manager?.delegate)} as "managersDelegates"
    from unnest(${records.map(({ organisationId }) => organisationId)}::bigint[],
      ${records.map(({ id }) => id)}::bigint[]) as named (organisation_id, id)
    join ${sql.table(table)} as r on r.organisation_id = named.organisation_id and r.id = named.id and ${isThereSql('r')}`.execute(
    db,
  )
  return rows
}
