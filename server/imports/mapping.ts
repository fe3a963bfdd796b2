// Mappings: which property each column of a table is, and how its texts are read. Guessed from the headings at first.
import { badInput } from '../platform/errors.ts'
import type { ImportProperty } from './import-kind.ts'
import { datePatterns } from './reading/dates.ts'
import type { ReadColumn } from './reading/columns.ts'
import { numberPatterns } from './reading/numbers.ts'

export interface ColumnMapping {
  /** From 1, as in the table. */
  readonly column: number
  readonly property: string
  /** How its days or numbers are written; null for the likeliest way. */
  readonly pattern: string | null
  /** Texts that mean something else: the name that a person had, a word of the other system. */
  readonly values: readonly { readonly from: string; readonly to: string }[]
}

export interface Mapping {
  readonly columns: readonly ColumnMapping[]
  /** What every row has that says nothing itself. */
  readonly always: readonly { readonly property: string; readonly text: string }[]
}

export const mostValues = 5_000

/** What a heading is compared by. */
const comparable = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * The properties that the headings name, each once. What a saved mapping says of a heading counts more than what it
 * looks like, and the name of a property more than another word for it.
 */
export function guessMapping(
  columns: readonly ReadColumn[],
  properties: readonly ImportProperty[],
  saved?: SavedMapping,
): Mapping {
  const known = new Map((saved?.columns ?? []).map((each) => [comparable(each.heading), each]))
  const guessed = new Map<number, string>()
  const ways: readonly ((heading: string) => ImportProperty | undefined)[] = [
    (heading) => properties.find(({ name }) => name === known.get(heading)?.property),
    (heading) =>
      properties.find(({ name, label }) => [name, label].some((each) => comparable(each) === heading)),
    (heading) =>
      likeliest(properties.filter(({ also }) => also.some((each) => comparable(each) === heading))),
  ]
  for (const way of ways) {
    for (const [index, column] of columns.entries()) {
      const heading = comparable(column.heading)
      if (heading === '' || guessed.has(index)) continue
      const property = way(heading)
      if (property && ![...guessed.values()].includes(property.name)) guessed.set(index, property.name)
    }
  }
  const always = (saved?.always ?? []).filter(({ property }) =>
    properties.some(({ name }) => name === property),
  )
  const mapped = columns.flatMap(({ heading }, index): ColumnMapping[] => {
    const property = guessed.get(index)
    if (property === undefined) return []
    const before = known.get(comparable(heading))
    const { pattern = null, values = [] } = before?.property === property ? before : {}
    return [{ column: index + 1, property, pattern, values }]
  })
  return { columns: mapped, always }
}

/** What a word means that is one for several: what every record has, or the field that most forms have. */
const likeliest = (properties: readonly ImportProperty[]): ImportProperty | undefined =>
  properties.find(({ name }) => !name.startsWith('fields.')) ?? properties[0]

/** A mapping by headings, to be used for other tables of the same kind. */
export interface SavedMapping {
  readonly columns: readonly (Omit<ColumnMapping, 'column'> & { readonly heading: string })[]
  readonly always: Mapping['always']
}

/** The mapping by the headings of the table that it was made for. */
export const savedFrom = (
  columns: readonly ReadColumn[],
  { columns: mapped, always }: Mapping,
): SavedMapping => ({
  columns: mapped.flatMap(({ column, ...rest }) => {
    const heading = columns[column - 1]?.heading ?? ''
    return heading === '' ? [] : [{ heading, ...rest }]
  }),
  always,
})

/** Throws bad_request for what the table or the kind does not have, and for a property that two columns are to be. */
export function checkMapping(
  { columns, always }: Mapping,
  table: readonly ReadColumn[],
  properties: readonly ImportProperty[],
): void {
  const seen = new Set<string>()
  const placeOf = (property: string, path: string) => {
    const found = properties.find(({ name }) => name === property)
    if (!found)
      throw badInput(path, 'must be a property of the kind of import: GET /v2/importKinds lists them.')
    if (seen.has(property)) throw badInput(path, `is ${property}, which another column is already.`)
    seen.add(property)
    return found
  }
  const numbers = new Set<number>()
  for (const [index, { column, property, pattern }] of columns.entries()) {
    const path = `columns[${index}]`
    if (column > table.length || numbers.has(column))
      throw badInput(
        `${path}.column`,
        `must be the number of a column, from 1 to ${table.length}, each once.`,
      )
    numbers.add(column)
    const { type } = placeOf(property, `${path}.property`)
    const patterns = type === 'day' ? datePatterns : type === 'number' ? numberPatterns : []
    if (pattern !== null && !patterns.includes(pattern))
      throw badInput(
        `${path}.pattern`,
        patterns.length === 0
          ? 'is for columns of days and numbers.'
          : `must be one of ${patterns.join('; ')}.`,
      )
  }
  for (const [index, { property }] of always.entries()) placeOf(property, `always[${index}].property`)
}

/** In which way the days or numbers of a column are read; undefined while somebody has to choose. */
export function patternOf(
  { pattern }: Pick<ColumnMapping, 'pattern'>,
  { dates, numbers }: Pick<ReadColumn, 'dates' | 'numbers'>,
  type: ImportProperty['type'],
): string | undefined {
  if (pattern !== null) return pattern
  const ways = type === 'day' ? dates : numbers
  if (ways.ambiguous) return undefined
  return ways.patterns[0] ?? (type === 'day' ? datePatterns[0] : numberPatterns[0])
}
