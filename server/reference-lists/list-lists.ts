// The lists that an organisation has, with how many entries each has.
import { sql } from 'kysely'
import { atomKindOf, fieldTypes } from '../fields/field.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { getList, isEntrySql, listNames } from './reference-list.ts'

export interface ListSummary {
  readonly name: string
  /** The field whose options they are. */
  readonly field: { readonly id: string; readonly name: string } | null
  /** Whether its entries have an order of their own. */
  readonly ordered: boolean
  readonly entries: number
}

interface Row {
  readonly name: string
  readonly title: string | null
  readonly fieldId: string | null
  readonly ordered: boolean
  readonly entries: number
}

const withOptions = fieldTypes.filter((type) => atomKindOf(type) === 'option')

/** Those of the actor's organisation: the general ones first, then those of fields by their titles. */
export async function listLists({ db }: App, actor: Actor): Promise<readonly ListSummary[]> {
  const { organisationId } = actor
  const general = await Promise.all(listNames.map((name) => getList(db, actor, name)))
  const counts = general.map(
    (list, place) => sql`select ${place}::int as place, ${list.name}::text as name, null::text as title,
      null::text as "fieldId", ${list.ordered === true}::boolean as ordered,
      (select count(*) from ${sql.table(list.table)} e where ${isEntrySql(list, db, actor)})::int as entries`,
  )
  const { rows } = await sql<Row>`
    select name, title, "fieldId", ordered, entries from (${sql.join(counts, sql` union all `)}
      union all select ${general.length}::int, 'field-' || f.id, f.title, f.api_name, f.type <> 'Lookup', (select count(*) from field_options o
        where o.organisation_id = f.organisation_id and o.field_id = f.id and o.deleted_at is null)::int
      from fields f where f.organisation_id = ${organisationId} and f.deleted_at is null
        and f.type = any(${[...withOptions]}::text[])) l
    order by place, lower(title), name`.execute(db)
  return rows.map(({ name, title, fieldId, ordered, entries }) => ({
    name,
    field: fieldId === null ? null : { id: fieldId, name: title ?? '' },
    ordered,
    entries,
  }))
}
