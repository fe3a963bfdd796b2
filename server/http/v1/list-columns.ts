// Columns of v1's record lists: properties by their names on the wire, and custom fields as `field_<id>`.
import { badInput, sentence } from '../../platform/errors.ts'
import type { Catalogue } from '../../platform/lists/list-query.ts'
import { utcText } from './dates.wire.ts'
import { bareObject } from '../../platform/bare-object.ts'

/** Maps names on the wire to columns of the list. */
export interface ListedProperties {
  /** The wire's spelling of a property, from any case. */
  readonly find: (name: string) => string | undefined
  readonly names: readonly string[]
  /** The catalogue's name of a property. */
  readonly columnOf: (name: string) => string
}

/** The columns a list can show, and how custom fields are serialised. */
export interface ListedColumns {
  readonly catalogue: Catalogue
  readonly toJson: (name: string, value: unknown) => unknown
}

/** The custom fields named in a list's columns, filters or order: `field_12`, in lower case. */
export const fieldNamesIn = (query: unknown): readonly string[] => [
  ...new Set([...JSON.stringify(query).matchAll(/\bfield_\d+\b/gi)].map(([name]) => name.toLowerCase())),
]

const isField = (name: string) => /^field_\d+$/i.test(name)

/** The wire's spelling of a property, or of a custom field of the list. */
export function findListed(
  name: string,
  properties: ListedProperties,
  catalogue: Catalogue,
): string | undefined {
  const field = name.toLowerCase()
  return properties.find(name) ?? (isField(name) && Object.hasOwn(catalogue, field) ? field : undefined)
}

/** The catalogue's name of a property or a custom field. */
export const columnOfListed = (name: string, properties: ListedProperties): string =>
  isField(name) ? name : properties.columnOf(name)

/** The columns selected by `fields`, without the id, which every row has; 400 naming an unknown one. */
export function chosenColumns(
  fields: readonly string[] | undefined,
  find: (name: string) => string | undefined,
  { fallback, things }: { readonly fallback: readonly string[]; readonly things: string },
): readonly string[] {
  const wanted = (fields ?? [])
    .flatMap((each) => each.split(','))
    .map((each) => each.trim())
    .filter((each) => each !== '')
  if (wanted.length === 0) return fallback
  const names = wanted
    .filter((name) => !['id', '$id'].includes(name.toLowerCase()))
    .map((name) => {
      const known = find(name)
      if (known === undefined)
        throw badInput('fields', sentence(`${things} have no column ${JSON.stringify(name.slice(0, 100))}.`))
      return known
    })
  return [...new Set(names)]
}

interface Shown {
  readonly names: readonly string[]
  readonly columns: ListedColumns
}

/** Rows with the selected columns; `$id` numbers the rows of one response, as existing clients expect. */
export const rowsToV1 = (
  rows: readonly Readonly<Record<string, unknown>>[],
  { names, columns }: Shown,
  properties: ListedProperties,
): Record<string, unknown>[] => {
  const shown = names.map((name) => ({
    name,
    column: columnOfListed(name, properties),
    toJson: isField(name) ? (value: unknown) => columns.toJson(name, value) : plainToJson,
  }))
  return rows.map((row, index) => {
    const written = bareObject<unknown>({ $id: String(index + 1), id: row['id'] })
    for (const { name, column, toJson } of shown) written[name] = toJson(row[column] ?? null)
    return written
  })
}

const plainToJson = (value: unknown) => (value instanceof Date ? utcText(value) : value)
