// Addresses at which people answer an approval from their mail.
//
// address    a secret in a mail, for one person and one approver: themselves, or somebody for whom they decide. The
//            last mail has the one that opens something, until they decide, the approval ends, or two weeks have passed
import type { Tx } from '../../platform/postgres/database.ts'
import { newAddress } from '../../platform/secrets/mailed-code.ts'
import { answersFor } from './answerable.ts'
import type { Approval } from './approval.ts'
import { getApproval } from './read-approvals.ts'

const lives = 14 * 24 * 60 * 60_000

interface Mailed {
  readonly organisationId: number
  readonly contractId: number
  readonly approvalId: number
  /** Who gets the mail. */
  readonly userId: string
}

/** A new address, and for whom its person decides. */
export interface AnswerAddress {
  readonly token: string
  readonly approverId: string
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
  const addresses: AnswerAddress[] = []
  for (const approverId of await answersFor(tx, approval, { userId, now })) {
    const { token, hash } = newAddress(organisationId)
    const kept = { secret_hash: hash, expires_at: new Date(now.getTime() + lives) }
    await tx
      .insertInto('approval_addresses')
      .values({
        organisation_id: organisationId,
        approval_id: approvalId,
        user_id: userId,
        deciding_for: approverId,
        ...kept,
      })
      .onConflict((conflict) =>
        conflict.columns(['organisation_id', 'approval_id', 'user_id', 'deciding_for']).doUpdateSet(kept),
      )
      .execute()
    addresses.push({ token, approverId })
  }
  return addresses
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
