// The $filter of v2 that finds the records that use an entry in the list of their kind.
import { sql } from 'kysely'
import type { FieldType } from '../fields/field.ts'
import { takesSeveral } from '../fields/field.ts'
import type { Reader } from '../platform/postgres/database.ts'
import type { RecordKindName } from '../records/kinds.ts'
import type { ReferenceList } from './reference-list.ts'

interface Asked {
  readonly organisationId: number
  readonly list: ReferenceList
  readonly entryId: number
}

interface Naming {
  readonly kind: RecordKindName
  readonly name: string
  readonly type: FieldType
  readonly multiple: boolean
  /** As values of the field name the entry. */
  readonly value: string
}

// a filter names a few fields, or none
const mostFields = 5

/** By the kind of records; a kind is absent where no filter says it. */
export async function filtersOfUses(
  db: Reader,
  { organisationId, list, entryId }: Asked,
): Promise<(kind: RecordKindName) => string | null> {
  if (list.name === 'teams') return () => `TeamAssigned/Id eq ${entryId}`
  if (list.name === 'tags') return () => `Tags/any(t: t/Id eq ${entryId})`
  const names = list.field
    ? sql`v.field_id = ${list.field.id} and v.option_id = ${entryId}`
    : sql`v.reference_id = ${entryId} and f.type = any(${[...typesOf(list.name)]}::text[])`
  const { rows } =
    await sql<Naming>`select distinct v.record_kind as kind, f.api_name as name, f.type, f.multiple,
      coalesce(o.value, ${entryId}::text) as value
    from field_values v join fields f on f.organisation_id = v.organisation_id and f.id = v.field_id
    left join field_options o on o.organisation_id = v.organisation_id and o.id = v.option_id
    where v.organisation_id = ${organisationId} and ${names} order by 1, 2`.execute(db)
  return (kind) => {
    const fields = rows.filter((row) => row.kind === kind)
    return fields.length === 0 || fields.length > mostFields ? null : fields.map(conditionOf).join(' or ')
  }
}

const typesOf = (name: string): readonly FieldType[] =>
  name === 'departments'
    ? ['Department']
    : name === 'regions'
      ? ['Region']
      : name === 'contractParties'
        ? ['ContractEntity']
        : []

function conditionOf({ name, type, multiple, value }: Naming): string {
  const text = `'${value.replaceAll("'", "''")}'`
  return takesSeveral({ type, multiple })
    ? `Fields/${name}/any(o: o/value eq ${text})`
    : `Fields/${name}/value eq ${text}`
}
