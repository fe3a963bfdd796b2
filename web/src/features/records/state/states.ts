// The states of a record, by what its kind says of them.
import { stateOf } from '../../../lib/states.ts'
import type { RecordKind } from '../record-kind.ts'

/** What a state is called. */
export const stateName = ({ states }: RecordKind, name: string): string =>
  stateOf(states.all, name)?.label ?? name

/** The step of the path that a state is at. */
export const stepOf = ({ states }: RecordKind, state: string): string => states.stepOf?.(state) ?? state

/** States that nothing leads back from, or not to where it was: asked about before. */
export const isFinal = ({ states }: RecordKind, to: string): boolean => states.final[to] !== undefined

/** Whether a move may have an undo. */
export const canBeTakenBack = (kind: RecordKind, from: string, to: string): boolean =>
  !isFinal(kind, to) && (kind.states.mayUndo?.(from, to) ?? true)
