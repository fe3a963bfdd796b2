// Properties that many rows of several nouns can be given at once, and the custom fields that they can be given.
import type { RecordsName } from '../../lib/kinds.ts'
import type { CustomField } from '../columns/custom-fields.tsx'
import { fieldProperty } from '../columns/custom-fields.tsx'
import type { BulkProperty } from '../definition.ts'
import type { Choice } from '../filters/property.ts'

type Patch = Record<string, unknown>

/** The change of a property that has one value. */
const one = (change: (value: string | null) => Patch) => (values: readonly string[]) =>
  change(values.at(-1) ?? null)

export const bulkProperties = {
  status: (label: string, choices: readonly Choice[], costOf?: BulkProperty['costOf']): BulkProperty => ({
    label,
    property: { path: 'Status', label, kind: 'choice', choices },
    change: one((status) => ({ status })),
    ...(costOf === undefined ? {} : { costOf }),
  }),
  person: (label: string, change: (id: string | null) => Patch, clearable = false): BulkProperty => ({
    label,
    property: { path: `${label}/Id`, label, kind: 'person' },
    change: one(change),
    clearable,
  }),
  team: (label: string): BulkProperty => ({
    label,
    property: { path: 'TeamAssigned/Id', label, kind: 'reference', picker: 'teams', numeric: true },
    change: one((id) => ({ teamAssigned: id === null ? null : { id: Number(id) } })),
    clearable: true,
  }),
  day: (label: string, change: (day: string | null) => Patch): BulkProperty => ({
    label,
    property: { path: label, label, kind: 'day' },
    change: one(change),
    clearable: true,
  }),
  record: (label: string, picker: RecordsName, change: (id: number | null) => Patch): BulkProperty => ({
    label,
    property: { path: `${label}/Id`, label, kind: 'reference', picker, numeric: true },
    change: one((id) => change(id === null ? null : Number(id))),
    clearable: true,
  }),
  tag: (
    label: string,
    change: (word: string) => Patch,
    newValue?: BulkProperty['newValue'],
  ): BulkProperty => ({
    label,
    property: { path: label, label, kind: 'reference', picker: 'tagWords' },
    change: (values) => change(values.at(-1) ?? ''),
    ...(newValue === undefined ? {} : { newValue }),
  }),
  restricted: (label: string): BulkProperty => ({
    label,
    property: { path: 'Restricted', label, kind: 'flag' },
    change: one((value) => ({ restricted: value === 'true' })),
  }),
}

/** A custom field as something to change; undefined for those whose values are not chosen in a list. */
export function bulkField(field: CustomField): BulkProperty | undefined {
  const property = fieldProperty(field)
  const { id, type } = field
  if (!property || typeof id !== 'string') return undefined
  const several = type === 'MultiOption'
  return {
    label: property.label,
    property,
    change: (values) => ({ fields: { [id]: several ? values.map(choice) : valueOf(type, values.at(-1)) } }),
    clearable: true,
    several,
  }
}

const choice = (value: string) => ({ value })

function valueOf(type: CustomField['type'], value: string | undefined): unknown {
  if (value === undefined) return null
  switch (type) {
    case 'Boolean':
      return value === 'true'
    case 'Decimal':
      return Number(value)
    case 'User':
      return { id: value }
    case 'Option':
      return choice(value)
    default:
      return value
  }
}
