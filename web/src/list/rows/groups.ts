// Rows put together by a property: where the lines of each group stand, and the filter that finds its rows.
import type { GroupCount } from '../definition.ts'
import { isTime, type FilterProperty } from '../filters/property.ts'
import type { GroupOrder } from '../address/list-state.ts'
import { startOf } from '../filters/local-days.ts'

/** Rows that follow one another, with or without a line above them that names them. */
export interface Segment {
  /** The value that its rows have in common; undefined for the only segment of a list without groups. */
  readonly group?: GroupCount
  /** The filter that finds its rows. */
  readonly filter: string
  readonly count: number
  readonly folded: boolean
}

/** A line of the list: a row of a segment, or the heading of a group. */
type Line =
  | { readonly kind: 'row'; readonly segment: Segment; readonly index: number }
  | { readonly kind: 'heading'; readonly segment: Segment; readonly number: number }

export interface Lines {
  readonly count: number
  readonly at: (line: number) => Line | undefined
  /** The line of a row of a list without groups, or of the first group that has it. */
  readonly segments: readonly Segment[]
}

/** The lines of these segments. */
export function linesOf(segments: readonly Segment[]): Lines {
  const starts: number[] = []
  let count = 0
  for (const { group, count: rows, folded } of segments) {
    starts.push(count)
    count += (group === undefined ? 0 : 1) + (folded ? 0 : rows)
  }
  return {
    count,
    segments,
    at(line) {
      if (line < 0 || line >= count) return undefined
      const number = lastAtMost(starts, line)
      const segment = segments[number]
      if (!segment) return undefined
      const within = line - (starts[number] ?? 0)
      if (segment.group === undefined) return { kind: 'row', segment, index: within }
      return within === 0 ? { kind: 'heading', segment, number } : { kind: 'row', segment, index: within - 1 }
    },
  }
}

/** The place of the last number that is not above; empty groups share their start with the next one. */
function lastAtMost(starts: readonly number[], line: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= line) low = middle
    else high = middle - 1
  }
  return low
}

/** What a list can be put together by, and how the rows of one group are found. */
export interface Grouping {
  /** As the summary calls it: `Owner/Id`, `Fields/region`. */
  readonly path: string
  readonly property: FilterProperty
  /** What the value is compared with, where it is not the property's own path: `Fields/region/Label`. */
  readonly compared?: string
}

/** The condition that finds the rows of a group. */
export function conditionOfGroup(
  value: string | null,
  { property, compared = property.path }: Grouping,
  timeZone: string,
): string {
  const { kind, nothing = compared, numeric } = property
  if (value === null) return `${nothing} eq null`
  if (isTime(kind)) return conditionOfMonth(value, property, timeZone)
  const isBare = kind === 'person' || kind === 'number' || kind === 'flag' || numeric === true
  return `${compared} eq ${isBare ? value : `'${value.replaceAll("'", "''")}'`}`
}

function conditionOfMonth(month: string, { path, kind }: FilterProperty, timeZone: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
  const written = (day: string) =>
    kind === 'local' || kind === 'moment' ? startOf(day, kind, timeZone) : day
  return `(${path} ge ${written(`${month}-01`)} and ${path} lt ${written(next)})`
}

/**
 * Groups in the order people expect: choices in theirs, months and names ascending, without a value last. By size, the
 * largest first, and those that are alike as by name.
 */
export function sortGroups(
  groups: readonly GroupCount[],
  { property }: Grouping,
  order: GroupOrder = 'name',
): readonly GroupCount[] {
  const place = new Map(property.choices?.map(({ value }, index) => [value, index]))
  const rank = ({ value }: GroupCount) =>
    value === null ? Number.MAX_SAFE_INTEGER : (place.get(value) ?? place.size)
  const name = ({ label, value }: GroupCount) => label ?? value ?? ''
  const size = sizes[order]
  return groups.toSorted(
    (a, b) =>
      size(b) - size(a) || rank(a) - rank(b) || name(a).localeCompare(name(b), undefined, { numeric: true }),
  )
}

// amounts of several currencies cannot be compared: the largest one counts
const sizes: Readonly<Record<GroupOrder, (group: GroupCount) => number>> = {
  name: () => 0,
  count: ({ count }) => count,
  sum: ({ sums }) => Math.max(0, ...sums.map(({ amount }) => amount)),
}
