// The columns that a list of fields can show, filter by and sort by. Both versions of the API use them under their own
// names.
import { formsOfRecords } from './forms-of-records.ts'
import { kinds } from '../records/kinds.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Subject } from '../platform/subject.ts'
import type { Catalogue, Column } from '../platform/lists/list-query.ts'
import { fieldCategories, fieldTypes } from './field.ts'
import { columnOf } from './values/values.ts'

const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`fields.${column}`),
})

/**
 * How many records of a kind that the reader sees have a value of the field: one count for each kind of value, so that
 * each uses its own index; all but one are 0. A built-in field that shows a property of the record itself has a value
 * in every record.
 */
function countOf(kind: Subject['kind'], seen: VisibleIds): Column {
  const counts = Object.values(columnOf).map(
    (column) => sql`(select count(distinct v.record_id) from field_values v
      where v.organisation_id = fields.organisation_id and v.field_id = fields.id and v.record_kind = ${kind}
        and ${sql.ref(`v.${column}`)} is not null and v.record_id in (${seen(kind)}))`,
  )
  const all = sql`(select count(*) from ${sql.table(kinds[kind].many)} r
    where r.organisation_id = fields.organisation_id and r.id in (${seen(kind)}))`
  const isShown = sql`fields.entity_column in (${sql.join([...formsOfRecords[kind].shown])})`
  return {
    kind: 'integer',
    nullable: false,
    sql: sql<number>`(case when ${isShown} then ${all} else ${sql.join(counts, sql` + `)} end)`,
  }
}

/** The ids of the records of the kind that the reader sees, as a select. */
type VisibleIds = (kind: Subject['kind']) => RawBuilder<unknown>

/** The columns of a list of fields, for somebody who sees these records. */
export const fieldCatalogueFor = (seen: VisibleIds) =>
  ({
    id: own('integer', 'id'),
    title: own('text', 'title'),
    description: own('text', 'description', true),
    category: { ...own('choice', 'category'), choices: fieldCategories },
    /** The number of the type in v1: see numberOfType. */
    typeNumber: {
      kind: 'integer',
      nullable: false,
      sql: sql<number>`(array_position(array[${sql.join([...fieldTypes])}]::text[], fields.type) + 1)`,
    },
    mergeName: own('text', 'merge_name'),
    contractCount: countOf(kinds.contract.one, seen),
    matterCount: countOf(kinds.matter.one, seen),
  }) as const satisfies Catalogue

export type FieldColumn = keyof ReturnType<typeof fieldCatalogueFor>

/** What they are called and what they hold, for those who read a query. */
export const fieldCatalogue: Readonly<Record<FieldColumn, Column>> = fieldCatalogueFor(() => sql`null`)
