// What approving an invoice accepts: what its review leaves, frozen line by line.
import { sql } from 'kysely'
import { badInput } from '../../platform/errors.ts'
import { compareDecimals, differenceOf, rounded } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Invoice } from '../invoice.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import { listStoredLines } from '../stored-lines.ts'
import type { Reduction } from './reduction.ts'
import { type ReviewedInvoice, type ReviewedLine, reviewedInvoice } from './reviewed-invoice.ts'
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
  if (compareDecimals(invoice.fees, '0') < 0)
    return { ...reviewed, lines: [], sums: { ...reviewed.sums, fees } }
  const reduction: Reduction = {
    appliesTo: 'Fees',
    amount: differenceOf(invoice.fees, fees),
    reason: 'Other',
    note: 'Approved in part.',
  }
  await storeReduction(tx, invoice, reduction, { userId, now })
  return reviewedInvoice(lines, { ...stored, reduction }, invoice.currency)
}

/** Keeps what is approved of each line, and the sums of its taxes. */
export async function freezeLines(
  tx: Tx,
  { organisationId, id }: Invoice,
  { lines, taxes }: ReviewedInvoice,
): Promise<void> {
  const all = (name: keyof ReviewedLine) => lines.map((line) => line[name])
  await sql`update invoice_lines l set approved_amount = r.amount, approved_tax = r.tax,
      approved_reverse_charge_tax = r.reverse_tax, approved_nonrecoverable_tax = r.nonrecoverable,
      approved_withheld = r.withheld
    from unnest(${all('number')}::bigint[], ${all('amount')}::numeric[], ${all('tax')}::numeric[],
      ${all('reverseChargeTax')}::numeric[], ${all('nonRecoverableTax')}::numeric[], ${all('withheld')}::numeric[])
      as r (number, amount, tax, reverse_tax, nonrecoverable, withheld)
    where l.organisation_id = ${organisationId} and l.invoice_id = ${id} and l.number = r.number`.execute(tx)
  // not through access.ts: the caller has locked it
  await tx
    .updateTable('invoices')
    .set({
      approved_reverse_charge_tax: taxes.reverseChargeTax,
      approved_nonrecoverable_tax: taxes.nonRecoverableTax,
      approved_withheld: taxes.withheld,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}
