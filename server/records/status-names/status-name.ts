// What people read in place of a status: the name that the record's organisation gave it, or else the standard one. The
// statuses themselves stay what they are, for filters, integrations and rules.
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../platform/postgres/database.ts'
import type { RecordKindName } from '../kinds.ts'
import type { NamedStatuses, RecordTables } from '../record-kind.ts'

/** A name of an organisation for a status. */
export interface StatusName {
  readonly kind: RecordKindName
  /** The type on whose records it stands; null for those of all types without a name of their own. */
  readonly typeId: number | null
  readonly status: string
  readonly name: string
}

/** What a status is called where the organisation gave it no name: `OnHold` is “On hold”. */
export const standardStatusName = ({ names = {} }: Pick<NamedStatuses, 'names'>, status: string): string =>
  names[status] ?? status.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

export interface StatusNames {
  readonly names: readonly StatusName[]
  /** Goes up with each change; 0 until the first. */
  readonly version: number
}

/** The names that the organisation gave: none until it sets some. */
export async function readStatusNames(db: Reader, organisationId: number): Promise<StatusNames> {
  const row = await db
    .selectFrom('status_names')
    .where('organisation_id', '=', organisationId)
    .select(['names', 'version'])
    .executeTakeFirst()
  return row
    ? { names: row.names as unknown as StatusName[], version: row.version }
    : { names: [], version: 0 }
}

interface Named extends Pick<RecordTables, 'kind' | 'table'> {
  readonly list: { readonly status: NamedStatuses }
}

/** What a status of a record is called, as SQL over the table of its kind. */
export function statusNameSql(
  { kind, table, list: { status: named } }: Named,
  status: RawBuilder<string>,
): RawBuilder<string> {
  const standard = named.choices.map(
    (choice) => sql`when ${choice} then ${standardStatusName(named, choice)}`,
  )
  const ofType = named.type === undefined ? sql`null::bigint` : sql.ref(`${table}.${named.type}`)
  return sql<string>`(select coalesce((
      select given.value->>'name' from status_names s, jsonb_array_elements(s.names) as given
      where s.organisation_id = ${sql.ref(`${table}.organisation_id`)} and given.value->>'kind' = ${kind}
        and given.value->>'status' = seen.status
        and (given.value->>'typeId' is null or (given.value->>'typeId')::bigint = ${ofType})
      order by given.value->>'typeId' nulls last limit 1),
    case seen.status ${sql.join(standard, sql` `)} else seen.status end)
    from (select ${status} as status) as seen)`
}
