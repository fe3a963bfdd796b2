// Intake: terms, and where a request stands.
//
// request type  something that people can ask the legal department for: a title, a matter type with its form, who
//               answers and when
// request       a matter that somebody asked for: it waits in intake until somebody takes it on, or declines it; or a
//               contract that somebody made from a template within the bounds of its type
// requester     who asked: the person who created the matter
// question      of the legal department to the requester; the request waits for the answer
import type { Actor } from '../platform/actor.ts'
import { worksInLegal } from '../platform/actor.ts'
import type { RequestedContract } from './requested-contract.ts'
import type { MatterState } from '../matters/state.ts'

export const longestText = 10_000

/** Why somebody else cannot. */
export const whoTakesOn = 'People who work in legal and those who manage intake take requests on.'

/** What is done next, by the person the request is with. */
export const nextSteps = ['Answer', 'Assign', 'Accept', 'Work', 'Approve', 'Revise', 'Sign', 'None'] as const
export type NextStep = (typeof nextSteps)[number]

/** Whose turn it can be. */
export const whosTurn = ['Requester', 'Intake', 'Manager', 'Approvers', 'Nobody'] as const

export const stepNames = [
  'Submitted',
  'Drafted',
  'Assigned',
  'Accepted',
  'Approved',
  'Signed',
  'Declined',
  'Withdrawn',
  'Completed',
] as const

export interface Step {
  readonly step: (typeof stepNames)[number]
  readonly done: boolean
  /** When, as far as it is known. */
  readonly at: Date | null
}

/** A request with its matter, as far as its progress follows from them. */
export interface RequestProgress {
  readonly state: Exclude<MatterState, 'TasksLate' | 'MilestonesLate' | 'TasksAndMilestonesLate'>
  readonly inIntake: boolean
  readonly managerId: string | null
  readonly decision: 'Accepted' | 'Declined' | null
  readonly createdAt: Date
  readonly assignedAt: Date | null
  readonly decidedAt: Date | null
  readonly openQuestions: number
  /** Whether the contract was made at once, without the legal department: there is no matter. */
  readonly selfService: boolean
  /** The contract that it made; null for a matter only. */
  readonly contract: RequestedContract | null
}

const isClosed = ({ state }: RequestProgress) => state === 'Complete' || state === 'Archived'
const isAssigned = ({ managerId, inIntake }: RequestProgress) => managerId !== null && !inIntake
const isAccepted = (request: RequestProgress) =>
  request.decision === 'Accepted' || (isAssigned(request) && !['Draft', 'Scoping'].includes(request.state))

/** The way of the request so far, and what is still to come. */
export function stepsOf(request: RequestProgress): readonly Step[] {
  const { decision, createdAt, assignedAt, decidedAt, contract, selfService } = request
  const submitted: Step = { step: 'Submitted', done: true, at: createdAt }
  if (selfService) return stepsAtOnce(submitted, contract)
  const drafted: Step[] = contract === null ? [] : [{ step: 'Drafted', done: true, at: createdAt }]
  if (decision === 'Declined') return [submitted, { step: 'Declined', done: true, at: decidedAt }]
  return [
    submitted,
    ...drafted,
    { step: 'Assigned', done: isAssigned(request), at: isAssigned(request) ? assignedAt : null },
    { step: 'Accepted', done: isAccepted(request), at: decidedAt },
    { step: 'Completed', done: isClosed(request), at: null },
  ]
}

/** The way of a contract that nobody in the legal department has to take on. */
function stepsAtOnce(submitted: Step, contract: RequestedContract | null): readonly Step[] {
  const drafted: Step = { step: 'Drafted', done: true, at: submitted.at }
  // one that was deleted
  if (contract === null || contract.stage === 'Void')
    return [submitted, drafted, { step: 'Withdrawn', done: true, at: null }]
  const approved: Step[] =
    contract.approval === null
      ? []
      : [{ step: 'Approved', done: contract.approval === 'Approved' || isSigned(contract), at: null }]
  return [submitted, drafted, ...approved, { step: 'Signed', done: isSigned(contract), at: null }]
}

const isSigned = ({ stage }: RequestedContract) => stage === 'Executed' || stage === 'Expired'

function nextAtOnce(contract: RequestedContract | null): NextStep {
  if (contract === null || contract.stage === 'Void' || isSigned(contract)) return 'None'
  if (contract.stage === 'Approval' && contract.approval === 'Waiting') return 'Approve'
  return contract.stage === 'Approval' && contract.approval === 'Declined' ? 'Revise' : 'Sign'
}

/** What is next. */
export function nextOf(request: RequestProgress): NextStep {
  if (request.selfService) return nextAtOnce(request.contract)
  if (request.decision === 'Declined' || isClosed(request)) return 'None'
  if (request.openQuestions > 0) return 'Answer'
  if (!isAssigned(request)) return 'Assign'
  return isAccepted(request) ? 'Work' : 'Accept'
}

/** Whether the actor sees what waits in the intake of their organisation, to take it on or to give it to others. */
export const managesIntake = (actor: Actor): boolean =>
  worksInLegal(actor) || actor.permissions.has('ManageIntake') || actor.groups.has('MatterAdministrators')
