// Whether two schemas describe the same values: their text without what only explains.
import type { Direction, Schema } from './document.ts'

const explaining = new Set(['description', 'example', 'examples', 'readOnly', 'title'])

/** Equal for schemas that describe the same values. */
export function shapeOf(direction: Direction, schema: Schema): string {
  const { type, ...rest } = schema
  return `${direction} ${JSON.stringify(ordered(direction, { ...rest, type: withoutNull(type) }))}`
}

const withoutNull = (type: unknown) => {
  const types = [type].flat().filter((each) => each !== 'null')
  return types.length === 1 ? types[0] : types
}

function ordered(direction: Direction, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => ordered(direction, each))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .filter(([key]) => !explaining.has(key))
    .filter(([key]) => direction === 'sent' || key !== 'default')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    entries.map(([key, each]) => [
      key,
      key === 'properties' ? propertiesOf(direction, each) : ordered(direction, each),
    ]),
  )
}

/** The names of properties are no keywords. */
const propertiesOf = (direction: Direction, properties: unknown) =>
  Object.entries(properties as Readonly<Record<string, unknown>>)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => [name, ordered(direction, schema)])
