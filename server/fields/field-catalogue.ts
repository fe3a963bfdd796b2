// The columns that a list of fields can show, filter by and sort by. Both versions of the API use them under their own
// names.
import { formsOfRecords } from './forms-of-records.ts'
import { kinds } from '../records/kinds.ts'
import { sql } from 'kysely'
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
 * How many records of a kind have a value of the field: the sum of one count for each kind of value, so that each uses
 * its own index; all but one are 0. A built-in field that shows a property of the record itself has a value in every
 * record.
 */
function countOf(kind: Subject['kind']): Column {
  const counts = Object.values(columnOf).map(
    (column) => sql`(select count(distinct v.record_id) from field_values v
      where v.organisation_id = fields.organisation_id and v.field_id = fields.id and v.record_kind = ${kind}
        and ${sql.ref(`v.${column}`)} is not null)`,
  )
  // not through access.ts: a count discloses nothing about any record
  const all = sql`(select count(*) from ${sql.table(kinds[kind].many)} r where r.organisation_id = fields.organisation_id)`
  const isShown = sql`fields.entity_column in (${sql.join([...formsOfRecords[kind].shown])})`
  return {
    kind: 'integer',
    nullable: false,
    sql: sql<number>`(case when ${isShown} then ${all} else ${sql.join(counts, sql` + `)} end)`,
  }
}

/** The columns of a list of fields. */
export const fieldCatalogue = {
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
  contractCount: countOf(kinds.contract.one),
  matterCount: countOf(kinds.matter.one),
} as const satisfies Catalogue

export type FieldColumn = keyof typeof fieldCatalogue
