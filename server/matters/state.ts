// The states of a matter, and which may follow which.
//
// Nine states are stored. Three more are visible while a matter is Active and something in it is overdue (TasksLate,
// MilestonesLate, TasksAndMilestonesLate): they follow from its tasks and are not stored. The two that await an
// acceptance come from a proposed scope (commands/propose-scope.ts).
import { conflict, forbidden } from '../platform/errors.ts'

const settable = ['Draft', 'Scoping', 'Review', 'Active', 'OnHold', 'Complete', 'Archived'] as const
const awaiting = ['AwaitingManagerAcceptance', 'AwaitingOwnerAcceptance'] as const
const late = ['TasksLate', 'MilestonesLate', 'TasksAndMilestonesLate'] as const

/** A stored state. */
export type KeptState = (typeof settable)[number] | (typeof awaiting)[number]

/** Every stored state. */
export const keptStates: readonly KeptState[] = [...settable, ...awaiting]

/** Every visible state of a matter, in the order of the wire. */
export const matterStates = [
  'Draft',
  'Scoping',
  'Review',
  'Active',
  ...late,
  ...awaiting,
  'Complete',
  'Archived',
  'OnHold',
] as const
/** What people read in place of a state. */
export const namedStates = {
  choices: matterStates,
  names: {
    AwaitingManagerAcceptance: 'Manager to accept',
    AwaitingOwnerAcceptance: 'Owner to accept',
  },
  type: 'category_id',
} as const
export type MatterState = (typeof matterStates)[number]

/** Whether it is an active matter in which something is overdue. */
export const isLateState = (state: MatterState): boolean => (late as readonly MatterState[]).includes(state)

const isSettable = (state: MatterState): state is (typeof settable)[number] =>
  (settable as readonly MatterState[]).includes(state)

/** Whether a proposed scope waits for its answer. */
export const isAwaiting = (state: KeptState): state is (typeof awaiting)[number] =>
  (awaiting as readonly KeptState[]).includes(state)

/** Whether the work is done: the matter no longer waits in intake. */
export const isClosed = (state: KeptState): boolean => state === 'Complete' || state === 'Archived'

const working: readonly KeptState[] = ['Draft', 'Scoping', 'Review', 'Active', 'OnHold']

function following(from: KeptState, isAwaited: boolean): readonly KeptState[] {
  switch (from) {
    case 'Complete':
      return ['Active', 'Archived']
    case 'Archived':
      return ['Complete']
    case 'AwaitingManagerAcceptance':
    case 'AwaitingOwnerAcceptance':
      // Active, set by the person who was asked, accepts; any other state withdraws the proposal
      return [...working.filter((state) => state !== 'Active' || isAwaited), 'Complete']
    default:
      return [...working.filter((state) => state !== from), 'Complete']
  }
}

/**
 * The state to store when a person sets `to`; throws conflict with what is possible instead. Setting the visible state
 * changes nothing, also when it is an overdue one. `isAwaited`: whether it is for them to accept the proposed scope.
 */
export function nextState(
  current: { readonly kept: KeptState; readonly seen: MatterState },
  to: MatterState,
  isAwaited: boolean,
): KeptState {
  if (to === current.kept || to === current.seen) return current.kept
  const possible = following(current.kept, isAwaited)
  if (isSettable(to) && possible.includes(to)) return to
  if (to === 'Active' && isAwaiting(current.kept)) {
    const who = current.kept === 'AwaitingManagerAcceptance' ? 'manager' : 'owner'
    throw forbidden(
      `Only the ${who} of the matter, or who stands in for them, may accept the proposed scope.`,
    )
  }
  const why = isLateState(to)
    ? `${to} follows from late tasks of an Active matter and cannot be set.`
    : (awaiting as readonly MatterState[]).includes(to)
      ? `${to} comes from a proposed scope and cannot be set.`
      : `A matter that is ${current.kept} cannot become ${to}.`
  throw conflict(`${why} From ${current.kept} it can become ${possible.join(', ')}.`)
}
