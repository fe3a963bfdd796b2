// Writing who is a member of records; for the commands of each kind only, which have checked that the people may join.
import { sql } from 'kysely'
import type { Tx } from '../platform/postgres/database.ts'
import { placeholder, type Statement, statement, statementFamily } from '../platform/postgres/statement.ts'
import { countFormerMembers, countNewMembers } from './lists/record-counts.ts'
import type { RecordBase, RecordTables } from './record-kind.ts'

interface Adding {
  readonly addedBy: string
  readonly now: Date
}

/** Adds people to a record and returns those who are new on it. */
export async function insertMembers(
  tx: Tx,
  kind: RecordTables,
  record: RecordBase,
  { userIds, ...adding }: Adding & { readonly userIds: readonly string[] },
): Promise<readonly string[]> {
  const people = [...new Set(userIds)]
  const added = await insertRows(kind, people.length).run(tx, { ...record, ...adding, people })
  giveAccess(tx, record, people)
  const come = added.map(({ user_id }) => user_id)
  await countNewMembers(tx, kind, record, come)
  return come
}

/** The same for a record that is created in this transaction: it is counted together with its first members. */
export function insertFirstMembers(
  tx: Tx,
  kind: RecordTables,
  record: RecordBase,
  { userIds, ...adding }: Adding & { readonly userIds: readonly string[] },
): void {
  const people = [...new Set(userIds)]
  insertRows(kind, people.length).send(tx, { ...record, ...adding, people })
  giveAccess(tx, record, people)
}

/** Takes a person off a record, which must be held; false when they are no member. */
export async function deleteMember(
  tx: Tx,
  kind: RecordTables,
  record: RecordBase,
  userId: string,
): Promise<boolean> {
  const { table, recordId } = kind.members
  // not through access.ts: the record was locked there, and this is one of its members
  const { rows } = await sql`delete from ${sql.table(table)} where organisation_id = ${record.organisationId}
    and ${sql.ref(recordId)} = ${record.id} and user_id = ${userId} returning user_id`.execute(tx)
  if (rows.length === 0) return false
  await countFormerMembers(tx, kind, record, [userId])
  return true
}

/** Stores a note to a member with their membership. */
export async function writeNote(
  tx: Tx,
  { members }: RecordTables,
  { organisationId, id }: RecordBase,
  { userId, note }: { readonly userId: string; readonly note: string },
): Promise<void> {
  await sql`update ${sql.table(members.table)} set note = ${note} where organisation_id = ${organisationId}
    and ${sql.ref(members.recordId)} = ${id} and user_id = ${userId}`.execute(tx)
}

interface Added extends Adding, RecordBase {
  readonly people: readonly string[]
}

// a text for each number of people; few come at once
const inserts = statementFamily<Added, { readonly user_id: string }>(40)

const insertRows = (
  { kind, members }: RecordTables,
  count: number,
): Statement<Added, { readonly user_id: string }> =>
  inserts.get(`${kind} ${count}`, () => {
    const of = <Value>(read: (added: Added) => Value) => placeholder(read)
    const columns = [
      'organisation_id',
      members.recordId,
      'user_id',
      'added_at',
      ...(members.addedBy ? [members.addedBy] : []),
    ]
    const row = (index: number) => {
      const who = of(({ people }) => people[index])
      const by = members.addedBy ? [of(({ addedBy }) => addedBy)] : []
      return sql`(${sql.join([of((added) => added.organisationId), of(({ id }) => id), who, of(({ now }) => now), ...by])})`
    }
    return sql`insert into ${sql.table(members.table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      values ${sql.join(Array.from({ length: count }, (_, index) => row(index)))} on conflict do nothing returning user_id`
  })

// people of other organisations have access to this one from now on
function giveAccess(tx: Tx, { organisationId }: RecordBase, people: readonly string[]): void {
  for (const userId of people) insertAccess.send(tx, { organisationId, userId })
}

const insertAccess = statement<{ readonly organisationId: number; readonly userId: string }, never>(
  ({ organisationId, userId }) => sql`insert into user_organisations (user_id, organisation_id)
    values (${userId}, ${organisationId}) on conflict do nothing`,
)
