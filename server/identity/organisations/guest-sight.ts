// What guests see of the lists of an organisation: what the records that they are on name, and nothing else. Everybody
// else of an organisation sees its lists whole.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { kindNames, kinds, type RecordKindName } from '../../records/kinds.ts'

type Guest = Pick<Actor, 'userId' | 'organisationIds'>

/** Whether the actor is a guest, who sees lists only as far as their records go. */
export const isGuest = ({ role }: Pick<Actor, 'role'>): boolean => role === 'External'

/** SQL: a select from the records of the kind that the person is on, as `r`, and their memberships as `mine`. */
const ownRecords = ({ userId, organisationIds }: Guest, kind: RecordKindName) => {
  const { many, members, recordId } = kinds[kind]
  return sql`${sql.table(members)} mine join ${sql.table(many)} r on r.organisation_id = mine.organisation_id
      and r.id = ${sql.ref(`mine.${recordId}`)} and r.deleted_at is null
      and r.organisation_id in (${sql.join([...organisationIds])})
    where mine.organisation_id in (${sql.join([...organisationIds])}) and mine.user_id = ${userId}`
}

const ofEachKind = (select: (kind: RecordKindName) => RawBuilder<unknown>) =>
  sql`(${sql.join(kindNames.map(select), sql` union all `)})`

/** SQL: the ids of the people on the records of the kind that the person is on. */
export function peopleOnRecordsOf(
  { userId, organisationIds }: Guest,
  kind: RecordKindName,
): RawBuilder<unknown> {
  const { members: table, recordId: record } = kinds[kind]
  return sql`(select theirs.user_id from ${sql.table(table)} mine
    join ${sql.table(table)} theirs on theirs.organisation_id = mine.organisation_id
      and theirs.${sql.ref(record)} = mine.${sql.ref(record)}
    where mine.organisation_id in (${sql.join([...organisationIds])}) and mine.user_id = ${userId}
      and theirs.organisation_id in (${sql.join([...organisationIds])}))`
}

/** SQL: the organisations of the people on the guest's records. */
export const organisationsOnRecordsOf = (guest: Guest): RawBuilder<number> =>
  sql`(select u.organisation_id from users u where ${sql.join(
    kindNames.map((kind) => sql`u.id in ${peopleOnRecordsOf(guest, kind)}`),
    sql` or `,
  )})`

/** SQL: whether a guest sees the team: they are in it, or a record that they are on is assigned to it. */
export const isTeamOfGuest = (guest: Guest & Pick<Actor, 'teamIds'>, teamId: string): RawBuilder<SqlBool> =>
  sql`(${sql.ref(teamId)} = any(${[...guest.teamIds]}::bigint[]) or ${sql.ref(teamId)} in ${ofEachKind(
    (kind) => sql`select r.team_id from ${ownRecords(guest, kind)}`,
  )})`

/** The lists whose entries fields name. */
export type NamedList = 'Department' | 'Region' | 'InvoiceRecipient' | 'ContractEntity'

/** SQL: whether a field of the type names the entry of a list, in the column, on a record that the guest is on. */
const isNamedOnRecordsOf = (guest: Guest, type: NamedList, id: string): RawBuilder<SqlBool> =>
  sql`${sql.ref(id)} in ${ofEachKind(
    (
      kind,
    ) => sql`select v.reference_id from (select r.organisation_id, r.id from ${ownRecords(guest, kind)}) own
      join field_values v on v.organisation_id = own.organisation_id and v.record_kind = ${sql.lit(kind)}
        and v.record_id = own.id and v.reference_id is not null
      join fields f on f.organisation_id = v.organisation_id and f.id = v.field_id and f.type = ${sql.lit(type)}
        and f.deleted_at is null`,
  )}`

/** SQL: whether the actor sees the entry: everybody but guests sees all. */
export const isListedFor = (
  actor: Guest & Pick<Actor, 'role'>,
  type: NamedList,
  id: string,
): RawBuilder<SqlBool> => (isGuest(actor) ? isNamedOnRecordsOf(actor, type, id) : sql<SqlBool>`true`)
