// What an organisation has of a starter set, by the names in it.
import { sql } from 'kysely'
import type { Reader } from '../platform/postgres/database.ts'
import type { StarterSet } from './starter-set.ts'

interface Present {
  /** By API name, in lower case. */
  readonly fields: ReadonlySet<string>
  /** Ids by name, in lower case. */
  readonly matterTypes: Map<string, number>
  readonly contractTypes: Map<string, number>
  readonly requestTypes: ReadonlyMap<string, number>
}

interface Row {
  readonly what: 'field' | 'matterType' | 'contractType' | 'requestType'
  readonly name: string
  readonly id: number
}

/** Types out of use are not there; fields that were deleted neither. */
export async function readPresent(db: Reader, organisationId: number, set: StarterSet): Promise<Present> {
  const lower = (names: readonly string[]) => names.map((name) => name.toLowerCase())
  const { rows } = await sql<Row>`
    select 'field' as what, lower(f.api_name) as name, f.id from fields f
      where f.organisation_id = ${organisationId} and f.deleted_at is null
        and lower(f.api_name) = any(${lower(set.fields.map(({ apiName }) => apiName))}::text[])
    union all select 'matterType', lower(c.name), c.id from matter_categories c
      where c.organisation_id = ${organisationId} and c.deleted_at is null and c.parent_id is null
        and lower(c.name) = any(${lower(set.matterTypes.map(({ name }) => name))}::text[])
    union all select 'contractType', lower(t.name), t.id from contract_templates t
      where t.organisation_id = ${organisationId} and t.deleted_at is null
        and lower(t.name) = any(${lower(set.contractTypes.map(({ name }) => name))}::text[])
    union all select 'requestType', lower(r.title), r.id from request_types r
      where r.organisation_id = ${organisationId} and r.deleted_at is null
        and lower(r.title) = any(${lower(set.requestTypes.map(({ title }) => title))}::text[])`.execute(db)
  const idsOf = (what: Row['what']) =>
    new Map(rows.filter((row) => row.what === what).map(({ name, id }) => [name, id]))
  return {
    fields: new Set(idsOf('field').keys()),
    matterTypes: idsOf('matterType'),
    contractTypes: idsOf('contractType'),
    requestTypes: idsOf('requestType'),
  }
}

/** How much of the set there is: everything, a part, nothing. */
export async function howMuchOf(
  db: Reader,
  organisationId: number,
  set: StarterSet,
): Promise<'All' | 'Part' | 'None'> {
  const { matterTypes, contractTypes, requestTypes } = await readPresent(db, organisationId, set)
  const there = matterTypes.size + contractTypes.size + requestTypes.size
  const whole = set.matterTypes.length + set.contractTypes.length + set.requestTypes.length
  return there === 0 ? 'None' : there < whole ? 'Part' : 'All'
}
