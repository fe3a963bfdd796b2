// Approving an invoice, whatever led to it: its review is frozen line by line.
import type { Actor } from '../../platform/actor.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { apportion } from '../allocation/stored-allocation.ts'
import { countCredit } from '../credits/count-credit.ts'
import { checkNotWaiting } from '../exchange/waiting.ts'
import type { Invoice } from '../invoice.ts'
import { freezeOwnAmounts } from '../own-currency/freeze.ts'
import { exceededByApproval } from '../orders/order-of-invoice.ts'
import { freezeAgreedRates } from '../rates/line-rates.ts'
import { approvalOf, freezeLines } from '../review/approval.ts'
import { writeInvoice } from './write-invoice.ts'

/**
 * Approves what the review leaves, and returns the events. Throws bad_request if `fees` contradict the review. The
 * caller has checked the status of the invoice, and that nobody else is asked.
 */
export async function approveWithin(
  tx: Tx,
  actor: Actor,
  invoice: Invoice & MayChange,
  { fees, now }: { readonly fees?: string | undefined; readonly now: Date },
): Promise<readonly DomainEvent[]> {
  await checkNotWaiting(tx, invoice, now)
  const approval = await approvalOf(tx, invoice, { fees, userId: actor.userId, now })
  await freezeLines(tx, invoice, approval)
  if (invoice.serviceProviderId !== null) await freezeAgreedRates(tx, invoice)
  const events = await writeInvoice(tx, actor, invoice, {
    next: {
      ...invoice,
      status: 'Approved',
      approvedBy: actor.userId,
      approvedAt: now,
      approvedFees: approval.sums.fees,
      approvedDisbursements: approval.sums.disbursements,
      approvedOtherFees: approval.sums.otherFees,
      approvedTax: approval.sums.totalTax,
    },
    now,
  })
  await freezeOwnAmounts(tx, invoice, now)
  await apportion(tx, invoice)
  return [...events, ...(await countCredit(tx, invoice, now)), ...(await exceededByApproval(tx, invoice))]
}
