// Filter values: parsing them from text on the wire, and the comparisons of each kind.
import { badInput } from '../errors.ts'
import type { Column, Comparison, Value } from './list-query.ts'

const wholeNumber = /^-?\d{1,18}$/
const uuidText = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
// dates the database can store, in ISO format, with or without time and zone
const momentText =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?)?$/

/**
 * Converts a text to a value that the column can be compared with; `parameter` names the input in errors. Times without
 * a zone are UTC, as on the wire.
 */
export function readValue(column: Column, text: string, parameter: string): Value {
  const refuse = (expected: string) =>
    badInput(parameter, `must be ${expected}; it is "${text.slice(0, 100)}".`)
  switch (column.kind) {
    case 'text':
      return text
    case 'choice': {
      const choice = column.choices?.find((each) => each.toLowerCase() === text.toLowerCase())
      if (choice === undefined) throw refuse(`one of ${column.choices?.join(', ')}`)
      return choice
    }
    case 'integer':
      if (!wholeNumber.test(text)) throw refuse('a whole number')
      return text
    case 'number':
      if (!/^-?\d{1,30}(\.\d{1,20})?$/.test(text)) throw refuse('a number')
      return text
    case 'boolean':
      if (!/^(true|false)$/i.test(text)) throw refuse('true or false')
      return text.toLowerCase() === 'true'
    case 'uuid':
      if (!uuidText.test(text)) throw refuse('an id such as 5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10')
      return text.toLowerCase()
    case 'date':
      if (text.length !== 10 || !momentText.test(text) || !isDay(text))
        throw refuse('a day such as 2026-05-06')
      return text
    case 'moment':
    case 'local':
      if (!momentText.test(text) || !isDay(text))
        throw refuse('a date such as 2026-05-06 or 2026-05-06T17:00:00')
      return column.kind === 'moment' && !/(Z|[+-]\d\d:?\d\d)$/.test(text.slice(10))
        ? `${text}${text.length === 10 ? 'T00:00' : ''}Z`
        : text
  }
}

/** 2026-02-30 looks like a date but does not exist. */
function isDay(text: string): boolean {
  const day = text.slice(0, 10)
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day && !day.startsWith('0000')
}

/** The comparisons of a column; others are rejected by name before any query is made. */
export function comparisonsOf({
  kind,
  comparisons,
}: Pick<Column, 'kind' | 'comparisons'>): readonly Comparison[] {
  if (comparisons) return comparisons
  switch (kind) {
    case 'text':
      return ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'startswith', 'endswith', 'contains']
    case 'choice':
      return ['eq', 'ne', 'startswith', 'endswith', 'contains']
    case 'boolean':
    case 'uuid':
      return ['eq', 'ne']
    default:
      return ['eq', 'ne', 'lt', 'le', 'gt', 'ge']
  }
}
