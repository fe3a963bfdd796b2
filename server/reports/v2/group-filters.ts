// The $filter that finds the rows of a group in their list, for opening it.
import type { FigureKey } from '../../platform/lists/figure-rows.ts'
import { columnOf, type Filter } from '../../platform/lists/list-query.ts'
import type { Reportable } from '../../platform/lists/measures.ts'
import { periodFrom } from '../../platform/time/fiscal-calendar.ts'
import type { Resource } from '../../http/v2/odata-properties.ts'
import type { Days } from '../ranges.ts'
import type { ReportDefinition } from '../report.ts'
import type { ReadOn, ReportList } from '../../platform/lists/report-list.ts'
import { rangeFilters } from '../run-report.ts'

interface Grouped {
  readonly list: Pick<ReportList, 'isAsOf' | 'rows'>
  readonly definition: ReportDefinition
  readonly reportable: Reportable
  readonly resource: Pick<Resource, 'catalogue' | 'properties'>
  readonly on: ReadOn
  readonly days: Days | null
  /** Whether there are figures in several currencies. */
  readonly isOfSeveral: boolean
}

/** The filter of a group by its keys; '' for all of the list, null where that cannot be narrowed to its rows. */
export function groupFilter(
  grouped: Grouped,
  keys: readonly FigureKey[],
  currency: string | null,
): string | null {
  const { list, definition, days, on } = grouped
  if (keys.some(({ kind }) => kind === 'restricted')) return null
  // the list has the rows of today
  if (list.isAsOf && on.isPast) return null
  if (!isListedAlone(grouped, currency) && !isOneRow(grouped, keys)) return null
  const range = definition.range && dimensionOf(grouped, definition.range.date)
  const parts = [
    ...(list.rows ? [list.rows] : []),
    ...(definition.filter === null ? [] : [`(${definition.filter})`]),
    ...(range && days ? rangeText(grouped, range.column, days) : []),
    ...(on.isPast ? [`${pathOf(grouped, 'createdAt')} lt ${on.now.toISOString()}`] : []),
    ...definition.by.flatMap(({ dimension, per }, index) => {
      const key = keys[index]
      const column = dimensionOf(grouped, dimension)?.column
      if (!key || column === undefined) return []
      if (key.value === null) return [`${pathOf(grouped, column)} eq null`]
      if (per !== null) return rangeText(grouped, column, periodFrom(key.value, per, on.shift))
      const { labels } = dimensionOf(grouped, dimension) ?? {}
      // a text without a label of its own is filtered as it was written
      const value = labels === undefined ? (key.label ?? key.value) : key.value
      return [`${pathOf(grouped, column)} eq ${literal(grouped, column, value)}`]
    }),
    ...currencyText(grouped, currency),
  ]
  return parts.join(' and ')
}

/** Whether a filter finds the rows of this currency, and none besides those that the report is of. */
const isListedAlone = (grouped: Grouped, currency: string | null): boolean =>
  grouped.list.rows !== null && (currency === null || !grouped.isOfSeveral || isCurrencyListed(grouped))

/** Whether the group is one row of the list. */
const isOneRow = (grouped: Grouped, keys: readonly FigureKey[]): boolean =>
  grouped.definition.by.some(
    ({ dimension }, index) => keys[index] !== undefined && dimensionOf(grouped, dimension)?.column === 'id',
  )

const isCurrencyListed = ({ reportable, resource }: Grouped): boolean =>
  Object.values(resource.properties).some(({ column }) => column === reportable.currency)

const dimensionOf = ({ reportable }: Grouped, name: string) => reportable.dimensions[name]

/** The path of the property that shows a column. */
function pathOf({ resource }: Grouped, column: string): string {
  const [path] =
    Object.entries(resource.properties).find(([, each]) => each.column === column && !each.isThing) ?? []
  if (path === undefined) throw new Error(`The list has no property for ${column}`)
  return path
}

const rangeText = (grouped: Grouped, column: string, days: Days): readonly string[] =>
  rangeFilters(column, days, { catalogue: grouped.resource.catalogue, on: grouped.on }).map((filter) =>
    comparisonText(grouped, filter),
  )

function comparisonText(grouped: Grouped, filter: Filter): string {
  if (filter.kind !== 'compare') throw new Error('A range is made of comparisons')
  return `${pathOf(grouped, filter.name)} ${filter.comparison} ${String(filter.value)}`
}

function literal({ resource }: Grouped, column: string, value: string): string {
  const { kind } = columnOf(resource.catalogue, column)
  return kind === 'text' || kind === 'choice' ? quoted(value) : value
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Lists that show the currency of their amounts are narrowed to it. */
function currencyText(grouped: Grouped, currency: string | null): readonly string[] {
  const { reportable, definition } = grouped
  const isKey = definition.by.some(
    ({ dimension }) => dimensionOf(grouped, dimension)?.column === reportable.currency,
  )
  if (currency === null || isKey || !isCurrencyListed(grouped)) return []
  return [`${pathOf(grouped, reportable.currency)} eq ${quoted(currency)}`]
}
