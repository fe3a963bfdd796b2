// Approvals as people see them: with names, what has changed since, and what the caller can do now.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { peopleByIds, type ShownPerson } from '../../identity/users/people-on-records.ts'
import { notFound } from '../../platform/errors.ts'
import { getInvolved } from '../../records/access.ts'
import { type Involvement, may } from '../../records/rights/involvement.ts'
import { contractKind } from '../contract-kind.ts'
import type { Contract } from '../contract.ts'
import { delegatesOf, standsInFor } from '../../identity/users/approval-delegates.ts'
import { escalatedApprovers } from '../../records/approvals/timed-step.ts'
import { type Approval, isPast, stepsOf, waitingApprovers, waitingSteps } from './approval.ts'
import { ownApprovals } from './confirm-approval.ts'
import { changesSince, type ContentChange, otherChangesSince, readPresentContent } from './covered.ts'
import { isForThem, mayDecideForOthers } from './deciders.ts'
import { approvalsOf } from './read-approvals.ts'

/** An approval with all that is shown of it. */
export interface ShownApproval {
  readonly approval: Approval
  readonly contract: Pick<Contract, 'id' | 'name'>
  readonly people: ReadonlyMap<string, ShownPerson>
  /** What is not any more as it was approved, or is being approved. */
  readonly changes: readonly ContentChange[]
  /** Who decides for those whose decision is waited for, today. */
  readonly delegates: ReadonlyMap<string, string>
  readonly can: ApprovalActs
}

/** What the caller can do with an approval now. */
interface ApprovalActs {
  readonly decide: boolean
  /** The approvers for whom the caller decides now: as their delegate, or because their deadline has passed. */
  readonly decideFor: readonly string[]
  /** Decide for an approver, and hand their decision to somebody else. */
  readonly decideForOthers: boolean
  readonly remind: boolean
  readonly withdraw: boolean
  readonly keep: boolean
  readonly restart: boolean
}

/** The approvals of a contract that the caller sees, the latest first. */
export async function showApprovals(
  { db, clock }: App,
  actor: Actor,
  contractId: number,
): Promise<readonly ShownApproval[]> {
  const { record: contract, involvement } = await getInvolved(contractKind, db, actor, contractId)
  const approvals = await approvalsOf(db, contract)
  const current = approvals.find(({ state }) => state !== 'Withdrawn')
  const undecided = current ? waitingApprovers(current) : []
  const [present, delegates] = await Promise.all([
    readPresentContent(db, contract, current?.covered),
    delegatesOf(db, contract.organisationId, { userIds: undecided, now: clock.now() }),
  ])
  const people = await peopleByIds(db, [...approvals.flatMap(userIdsIn), ...delegates.values()])
  // in Signing, the new version is the signed one
  const compare = contract.stage === 'Signing' ? otherChangesSince : changesSince
  return approvals.map((approval) => {
    // of what was withdrawn, and of a contract that is signed, nobody has to know
    const isOpen = approval === current && !isPast(contract)
    const changes = isOpen ? compare(approval, present) : []
    const mayChange = may(involvement, 'manageApproval')
    const can = actsOn({ approval, contract, involvement }, actor, {
      mayChange,
      isOpen,
      hasChanged: changes.length > 0,
      delegates: isOpen ? delegates : noDelegates,
    })
    return { approval, contract, people, changes, delegates: isOpen ? delegates : noDelegates, can }
  })
}

const noDelegates: ReadonlyMap<string, string> = new Map()

const userIdsIn = ({ startedBy, steps }: Approval): readonly string[] => [
  startedBy,
  ...steps.flatMap(({ approvers }) =>
    approvers.flatMap(({ userId, decidedBy }) => (decidedBy === null ? [userId] : [userId, decidedBy])),
  ),
]

/** One approval of it, the latest if none is named; not_found if there is no such one. */
export async function showApproval(
  app: App,
  actor: Actor,
  contractId: number,
  approvalId?: number,
): Promise<ShownApproval> {
  const approvals = await showApprovals(app, actor, contractId)
  const found = approvals.find(({ approval }) => approvalId === undefined || approval.id === approvalId)
  if (!found) throw notFound()
  return found
}

interface ApprovalState {
  readonly mayChange: boolean
  readonly isOpen: boolean
  readonly hasChanged: boolean
  readonly delegates: ReadonlyMap<string, string>
}

function actsOn(
  asked: {
    readonly approval: Approval
    readonly contract: Contract
    readonly involvement: Involvement
  },
  actor: Actor,
  { mayChange, isOpen, hasChanged, delegates }: ApprovalState,
): ApprovalActs {
  const { approval } = asked
  const { state } = approval
  const isManager = mayChange && isOpen
  const canConfirm = isOpen && hasChanged && (state === 'Waiting' || state === 'Approved')
  const isUndecided = isOpen && !hasChanged && state === 'Waiting'
  return {
    decide: isUndecided && stepsOf(approval, actor.userId).length > 0 && !isForThem(asked, actor.userId),
    decideFor:
      isUndecided && !isForThem(asked, actor.userId)
        ? [
            ...new Set([
              ...standsInFor(delegates, actor.userId),
              ...escalatedApprovers(waitingSteps(approval), actor.userId),
            ]),
          ]
        : [],
    decideForOthers: isUndecided && mayDecideForOthers(asked, actor),
    remind: isManager && state === 'Waiting',
    withdraw: isManager && (state === 'Waiting' || state === 'Declined'),
    keep: canConfirm && (mayChange || ownApprovals(asked, actor.userId).length > 0),
    restart: isManager,
  }
}
