// What those who may change the contract can do with its approval: ask, remind, withdraw, ask everybody again.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { badInput, conflict } from '../../platform/errors.ts'
import { delegatesOf } from '../../identity/users/approval-delegates.ts'
import { lockContractFor } from '../access.ts'
import { updateContract, updateWithin } from '../commands/update-contract.ts'
import { type Approval, checkMayBeApproved, waitingApprovers } from './approval.ts'
import { approvalReminded } from './approval-events.ts'
import type { ApprovalPlace } from './decide-approval.ts'
import { askForApproval } from './ask-approval.ts'
import { holdApproval } from './read-approvals.ts'
import { rulesThatApply } from './rules.ts'
import type { ApprovalRequest } from './stage-approval.ts'
import { endApproval } from './write-decisions.ts'

/**
 * Asks for the approval that the rules of the contract's type want, and for that of others if the request names them.
 * Moves the contract to Approval. 409 when an approval waits already, or nobody is to be asked.
 */
export const requestApproval = (
  app: App,
  actor: Actor,
  contractId: number,
  request: ApprovalRequest,
): Promise<void> =>
  updateContract(app, actor, contractId, (contract) => {
    checkMayBeApproved(contract)
    return { stage: 'Approval', approval: request }
  })

const hour = 3_600_000

/** Reminds everybody whose decision is waited for: once an hour at most. */
export function remindApprovers(
  app: App,
  actor: Actor,
  { contractId, approvalId }: ApprovalPlace,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { contract } = await lockContractFor({ tx, actor, now, right: 'manageApproval' }, contractId)
    const approval = await holdApproval(tx, contract, approvalId)
    checkWaiting(approval)
    if (approval.remindedAt && now.getTime() - approval.remindedAt.getTime() < hour)
      throw conflict('They were reminded less than an hour ago.')
    await tx
      .updateTable('contract_approvals')
      .set({ reminded_at: now })
      .where('organisation_id', '=', contract.organisationId)
      .where('id', '=', approval.id)
      .execute()
    const userIds = waitingApprovers(approval)
    const delegates = await delegatesOf(tx, contract.organisationId, { userIds, now })
    const reminded = approvalReminded(approval, userIds, [...new Set(delegates.values())])
    return { result: undefined, events: [reminded] }
  })
}

/** Withdraws a request that waits or was declined; its decisions stay in the history. */
export function withdrawApproval(
  app: App,
  actor: Actor,
  { contractId, approvalId }: ApprovalPlace,
  reason: string | null,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { contract } = await lockContractFor({ tx, actor, now, right: 'manageApproval' }, contractId)
    const approval = await holdApproval(tx, contract, approvalId)
    if (approval.state === 'Approved' || approval.state === 'Withdrawn')
      throw conflict(`This approval is ${approval.state} and cannot be withdrawn any more.`)
    const events = await endApproval(tx, approval, {
      outcome: 'Withdrawn',
      ...(reason === null ? {} : { reason }),
      now,
    })
    return { result: undefined, events }
  })
}

/**
 * Asks everyone again: what the rules want now, and the steps that were added. The former decisions stay readable.
 * Moves the contract to Approval, as asking for the first time does: it may have gone back since the request was
 * declined.
 */
export function restartApproval(
  app: App,
  actor: Actor,
  { contractId, approvalId }: ApprovalPlace,
  reason: string,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { contract } = await lockContractFor({ tx, actor, now, right: 'manageApproval' }, contractId)
    checkMayBeApproved(contract)
    const approval = await holdApproval(tx, contract, approvalId)
    if (approval.state === 'Withdrawn') throw conflict('This approval was withdrawn: ask for approval again.')
    const ended = await endApproval(tx, approval, { outcome: 'Withdrawn', reason, now })
    const { inOrder, due, comment } = approval
    const rules = await rulesThatApply(tx, contract)
    const added = approval.steps
      .filter(({ ruleId }) => ruleId === null)
      .map(({ name, need, deadline, approvers }) => ({
        name,
        need,
        deadline,
        approverIds: approvers.map(({ userId }) => userId),
      }))
    if (rules.length + added.length === 0) return { result: undefined, events: ended }
    const asking = { rules, added, inOrder, due, comment, againBecause: reason }
    const asked = await askForApproval({ tx, actor, now }, contract, asking)
    const move = { id: contractId, decide: () => ({ stage: 'Approval' as const }), now }
    const moved = contract.stage === 'Approval' ? [] : await updateWithin(app, tx, actor, move)
    return { result: undefined, events: [...ended, ...asked.events, ...moved] }
  })
}

function checkWaiting({ state }: Approval): void {
  if (state !== 'Waiting') throw conflict(`This approval has ended: it is ${state}.`)
}

/** The reason that keeping and restarting ask for. */
export function checkReason(reason: string | null | undefined): string {
  if (typeof reason === 'string') return reason
  throw badInput('reason', 'is missing: say why, for the history.')
}
