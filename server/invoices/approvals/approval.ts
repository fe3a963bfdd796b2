// Approvals of invoices in steps: the terms, and what follows from decisions.
//
// rule      which invoices need whose approval; a step for each that applies, one after the other
// round     one request for approval: its steps, who was asked, how they decided
// approver  a person of a step; their delegate of the day decides for them as well, and administrators do
import { type Deadline, type StepTimes, undecidedIn } from '../../records/approvals/timed-step.ts'
import { type ApprovalState, isApproved, type Need } from '../../records/approval-steps.ts'

export interface Approver {
  readonly userId: string
  /** When their step came up; null while an earlier step waits. */
  readonly askedAt: Date | null
  readonly decision: 'Approved' | 'Declined' | null
  readonly comment: string | null
  readonly decidedAt: Date | null
  /** Their delegate, or an administrator, who decided for them. */
  readonly decidedBy: string | null
}

export interface Step extends StepTimes {
  readonly position: number
  readonly name: string
  readonly need: Need
  readonly deadline: Deadline | null
  readonly approvers: readonly Approver[]
}

export interface Round {
  readonly organisationId: number
  readonly invoiceId: number
  readonly round: number
  readonly state: ApprovalState
  readonly comment: string | null
  /** With tax, decimal text: the most that the decisions so far are good for. */
  readonly total: string
  readonly startedBy: string
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly steps: readonly Step[]
}

/** The step whose people are asked now. */
export const waitingStep = ({ state, steps }: Pick<Round, 'state' | 'steps'>): Step | undefined =>
  state === 'Waiting' ? steps.find((step) => !isApproved(step)) : undefined

/** The same as a list, for what is told by steps. */
export function waitingSteps(round: Pick<Round, 'state' | 'steps'>): readonly Step[] {
  const step = waitingStep(round)
  return step ? [step] : []
}

/** The people whose decision is waited for now. */
export const waitingApprovers = (round: Pick<Round, 'state' | 'steps'>): readonly string[] =>
  waitingSteps(round).flatMap(undecidedIn)
