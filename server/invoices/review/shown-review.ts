// A review as it is shown: under way as it would be approved, afterwards as it was.
import type { Reader } from '../../platform/postgres/database.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import type { InvoiceSums } from '../lines.ts'
import type { LineTaxes } from '../taxes/line-taxes.ts'
import type { StoredLine } from '../stored-lines.ts'
import { type ReviewedLine, reviewedInvoice } from './reviewed-invoice.ts'
import { getStoredReview, type StoredReview } from './stored-review.ts'

export interface ShownReview extends StoredReview {
  /** What is approved of each line, by its number; a line of an old approval may be missing. */
  readonly amounts: ReadonlyMap<number, Omit<ReviewedLine, 'number'>>
  readonly sums: InvoiceSums
  readonly taxes: LineTaxes
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
    return { ...stored, amounts: amountsOf(reviewed.lines), sums: reviewed.sums, taxes: reviewed.taxes }
  }
  const frozen = lines.flatMap((line) => frozenLine(line) ?? [])
  return {
    ...stored,
    amounts: amountsOf(frozen),
    sums: {
      fees: textOf(row, 'approvedFees'),
      disbursements: textOf(row, 'approvedDisbursements'),
      otherFees: textOf(row, 'approvedOtherFees'),
      totalTax: textOf(row, 'approvedTax'),
    },
    taxes: {
      reverseChargeTax: textOf(row, 'approvedReverseChargeTax'),
      nonRecoverableTax: textOf(row, 'approvedNonRecoverableTax'),
      withheld: textOf(row, 'approvedWithheld'),
    },
  }
}

const amountsOf = (lines: readonly ReviewedLine[]) =>
  new Map(lines.map(({ number, ...line }) => [number, line]))

/** What was approved of a line; undefined where an old approval does not say. */
function frozenLine(line: StoredLine): ReviewedLine | undefined {
  const { number, approvedAmount: amount, approvedTax: tax } = line
  if (amount === null || tax === null) return undefined
  return {
    number,
    amount,
    tax,
    reverseChargeTax: line.approvedReverseChargeTax ?? line.reverseChargeTax,
    nonRecoverableTax: line.approvedNonRecoverableTax ?? line.nonRecoverableTax,
    withheld: line.approvedWithheld ?? line.withheld,
  }
}

const textOf = (row: ListedRow, name: string): string => {
  const value = row[name]
  return typeof value === 'string' ? value : '0'
}
