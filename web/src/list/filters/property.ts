// What a list can be filtered by: the property table of a noun, from which sentences, editors and `$filter` texts are
// made.
import type { RecordKindName, RecordsName } from '../../lib/kinds.ts'

/** Decides which operators there are, how values are typed, and how they are written. */
export type PropertyKind =
  | 'text'
  | 'number'
  | 'day'
  | 'local'
  | 'moment'
  | 'choice'
  | 'flag'
  | 'reference'
  | 'person'

/** One of a fixed number of values. */
export interface Choice {
  readonly value: string
  readonly label: string
}

/** Values that the server is asked for, as people type. */
export type PickerName =
  | 'people'
  | 'teams'
  | 'tags'
  /** Tags by their words, not by their ids. */
  | 'tagWords'
  | 'parties'
  | RecordsName
  | `${RecordKindName}Types`
  | 'firms'
  | 'taxCodes'
  | 'requestTypes'
  | `options:${string}`

export interface FilterProperty {
  /** Its name in conditions: the path that is compared, as `Owner/Id`. */
  readonly path: string
  /** As a lawyer calls it. */
  readonly label: string
  readonly kind: PropertyKind
  /** What is compared with null: absent where the property always has a value. */
  readonly nothing?: string
  /** The collection whose items have the property: `Tags` for `Tags/any(x: x/Id eq 3)`. */
  readonly many?: string
  /** The values of a choice. */
  readonly choices?: readonly Choice[]
  /** Where the values of a reference come from. */
  readonly picker?: PickerName
  /** Whether the values of a reference are numbers; otherwise they are texts. */
  readonly numeric?: boolean
}

const operators = [
  'is',
  'isNot',
  'contains',
  'containsNot',
  'startsWith',
  'moreThan',
  'atLeast',
  'lessThan',
  'atMost',
  'between',
  'next',
  'last',
  'empty',
  'filled',
] as const
export type Operator = (typeof operators)[number]

const byKind: Readonly<Record<PropertyKind, readonly Operator[]>> = {
  text: ['contains', 'containsNot', 'is', 'isNot', 'startsWith'],
  number: ['is', 'moreThan', 'atLeast', 'lessThan', 'atMost', 'between'],
  day: ['is', 'lessThan', 'atMost', 'moreThan', 'atLeast', 'between', 'next', 'last'],
  local: ['is', 'lessThan', 'atMost', 'moreThan', 'atLeast', 'between', 'next', 'last'],
  moment: ['is', 'lessThan', 'atMost', 'moreThan', 'atLeast', 'between', 'next', 'last'],
  choice: ['is', 'isNot'],
  flag: ['is'],
  reference: ['is', 'isNot'],
  person: ['is', 'isNot'],
}

/** The operators a property takes, the usual one first. */
export function operatorsOf({ kind, nothing, many }: FilterProperty): readonly Operator[] {
  return nothing === undefined && many === undefined ? byKind[kind] : [...byKind[kind], 'empty', 'filled']
}

/** How many values an operator takes: none, one, two, or any number. */
export function valuesTaken(
  operator: Operator,
  { kind }: Pick<FilterProperty, 'kind'>,
): 'none' | 'one' | 'two' | 'many' {
  if (operator === 'empty' || operator === 'filled') return 'none'
  if (operator === 'between') return 'two'
  const isListed = kind === 'choice' || kind === 'reference' || kind === 'person'
  return isListed ? 'many' : 'one'
}

export const isTime = (kind: PropertyKind): boolean => kind === 'day' || kind === 'local' || kind === 'moment'
