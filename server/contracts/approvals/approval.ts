// Approvals: the terms, and what follows from the decisions.
//
// approval   one request to approve a contract: its steps, who was asked, how they decided
// step       people who are asked together: one of them, or all, must approve
// rule       what a contract type asks for: a step, and for which contracts (rules.ts)
// approver   a person of a step; may hand the decision on to another one (`Delegated`)
// delegate   who decides for an approver who is away, for some days (server/identity/users/approval-delegates.ts)
import { conflict } from '../../platform/errors.ts'
import { type ApprovalState, isApproved, type Need } from '../../records/approval-steps.ts'
import type { Deadline, StepTimes } from '../../records/approvals/timed-step.ts'
import type { Contract } from '../contract.ts'
import type { Covered } from './covered.ts'

export const decisions = ['Approved', 'Declined', 'Delegated'] as const
export type Decision = (typeof decisions)[number]

export interface Approver {
  readonly userId: string
  /** When their step came up; null while an earlier step waits. */
  readonly askedAt: Date | null
  readonly decision: Decision | null
  readonly comment: string | null
  readonly decidedAt: Date | null
  readonly delegatedTo: string | null
  /** Their delegate, or an administrator, who decided for them. */
  readonly decidedBy: string | null
  /** When they approved what was there before it changed, if they are asked to confirm it. */
  readonly approvedBefore: Date | null
}

export interface Step extends StepTimes {
  readonly position: number
  readonly name: string
  readonly need: Need
  /** The rule that asked for it; null for a step that somebody added. */
  readonly ruleId: number | null
  readonly deadline: Deadline | null
  readonly approvers: readonly Approver[]
}

export interface Approval {
  readonly organisationId: number
  readonly id: number
  readonly contractId: number
  readonly state: ApprovalState
  /** Steps follow one another; otherwise all are asked at once. */
  readonly inOrder: boolean
  /** `2026-05-06`, a day of the organisation's calendar. */
  readonly due: string | null
  readonly comment: string | null
  /**
   * The document as it is being approved: as it was when approval was asked for, or when the approvers were asked to
   * confirm.
   */
  readonly document: DocumentVersion
  /** The other content that is being approved; null of what an earlier release asked for. */
  readonly covered: Covered | null
  /** Why they are asked again, if they are. */
  readonly againBecause: string | null
  readonly startedBy: string
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly remindedAt: Date | null
  readonly steps: readonly Step[]
}

/** The content of a contract's document at one time. */
export interface DocumentVersion {
  readonly version: number
  readonly sha256: Buffer
}

/** Whether the content is the same, whatever its number; no document is another one. */
export const isSameDocument = (one: DocumentVersion, other: DocumentVersion | undefined): boolean =>
  other !== undefined && one.sha256.equals(other.sha256)

/** The steps that wait for a decision now: the first open one, or all of them. */
export function waitingSteps({ state, inOrder, steps }: Approval): readonly Step[] {
  if (state !== 'Waiting') return []
  const open = steps.filter((step) => !isApproved(step))
  return inOrder ? open.slice(0, 1) : open
}

/** The people whose decision is waited for now. */
export const waitingApprovers = (approval: Approval): readonly string[] => [
  ...new Set(
    waitingSteps(approval).flatMap(({ approvers }) =>
      approvers.filter(({ decision }) => decision === null).map(({ userId }) => userId),
    ),
  ),
]

/** The steps in which the person can decide now. */
export const stepsOf = (approval: Approval, userId: string): readonly Step[] =>
  waitingSteps(approval).filter(({ approvers }) =>
    approvers.some((each) => each.userId === userId && each.decision === null),
  )

/** Whether the contract has come to where it is not approved any more. */
export const isPast = ({ stage }: Pick<Contract, 'stage'>): boolean =>
  stage !== 'Signing' && !withoutApproval.includes(stage)

const withoutApproval: readonly Contract['stage'][] = ['Draft', 'Negotiating', 'Approval']

/** Approval can be asked for until the contract is signed. */
export function checkMayBeApproved({ stage }: Pick<Contract, 'stage'>): void {
  if (withoutApproval.includes(stage)) return
  throw conflict(
    `A contract that is ${stage} cannot be approved any more. Move it back to Draft, Negotiating or Approval first.`,
  )
}
