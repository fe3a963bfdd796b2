// Custom fields as dimensions of reports: those with one value of which many records have the same.
import { type Column, columnOf, type Catalogue } from '../platform/lists/list-query.ts'
import type { Dimension } from '../platform/lists/measures.ts'

/** A custom field of a list. */
export interface ReportField {
  /** In lower case, as in paths. */
  readonly name: string
  readonly title: string
  readonly valueType: string
}

const prefix = 'fields/'

/** The name of the field in a dimension such as `fields/region`; undefined for dimensions of the list itself. */
export const fieldIn = (dimension: string): string | undefined =>
  dimension.startsWith(prefix) ? dimension.slice(prefix.length) : undefined

/** The dimension that a field is; undefined for numbers, several choices and the like, which are none. */
function dimensionOf({ name, title, valueType }: ReportField): Dimension | undefined {
  const column = `${prefix}${name}`
  switch (valueType) {
    case 'Text':
    case 'Boolean':
    case 'Date':
      return { title, column }
    case 'Option':
      return { title, column: `${column}/value`, labels: [`${column}/label`] }
    case 'User':
      return { title, column: `${column}/id`, labels: [`${column}/firstName`, `${column}/lastName`] }
    default:
      return undefined
  }
}

const dayKinds: readonly Column['kind'][] = ['date', 'local', 'moment']

/** The dimensions that the fields of a list are, and which of them are days. */
export function fieldDimensions(
  fields: readonly ReportField[],
  catalogue: Catalogue,
): { readonly dimensions: Readonly<Record<string, Dimension>>; readonly dates: readonly string[] } {
  const dimensions = fields.flatMap((field) => {
    const dimension = dimensionOf(field)
    return dimension ? [[`${prefix}${field.name}`, dimension] as const] : []
  })
  const dates = dimensions.filter(([, { column }]) => dayKinds.includes(columnOf(catalogue, column).kind))
  return { dimensions: Object.fromEntries(dimensions), dates: dates.map(([name]) => name) }
}
