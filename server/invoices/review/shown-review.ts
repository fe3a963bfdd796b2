// A review as it is shown: under way as it would be approved, afterwards as it was.
import type { Reader } from '../../platform/postgres/database.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import type { InvoiceSums } from '../lines.ts'
import type { StoredLine } from '../stored-lines.ts'
import { type ReviewedLine, reviewedInvoice } from './reviewed-invoice.ts'
import { getStoredReview, type StoredReview } from './stored-review.ts'

export interface ShownReview extends StoredReview {
  /** What is approved of each line, by its number; a line of an old approval may be missing. */
  readonly amounts: ReadonlyMap<number, Omit<ReviewedLine, 'number'>>
  readonly sums: InvoiceSums
}

/** The review of an invoice that was fetched through access.ts, whose row has its amounts. */
export async function shownReview(
  db: Reader,
  invoice: { readonly organisationId: number; readonly id: number },
  { row, lines }: { readonly row: ListedRow; readonly lines: readonly StoredLine[] },
): Promise<ShownReview> {
  const stored = await getStoredReview(db, invoice)
  if (row['approvedFees'] === null || row['status'] === 'Declined') {
    const reviewed = reviewedInvoice(lines, stored, textOf(row, 'currency'))
    return { ...stored, amounts: amountsOf(reviewed.lines), sums: reviewed.sums }
  }
  const frozen = lines.flatMap(({ number, approvedAmount, approvedTax }) =>
    approvedAmount === null || approvedTax === null
      ? []
      : [{ number, amount: approvedAmount, tax: approvedTax }],
  )
  return {
    ...stored,
    amounts: amountsOf(frozen),
    sums: {
      fees: textOf(row, 'approvedFees'),
      disbursements: textOf(row, 'approvedDisbursements'),
      otherFees: textOf(row, 'approvedOtherFees'),
      totalTax: textOf(row, 'approvedTax'),
    },
  }
}

const amountsOf = (lines: readonly ReviewedLine[]) =>
  new Map(lines.map(({ number, amount, tax }) => [number, { amount, tax }]))

const textOf = (row: ListedRow, name: string): string => {
  const value = row[name]
  return typeof value === 'string' ? value : '0'
}
