// The states of matters and contracts: what they are called, how they are tinted, and which of them make the path.
import { contractStates, matterStates, stateOf } from '../../../lib/states.ts'
import type { RecordKind } from '../record-calls.ts'

/** What a state is called. */
export const stateName = (name: string): string =>
  stateOf({ ...matterStates, ...contractStates }, name)?.label ?? name

const late = ['TasksLate', 'MilestonesLate', 'TasksAndMilestonesLate']

/** The step of the path that a state is at: late is Active, waiting for an acceptance is Review. */
export function stepOf(state: string): string {
  if (late.includes(state)) return 'Active'
  if (state.startsWith('Awaiting')) return 'Review'
  return state
}

/** The states that follow each other, in order. Others are reached beside it. */
export const pathOf: Readonly<Record<RecordKind, readonly string[]>> = {
  matters: ['Draft', 'Scoping', 'Review', 'Active', 'Complete', 'Archived'],
  contracts: ['Draft', 'Negotiating', 'Approval', 'Signing', 'Executed'],
}

/** States that nothing leads back from, or not to where it was: asked about before. */
export const isFinal = (kind: RecordKind, to: string): boolean =>
  kind === 'contracts' && ['Executed', 'Expired', 'Void'].includes(to)

/** Whether a move may have an undo. Back in Approval, people may be asked once more: that is not done in passing. */
export const canBeTakenBack = (kind: RecordKind, from: string, to: string): boolean =>
  !isFinal(kind, to) && !(kind === 'contracts' && from === 'Approval' && to !== 'Signing')

/** What a final move means, for the question. */
export const finalMeans: Readonly<Record<string, string>> = {
  Executed:
    'This records that every party has signed. The contract cannot be negotiated again afterwards: it can only expire or become void.',
  Expired: 'This records that the contract has come to its end. Afterwards it can only become void.',
  Void: 'This records that the contract has no effect. An owner or administrator can make it a draft again.',
}
