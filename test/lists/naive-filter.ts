// What a list's filters should find, worked out in plain JavaScript from rows as answers show them; and generated cases
// of every operator on every kind of column.
import fc from 'fast-check'

export interface FilterCase {
  readonly field: string
  readonly operator: string
  readonly value: string
}

type Kind = 'text' | 'choice' | 'number' | 'boolean' | 'time' | 'uuid'

/** The columns of a list: of what kind each is, and values to compare it with. */
export type FilteredColumns = Readonly<
  Record<string, { readonly kind: Kind; readonly values: readonly string[]; readonly nullable?: boolean }>
>

const inOrderOperators = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte']
const textOperators = ['startswith', 'endswith', 'contains', 'doesnotcon']
const operatorsOf: Readonly<Record<Kind, readonly string[]>> = {
  text: [...inOrderOperators, ...textOperators],
  choice: ['eq', 'neq'],
  boolean: ['eq', 'neq'],
  uuid: ['eq', 'neq'],
  number: inOrderOperators,
  time: inOrderOperators,
}

// characters that two languages may lower in different ways are not what these cases are about, nor what the database
// refuses
const plain = /^[\x20-\x7eÀ-ÿ]*$/
const odd = ['%', '_', '\\', "'", '']

/** Any operator on any column, with a value of the column or, for texts, any other. */
export function filterCases(columns: FilteredColumns): fc.Arbitrary<FilterCase> {
  return fc.oneof(
    ...Object.entries(columns).flatMap(([field, { kind, values, nullable }]) => {
      const known = fc.constantFrom(...values)
      const value =
        kind === 'text'
          ? fc.oneof(
              known,
              fc.constantFrom(...odd),
              fc.string({ maxLength: 4 }).filter((text) => plain.test(text)),
            )
          : known
      const compared = fc.record({
        field: fc.constant(field),
        operator: fc.constantFrom(...operatorsOf[kind]),
        value,
      })
      const nullTest = fc.record({
        field: fc.constant(field),
        operator: fc.constant('isnull'),
        value: fc.constantFrom('true', 'false'),
      })
      return nullable ? [compared, nullTest] : [compared]
    }),
  )
}

/** Whether a row, as an answer shows it, is what the filter asks for. */
export function holds(
  row: Readonly<Record<string, unknown>>,
  { field, operator, value }: FilterCase,
  columns: FilteredColumns,
): boolean {
  const actual = row[field] ?? null
  if (operator === 'isnull') return (actual === null) === (value === 'true')
  if (actual === null) return operator === 'neq' || operator === 'doesnotcon'
  const kind = columns[field]?.kind ?? 'text'
  const [a, b] = [comparable(kind, actual), comparable(kind, value)]
  const order = orderOf(a, b)
  switch (operator) {
    case 'eq':
      return order === 0
    case 'neq':
      return order !== 0
    case 'lt':
      return order < 0
    case 'lte':
      return order <= 0
    case 'gt':
      return order > 0
    case 'gte':
      return order >= 0
    case 'startswith':
      return String(a).startsWith(String(b))
    case 'endswith':
      return String(a).endsWith(String(b))
    case 'contains':
      return String(a).includes(String(b))
    default:
      return !String(a).includes(String(b))
  }
}

/**
 * The rows in the order of a column: null is the least, a choice goes by its spelling, ties by the id in the same
 * direction.
 */
export function inOrderOf<Row extends Readonly<Record<string, unknown>> & { readonly id: number }>(
  rows: readonly Row[],
  { field, direction }: { readonly field: string; readonly direction: 'asc' | 'desc' },
  columns: FilteredColumns,
): readonly Row[] {
  const kind = columns[field]?.kind ?? 'text'
  const row = (each: Row) => each[field] ?? null
  const key = (each: Row) => (kind === 'choice' ? String(each[field]) : comparable(kind, each[field]))
  const compare = (a: Row, b: Row) => {
    const nulls = Number(row(a) !== null) - Number(row(b) !== null)
    if (nulls !== 0) return nulls
    return (row(a) === null ? 0 : orderOf(key(a), key(b))) || a.id - b.id
  }
  const ascending = rows.toSorted(compare)
  return direction === 'asc' ? ascending : ascending.toReversed()
}

function orderOf(a: string | number, b: string | number): number {
  if (a === b) return 0
  if (typeof a === 'number') return a < Number(b) ? -1 : 1
  return Buffer.compare(Buffer.from(a), Buffer.from(String(b)))
}

function comparable(kind: Kind, value: unknown): string | number {
  const text = String(value)
  if (kind === 'number') return Number(value)
  if (kind === 'time') return Date.parse(`${text.replace(/Z$/, '')}${text.includes('T') ? '' : 'T00:00'}Z`)
  return text.toLowerCase()
}
