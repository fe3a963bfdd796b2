// The addresses at which people answer approvals of invoices from their mail.
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import {
  type AnswerAddress,
  lookedUp,
  makeAnswerAddresses,
} from '../../records/approvals/answer-addresses.ts'
import { answersFor } from '../../records/approvals/answerable.ts'
import { waitingSteps } from './approval.ts'
import { latestRound } from './stored-rounds.ts'

interface Mailed {
  readonly organisationId: number
  readonly invoiceId: number
  /** Who gets the mail. */
  readonly userId: string
}

/**
 * New addresses for what the person can decide now: for themselves, for those whose delegate they are today, and for
 * the approvers of a step whose deadline has passed if they were asked. They replace the ones of earlier mails. None if
 * nothing waits for the person any more.
 */
export async function newInvoiceAnswerAddresses(
  tx: Tx,
  { organisationId, invoiceId, userId }: Mailed,
  now: Date,
): Promise<readonly AnswerAddress[]> {
  const round = await latestRound(tx, { organisationId, id: invoiceId })
  if (!round) return []
  const waiting = { organisationId, steps: waitingSteps(round) }
  const approverIds = await answersFor(tx, waiting, { userId, now })
  return makeAnswerAddresses({ organisationId, userId }, approverIds, now, (address) =>
    tx
      .insertInto('invoice_approval_addresses')
      .values({ ...address, invoice_id: invoiceId, round: round.round })
      .onConflict((conflict) =>
        conflict
          .columns(['organisation_id', 'invoice_id', 'round', 'user_id', 'deciding_for'])
          .doUpdateSet(address),
      )
      .execute(),
  )
}

/** Where somebody was asked, and for whom they decide there. */
export interface InvoiceAddress {
  readonly organisationId: number
  readonly invoiceId: number
  readonly round: number
  readonly userId: string
  readonly approverId: string
}

/** The address with this token; undefined for one that is not known, or not any more. */
export async function findInvoiceAddress(
  db: Reader,
  token: string,
  now: Date,
): Promise<InvoiceAddress | undefined> {
  const read = lookedUp(token)
  if (!read) return undefined
  return db
    .selectFrom('invoice_approval_addresses')
    .where('organisation_id', '=', read.organisationId)
    .where('secret_hash', '=', read.hash)
    .where('expires_at', '>', now)
    .select([
      'organisation_id as organisationId',
      'invoice_id as invoiceId',
      'round',
      'user_id as userId',
      'deciding_for as approverId',
    ])
    .executeTakeFirst()
}
