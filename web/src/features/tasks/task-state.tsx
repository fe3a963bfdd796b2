// The states and kinds of tasks: their words, and how they look.
import { StateCell, type Tint } from '../../list/cells/state-cell.tsx'
import type { Choice } from '../../list/filters/property.ts'

export type TaskStatus = 'NotStarted' | 'InProgress' | 'OnHold' | 'Complete' | 'NotRequired'

const states: readonly (Choice & { readonly value: TaskStatus; readonly tint: Tint })[] = [
  { value: 'NotStarted', label: 'Not started', tint: 'draft' },
  { value: 'InProgress', label: 'In progress', tint: 'talking' },
  { value: 'OnHold', label: 'On hold', tint: 'waiting' },
  { value: 'Complete', label: 'Complete', tint: 'good' },
  { value: 'NotRequired', label: 'Not required', tint: 'draft' },
]

/** The states of tasks as choices, in the order of the columns of the board. */
export const taskChoices: readonly (Choice & { readonly value: TaskStatus })[] = states

export const taskKinds: readonly Choice[] = [
  { value: 'Standard', label: 'Task' },
  { value: 'Milestone', label: 'Milestone' },
  { value: 'CourtDate', label: 'Court date' },
  { value: 'Meeting', label: 'Meeting' },
]

/** Whether nothing is left to be done. */
export const isOver = (status: string | null | undefined): boolean => status === 'Complete' || status === 'NotRequired'

/** The state of a task as word, sign and tint. */
export function TaskState({ status }: { status: string | null | undefined }) {
  const state = states.find(({ value }) => value === status)
  return state ? <StateCell tint={state.tint}>{state.label}</StateCell> : null
}
