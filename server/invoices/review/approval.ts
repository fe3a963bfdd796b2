// What approving an invoice accepts: what its review leaves, frozen line by line.
import { sql } from 'kysely'
import { badInput } from '../../platform/errors.ts'
import { compareDecimals, differenceOf, rounded } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Invoice } from '../invoice.ts'
import { currencyDigits } from '../lines.ts'
import { listStoredLines } from '../stored-lines.ts'
import type { Reduction } from './reduction.ts'
import { type ReviewedInvoice, reviewedInvoice } from './reviewed-invoice.ts'
import { getStoredReview, storeReduction } from './stored-review.ts'

/**
 * What is approved. `fees` less than what was billed, on an invoice without a review, is a reduction of the fees.
 * Throws bad_request if the fees contradict the review.
 */
export async function approvalOf(
  tx: Tx,
  invoice: Invoice,
  { fees, userId, now }: { readonly fees: string | undefined; readonly userId: string; readonly now: Date },
): Promise<ReviewedInvoice> {
  const lines = await listStoredLines(tx, invoice)
  const stored = await getStoredReview(tx, invoice)
  const reviewed = reviewedInvoice(lines, stored, invoice.currency)
  if (fees === undefined || compareDecimals(fees, reviewed.sums.fees) === 0) return reviewed
  const digits = currencyDigits(invoice.currency)
  const isReviewed = stored.reduction !== undefined || compareDecimals(reviewed.sums.fees, invoice.fees) !== 0
  if (isReviewed) {
    throw badInput(
      'fees',
      `must be ${rounded(reviewed.sums.fees, digits)}, what the review of the lines leaves; leave it out, or change the review.`,
    )
  }
  if (compareDecimals(fees, rounded(fees, digits)) !== 0) {
    throw badInput('fees', `must have at most ${digits} decimal places, like the currency.`)
  }
  // a credit that is approved in part has no lines to be reduced
  if (compareDecimals(invoice.fees, '0') < 0) return { lines: [], sums: { ...reviewed.sums, fees } }
  const reduction: Reduction = {
    appliesTo: 'Fees',
    amount: differenceOf(invoice.fees, fees),
    reason: 'Other',
    note: 'Approved in part.',
  }
  await storeReduction(tx, invoice, reduction, { userId, now })
  return reviewedInvoice(lines, { ...stored, reduction }, invoice.currency)
}

/** Keeps what is approved of each line. */
export async function freezeLines(
  tx: Tx,
  { organisationId, id }: Invoice,
  { lines }: ReviewedInvoice,
): Promise<void> {
  await sql`update invoice_lines l set approved_amount = r.amount, approved_tax = r.tax
    from unnest(${lines.map(({ number }) => number)}::bigint[], ${lines.map(({ amount }) => amount)}::numeric[],
      ${lines.map(({ tax }) => tax)}::numeric[]) as r (number, amount, tax)
    where l.organisation_id = ${organisationId} and l.invoice_id = ${id} and l.number = r.number`.execute(tx)
}
