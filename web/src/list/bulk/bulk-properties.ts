// Properties that many rows of several nouns can be given at once.
import type { BulkProperty } from '../definition.ts'
import type { Choice } from '../filters/property.ts'

export const bulkProperties = {
  status: (label: string, choices: readonly Choice[]): BulkProperty => ({
    label,
    property: { path: 'Status', label, kind: 'choice', choices },
    change: (status) => ({ status }),
  }),
  person: (
    label: string,
    change: (id: string | null) => Record<string, unknown>,
    clearable = false,
  ): BulkProperty => ({
    label,
    property: { path: `${label}/Id`, label, kind: 'person' },
    change,
    clearable,
  }),
  team: (label: string): BulkProperty => ({
    label,
    property: { path: 'TeamAssigned/Id', label, kind: 'reference', picker: 'teams', numeric: true },
    change: (id) => ({ teamAssigned: id === null ? null : { id: Number(id) } }),
    clearable: true,
  }),
  day: (label: string, change: (day: string | null) => Record<string, unknown>): BulkProperty => ({
    label,
    property: { path: label, label, kind: 'day' },
    change,
    clearable: true,
  }),
  restricted: (label: string): BulkProperty => ({
    label,
    property: { path: 'Restricted', label, kind: 'flag' },
    change: (value) => ({ restricted: value === 'true' }),
  }),
}
