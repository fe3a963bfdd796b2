// The custom fields of an organisation as columns and as properties to filter by.
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { DayCell, NumberCell } from '../cells/cells.tsx'
import type { ListColumn } from '../definition.ts'
import type { FilterProperty } from '../filters/property.ts'
import { personName } from '../filters/pickers.ts'
import { texts } from '../texts.ts'

export type CustomField = Item<'/v2/fields'>

const fieldsQuery = (usedBy: string) =>
  queryOptions({
    queryKey: ['fields', 'all', usedBy],
    staleTime: 300_000,
    queryFn: async () => {
      const fields: CustomField[] = []
      for (let $skip = 0; ; $skip += 200) {
        const query = { $filter: `${usedBy} eq true`, $orderby: 'Name', $top: 200, $skip }
        const { items } = await answer(client.GET('/v2/fields', { params: { query } }))
        fields.push(...items)
        if (items.length < 200) return fields
      }
    },
  })

/** The fields that rows can have, by the property that says so; none for lists without custom fields. */
export const useCustomFields = (usedBy: string | undefined): readonly CustomField[] =>
  useQuery({ ...fieldsQuery(usedBy ?? ''), enabled: usedBy !== undefined }).data ?? none

// one and the same: what is made of the fields is not made again until they are there
const none: readonly CustomField[] = []

/** A field as something to filter by. */
export function fieldProperty({ id, name, type }: CustomField): FilterProperty | undefined {
  const path = `Fields/${id ?? ''}`
  const common = { label: name ?? id ?? '', nothing: path }
  switch (type) {
    case 'Text':
      return { ...common, path, kind: 'text' }
    case 'Decimal':
      return { ...common, path, kind: 'number' }
    case 'Boolean':
      return { ...common, path, kind: 'flag' }
    case 'Date':
      return { ...common, path, kind: 'day' }
    case 'User':
      return { ...common, path: `${path}/Id`, kind: 'person' }
    case 'Option':
      return { ...common, path: `${path}/Value`, kind: 'reference', picker: `options:${id ?? ''}` }
    case 'MultiOption':
      return {
        label: common.label,
        path: 'Value',
        many: path,
        kind: 'reference',
        picker: `options:${id ?? ''}`,
      }
    default:
      return undefined
  }
}

/** What rows are sorted by, where a field has something to sort by. */
const sortOf: Readonly<Record<string, readonly string[]>> = {
  Text: [''],
  Decimal: [''],
  Boolean: [''],
  Date: [''],
  Option: ['/Label'],
  User: ['/LastName', '/FirstName'],
}

/** A field as a column. */
export function fieldColumn<Row>(
  { id, name, type }: CustomField,
  fieldsOf: (row: Row) => Readonly<Record<string, unknown>> | null | undefined,
): ListColumn<Row> {
  const key = id ?? ''
  const path = `Fields/${key}`
  const sort = sortOf[type ?? '']?.map((suffix) => `${path}${suffix}`)
  const groups = type === 'Option' || type === 'Boolean' || type === 'Date' || type === 'Text'
  return {
    path,
    label: name ?? key,
    width: type === 'Text' || type === 'MultiOption' ? 200 : 140,
    cell: (row) => fieldCell(fieldsOf(row)?.[key]),
    ...(sort ? { sort } : {}),
    ...(groups ? { group: path } : {}),
    ...(type === 'Decimal' ? { align: 'end', measure: path } : {}),
  }
}

function fieldCell(value: unknown): ReactNode {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value === 'number') return <NumberCell value={value} />
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\d$/.test(value) ? <DayCell value={value} /> : <span>{value}</span>
  if (Array.isArray(value)) return <span>{value.map(shownOf).join(', ')}</span>
  return <span>{shownOf(value)}</span>
}

function shownOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value : ''
  const { label } = value as { label?: unknown }
  return typeof label === 'string' ? label : personName(value)
}
