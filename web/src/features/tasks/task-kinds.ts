// The states and kinds of tasks as choices.
import { taskStates } from '../../lib/states.ts'
import { choicesOf } from '../../list/filters/shared-properties.ts'
import type { Choice } from '../../list/filters/property.ts'

export type TaskStatus = keyof typeof taskStates

/** The states in the order of the columns of the board. */
export const taskChoices = choicesOf(taskStates)

export const taskKinds: readonly Choice[] = [
  { value: 'Standard', label: 'Task' },
  { value: 'Milestone', label: 'Milestone' },
  { value: 'CourtDate', label: 'Court date' },
  { value: 'Meeting', label: 'Meeting' },
]

/** Whether nothing is left to be done. */
export const isOver = (status: string | null | undefined): boolean =>
  status === 'Complete' || status === 'NotRequired'
