// Properties that lists of several nouns have.
import type { FilterProperty } from './property.ts'

/** A person, or nobody. */
export const personProperty = (path: string, label: string, nothing: string): FilterProperty => ({
  path,
  label,
  kind: 'person',
  nothing,
})

/** When and by whom something was made. */
export const createdProperties: readonly FilterProperty[] = [
  { path: 'Created/DateUtc', label: 'Created', kind: 'moment' },
  { path: 'Created/User/Id', label: 'Created by', kind: 'person', nothing: 'Created/User' },
]
