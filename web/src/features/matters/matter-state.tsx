// The states of matters: their words, in the order of a matter's life, and how they look.
import { type Tint, StateCell } from '../../list/cells/state-cell.tsx'
import type { Choice } from '../../list/filters/property.ts'

const states: readonly (Choice & { readonly tint: Tint })[] = [
  { value: 'Draft', label: 'Draft', tint: 'draft' },
  { value: 'Scoping', label: 'Scoping', tint: 'talking' },
  { value: 'Review', label: 'Review', tint: 'talking' },
  { value: 'AwaitingManagerAcceptance', label: 'Awaiting manager', tint: 'waiting' },
  { value: 'AwaitingOwnerAcceptance', label: 'Awaiting owner', tint: 'waiting' },
  { value: 'Active', label: 'Active', tint: 'good' },
  { value: 'TasksLate', label: 'Tasks late', tint: 'late' },
  { value: 'MilestonesLate', label: 'Milestones late', tint: 'late' },
  { value: 'TasksAndMilestonesLate', label: 'Tasks and milestones late', tint: 'late' },
  { value: 'OnHold', label: 'On hold', tint: 'waiting' },
  { value: 'Complete', label: 'Complete', tint: 'good' },
  { value: 'Archived', label: 'Archived', tint: 'draft' },
]

/** The states of matters as choices. */
export const matterStates: readonly Choice[] = states

/** The state of a matter as word, sign and tint. */
export function MatterState({ status }: { status: string | null | undefined }) {
  const state = states.find(({ value }) => value === status)
  return state ? <StateCell tint={state.tint}>{state.label}</StateCell> : null
}
