// Writing decisions and ends of approvals, for their commands.
import { sql, type SqlBool } from 'kysely'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Contract } from '../contract.ts'
import { outcomeOf } from '../../records/approval-steps.ts'
import { type Approval, type Step, waitingSteps } from './approval.ts'
import { removeAnswerAddresses } from './answer-addresses.ts'
import { approvalEnded } from './approval-events.ts'
import { requestSteps } from './ask-delegates.ts'

interface End {
  readonly outcome: 'Approved' | 'Declined' | 'Withdrawn'
  readonly reason?: string
  readonly now: Date
}

/** Ends the approval. */
export async function endApproval(
  tx: Tx,
  approval: Approval,
  { outcome, reason, now }: End,
): Promise<readonly DomainEvent[]> {
  await tx
    .updateTable('contract_approvals')
    .set({ state: outcome, ended_at: now })
    .where('organisation_id', '=', approval.organisationId)
    .where('id', '=', approval.id)
    .execute()
  await removeAnswerAddresses(tx, approval)
  return [approvalEnded(approval, outcome, reason ?? null)]
}

interface Going {
  readonly contract: Pick<Contract, 'ownerId'>
  readonly approval: Approval
  readonly now: Date
}

/** What follows from a decision that is in `approval` already: the next step is asked, or the approval ends. */
export async function goOn(tx: Tx, { contract, approval, now }: Going): Promise<readonly DomainEvent[]> {
  const outcome = outcomeOf(approval)
  if (outcome !== 'Waiting') return endApproval(tx, approval, { outcome, now })
  const next = waitingSteps(approval)
    .map(withoutAsked)
    .filter(({ approvers }) => approvers.length > 0)
  for (const { position } of next) {
    await tx
      .updateTable('contract_approvers')
      .set({ asked_at: now })
      .where('organisation_id', '=', approval.organisationId)
      .where('approval_id', '=', approval.id)
      .where('position', '=', position)
      .where(sql<SqlBool>`asked_at is null`)
      .execute()
  }
  return requestSteps(tx, { approval, contract, steps: next, now })
}

const withoutAsked = (step: Step): Step => ({
  ...step,
  approvers: step.approvers.filter(({ askedAt, decision }) => askedAt === null && decision === null),
})

/**
 * What was approved before counts no more once somebody has declined: withdrawing the refusal does not bring it back.
 */
export async function supersedeEarlier(tx: Tx, { organisationId, contractId, id }: Approval): Promise<void> {
  await tx
    .updateTable('contract_approvals')
    .set({ state: 'Withdrawn' })
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', contractId)
    .where('id', '<', id)
    .where('state', '=', 'Approved')
    .execute()
}
