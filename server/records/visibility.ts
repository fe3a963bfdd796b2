// Who may see and change which records, for many people and records at once: the set form of the access rule, in one query.
import { sql } from 'kysely'
import type { Reader } from '../platform/postgres/database.ts'
import type { Principal, SubjectRef, Visibility } from '../platform/subject.ts'
import { isChangeable, isClosed, isShared, isThereSql, type RuleRow } from './access-rule.ts'
import type { RecordTables } from './record-kind.ts'

type VisibilityRow = RuleRow & {
  readonly id: number
  /** Those of the people in question who are members, and those who act for somebody responsible. */
  readonly members: readonly string[]
  readonly delegates: readonly string[]
}

/**
 * The access rule of the kind for these records and people; for everybody and everything else the answer is no. The test of
 * visibility holds it together with the form for one person (access.ts).
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
    mayChange(record, person) {
      const row = visible(record, person)
      return row !== undefined && isChangeable(kind.access, person, row)
    },
  }
}

const keyOf = (organisationId: number, id: number) => `${organisationId} ${id}`

async function readRows(
  { table, members, access }: RecordTables,
  db: Reader,
  records: readonly SubjectRef[],
  userIds: readonly string[],
): Promise<readonly VisibilityRow[]> {
  const { responsible, delegates, intake } = access
  const columns = ['team_id', ...responsible, ...(intake ? ['in_intake'] : [])]
  // not through access.ts: this is the rule itself, for many people at once
  const among = sql`select m.user_id from ${sql.table(members.table)} as m
    where m.organisation_id = r.organisation_id and ${sql.ref(`m.${members.recordId}`)} = r.id
      and m.user_id = any(${[...userIds]}::uuid[])`
  const acts = sql.join(
    delegates.map((name) => sql.ref(`m.${name}`)),
    sql` or `,
  )
  // not through access.ts: this is the rule itself, for many people at once
  const { rows } = await sql<VisibilityRow>`
    select r.organisation_id, r.id, r.restricted, ${sql.join(columns.map((name) => sql.ref(`r.${name}`)))},
      array(${among}) as members,
      ${delegates.length > 0 ? sql`array(${among} and (${acts}))` : sql`array[]::uuid[]`} as delegates
    from unnest(${records.map(({ organisationId }) => organisationId)}::bigint[],
      ${records.map(({ id }) => id)}::bigint[]) as named (organisation_id, id)
    join ${sql.table(table)} as r on r.organisation_id = named.organisation_id and r.id = named.id and ${isThereSql('r')}`.execute(
    db,
  )
  return rows
}
