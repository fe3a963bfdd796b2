// Ways of finding the rows of a list other than walking along it: by what the caller sees, or by what its filter asks
// for, where the counts, or a look at an index, say how many these are. Which is taken is decided in record-pages.ts.
import { sql } from 'kysely'
import type { Filter } from '../platform/lists/list-query.ts'
import type { Listing } from '../platform/lists/list-rows.ts'
import { type Caller, type RecordScope, sumOf, type Way } from './lists/record-totals.ts'

// more are never gathered
const most = 10_000

/** The ways that there are for this caller and filter. */
export function waysOf<DB, TB extends keyof DB, O>(
  caller: Caller,
  scope: RecordScope<DB, TB, O>,
  listing: Listing,
  filter: Filter | null,
): readonly Way[] {
  const { gathered, redaction } = scope
  // what is redacted is not filtered by what is stored
  const byStatus = filter && !redaction ? byStatusOf(caller, scope, listing, filter) : undefined
  const byCaller = gathered && { ids: gathered.ids, size: sumOf(gathered.counted) }
  return [byCaller, byStatus].filter((way) => way !== undefined)
}

function byStatusOf<DB, TB extends keyof DB, O>(
  { organisationIds }: Caller,
  { status }: RecordScope<DB, TB, O>,
  { catalogue }: Listing,
  filter: Filter,
): Way | undefined {
  const asked = status && valuesIn(filter, status.name)
  if (!asked) return undefined
  const stored = asked.filter((value) => status.stored.includes(value))
  if (stored.length === asked.length) {
    const values = sql`${[...stored]}::text[]`
    const shown = catalogue[status.name]?.stored
    const isShownElsewhere = stored.some((value) => shown?.shownAs?.includes(value))
    return {
      ids:
        isShownElsewhere && shown
          ? sql`${status.ids(stored)} union all ${shown.differs(organisationIds)}`
          : status.ids(stored),
      size: sumOf(sql`counts.user_id is null and counts.status = any(${values})`),
    }
  }
  // all of them are shown where something else is stored
  const differs = catalogue[status.name]?.stored?.differs(organisationIds)
  if (stored.length > 0 || !differs) return undefined
  const some = sql`select 1 from (${differs}) as differing limit ${sql.lit(most)}`
  return { ids: differs, size: sql<number>`(select count(*) from (${some}) as limited)` }
}

/** The values that the filter asks a column for, one of which every row has. */
export function valuesIn(filter: Filter, name: string): readonly string[] | undefined {
  switch (filter.kind) {
    case 'compare':
      return filter.name === name && filter.comparison === 'eq' ? texts([filter.value]) : undefined
    case 'in':
      return filter.name === name ? texts(filter.values) : undefined
    case 'and':
      return filter.parts.map((part) => valuesIn(part, name)).find((values) => values !== undefined)
    default:
      return undefined
  }
}

const texts = (values: readonly unknown[]): readonly string[] | undefined =>
  values.length > 0 && values.every((value) => typeof value === 'string') ? values : undefined
