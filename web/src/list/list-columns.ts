// The columns and properties of a list together with those of the organisation's custom fields.
import { useMemo } from 'react'
import { type CustomField, fieldColumn, fieldProperty, useCustomFields } from './columns/custom-fields.tsx'
import { bulkField } from './bulk/bulk-properties.ts'
import type { BulkProperty, Identified, ListColumn, ListDefinition } from './definition.ts'
import type { FilterProperty } from './filters/property.ts'
import { fullPath } from './filters/sentence.ts'
import type { Grouping } from './rows/groups.ts'

export interface ListParts<Row> {
  readonly columns: readonly ListColumn<Row>[]
  readonly fieldColumns: readonly ListColumn<Row>[]
  readonly allColumns: ReadonlyMap<string, ListColumn<Row>>
  readonly properties: readonly FilterProperty[]
  readonly fieldProperties: readonly FilterProperty[]
  readonly bulkFields: readonly BulkProperty[]
  readonly allProperties: readonly FilterProperty[]
}

export function useListParts<Row extends Identified>(definition: ListDefinition<Row>): ListParts<Row> {
  const fields = useCustomFields(definition.fieldsUsedBy)
  return useMemo(() => partsOf(definition, fields), [definition, fields])
}

function partsOf<Row extends Identified>(
  { columns, properties, fields: fieldsOf }: ListDefinition<Row>,
  fields: readonly CustomField[],
): ListParts<Row> {
  const fieldColumns = fieldsOf ? fields.map((field) => fieldColumn(field, fieldsOf)) : []
  const fieldProperties = fieldsOf ? fields.flatMap((field) => fieldProperty(field) ?? []) : []
  return {
    columns,
    fieldColumns,
    allColumns: new Map([...columns, ...fieldColumns].map((column) => [column.path, column])),
    properties,
    fieldProperties,
    bulkFields: fieldsOf ? fields.flatMap((field) => bulkField(field) ?? []) : [],
    allProperties: [...properties, ...fieldProperties],
  }
}

/** What rows can be put together by. */
export function groupingsOf<Row>({
  allColumns,
  allProperties,
}: ListParts<Row>): readonly (Grouping & { label: string })[] {
  return [...allColumns.values()].flatMap(({ group, label }) => {
    const grouping = group === undefined ? undefined : groupingOf(group, allProperties)
    return grouping ? [{ ...grouping, label }] : []
  })
}

/** How the groups of a path are found. */
export function groupingOf(path: string, properties: readonly FilterProperty[]): Grouping | undefined {
  const wanted = path.toLowerCase()
  const property = properties.find((each) => {
    const own = fullPath(each).toLowerCase()
    return own === wanted || (wanted.startsWith('fields/') && own === `${wanted}/value`)
  })
  if (!property) return undefined
  // custom choices are put together by what people read
  const isChoice = wanted.startsWith('fields/') && property.kind === 'reference'
  return isChoice
    ? { path, property: { ...property, numeric: false }, compared: `${path}/Label` }
    : { path, property }
}
