// The states of matters.
import type { KindStates } from '../records/record-kind.ts'
import { state, type States } from '../../lib/states.ts'

export const matterStates: States<
  | 'Draft'
  | 'Scoping'
  | 'Review'
  | 'Active'
  | 'TasksLate'
  | 'MilestonesLate'
  | 'TasksAndMilestonesLate'
  | 'AwaitingManagerAcceptance'
  | 'AwaitingOwnerAcceptance'
  | 'Complete'
  | 'Archived'
  | 'OnHold'
> = {
  Draft: state('Draft', 'draft'),
  Scoping: state('Scoping', 'talking'),
  Review: state('Review', 'talking'),
  Active: state('Active', 'good'),
  TasksLate: state('Tasks late', 'wrong'),
  MilestonesLate: state('Milestones late', 'wrong'),
  TasksAndMilestonesLate: state('Tasks and milestones late', 'wrong'),
  AwaitingManagerAcceptance: state('Manager to accept', 'waiting'),
  AwaitingOwnerAcceptance: state('Owner to accept', 'waiting'),
  Complete: state('Complete', 'good'),
  Archived: state('Archived', 'draft'),
  OnHold: state('On hold', 'waiting'),
}

const late = ['TasksLate', 'MilestonesLate', 'TasksAndMilestonesLate']

/** How a matter goes on. */
export const matterPath: KindStates = {
  all: matterStates,
  path: ['Draft', 'Scoping', 'Review', 'Active', 'Complete', 'Archived'],
  // late is Active, waiting for an acceptance is Review
  stepOf(state) {
    if (late.includes(state)) return 'Active'
    return state.startsWith('Awaiting') ? 'Review' : state
  },
  final: {},
}
