// How people call the values that a filter compares, such as the name of a type whose id it has.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { conditionOf } from '../platform/lists/filter-sql.ts'
import { type Catalogue, columnOf, type Filter, type Value } from '../platform/lists/list-query.ts'
import type { Dimension } from '../platform/lists/measures.ts'
import type { ReadOn, ReportList } from '../platform/lists/report-list.ts'

/** The label of a value of a column; undefined for one that has none. */
export type LabelOf = (name: string, value: Value) => string | undefined

interface Labelled {
  readonly list: ReportList
  readonly dimensions: Readonly<Record<string, Dimension>>
  readonly catalogue: Catalogue
  readonly filter: Filter | null
  readonly on: ReadOn
}

// a filter has many more values at most than a sentence is read with
const mostNamed = 50

/** Reads the labels of the values in a filter, from rows that the actor sees. */
export async function readLabels(
  app: App,
  actor: Actor,
  { list, dimensions, catalogue, filter, on }: Labelled,
): Promise<LabelOf> {
  const compared = filter ? valuesIn(filter) : []
  const asked = Object.values(dimensions).flatMap(({ column, labels }) => {
    const values = compared.filter(({ name }) => name === column).flatMap((each) => each.values)
    return labels && values.length > 0 ? [{ column, labels, values: values.slice(0, mostNamed) }] : []
  })
  const found = await Promise.all(
    asked.map(async ({ column, labels, values }) => {
      const named = list
        .seen(app.db, actor, on)
        .where(conditionOf({ kind: 'in', name: column, values }, catalogue))
        .select([
          sql`(${columnOf(catalogue, column).sql})::text`.as('value'),
          sql`concat_ws(' ', ${sql.join(labels.map((name) => columnOf(catalogue, name).sql))})`.as('label'),
        ])
      const { rows } = await sql<{ value: string; label: string }>`
        select value, max(label) as label from ${named} as named group by value`.execute(app.db)
      return rows.map(({ value, label }) => [`${column} ${value}`, label] as const)
    }),
  )
  const labels = new Map(found.flat())
  return (name, value) => labels.get(`${name} ${value}`)
}

interface Compared {
  readonly name: string
  readonly values: readonly Value[]
}

function valuesIn(filter: Filter): readonly Compared[] {
  switch (filter.kind) {
    case 'compare':
      return filter.value === null ? [] : [{ name: filter.name, values: [filter.value] }]
    case 'in':
      return [{ name: filter.name, values: filter.values.filter((value) => value !== null) }]
    case 'not':
    case 'untrue':
      return valuesIn(filter.part)
    case 'any':
    case 'all':
      return []
    default:
      return filter.parts.flatMap(valuesIn)
  }
}
