// Properties that lists of several nouns have.
import type { State } from '../../lib/states.ts'
import type { Choice, FilterProperty } from './property.ts'

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

/** States as choices, in their order. */
export const choicesOf = <Name extends string>(
  states: Readonly<Record<Name, State>>,
): readonly (Choice & { readonly value: Name })[] =>
  Object.entries<State>(states).map(([value, { label }]) => ({ value: value as Name, label }))
