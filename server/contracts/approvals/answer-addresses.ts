// The addresses at which people answer approvals of contracts from their mail.
import type { Tx } from '../../platform/postgres/database.ts'
import { type AnswerAddress, makeAnswerAddresses } from '../../records/approvals/answer-addresses.ts'
import { answersFor } from '../../records/approvals/answerable.ts'
import { type Approval, waitingSteps } from './approval.ts'
import { getApproval } from './read-approvals.ts'

interface Mailed {
  readonly organisationId: number
  readonly contractId: number
  readonly approvalId: number
  /** Who gets the mail. */
  readonly userId: string
}

/**
 * New addresses for what the person can decide now: for themselves, for those whose delegate they are today, and for
 * the approvers of steps whose deadline has passed if they were asked. They replace the ones of earlier mails. None if
 * nothing waits for the person any more.
 */
export async function newAnswerAddresses(
  tx: Tx,
  { organisationId, contractId, approvalId, userId }: Mailed,
  now: Date,
): Promise<readonly AnswerAddress[]> {
  const approval = await getApproval(tx, { organisationId, id: contractId }, approvalId)
  const waiting = { organisationId, steps: waitingSteps(approval) }
  const approverIds = await answersFor(tx, waiting, { userId, now })
  return makeAnswerAddresses({ organisationId, userId }, approverIds, now, (address) =>
    tx
      .insertInto('approval_addresses')
      .values({ ...address, approval_id: approvalId })
      .onConflict((conflict) =>
        conflict.columns(['organisation_id', 'approval_id', 'user_id', 'deciding_for']).doUpdateSet(address),
      )
      .execute(),
  )
}

/** Removes the addresses of an approval: all, or those for one approver, whose decision does not wait any more. */
export async function removeAnswerAddresses(
  tx: Tx,
  { organisationId, id }: Pick<Approval, 'organisationId' | 'id'>,
  approverId?: string,
): Promise<void> {
  await tx
    .deleteFrom('approval_addresses')
    .where('organisation_id', '=', organisationId)
    .where('approval_id', '=', id)
    .$if(approverId !== undefined, (query) => query.where('deciding_for', '=', approverId ?? ''))
    .execute()
}
