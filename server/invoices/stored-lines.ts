// The lines of invoices as they are stored.
import type { Reader } from '../platform/postgres/database.ts'
import type { lineKinds } from './lines.ts'

/** A line as it is stored. Numbers are decimal text, days `2026-05-06`. */
export interface StoredLine {
  readonly number: number
  readonly kind: (typeof lineKinds)[number]
  readonly workDate: string | null
  readonly description: string
  readonly quantity: string
  readonly unitPrice: string
  readonly adjustment: string
  readonly amount: string
  readonly taxRate: string
  readonly tax: string
  readonly timekeeper: string | null
  readonly timekeeperNumber: string | null
  readonly timekeeperClass: string | null
  readonly taskCode: string | null
  readonly activityCode: string | null
  readonly expenseCode: string | null
  readonly creditsLine: number | null
  /** Without tax, since the invoice was approved. */
  readonly approvedAmount: string | null
  readonly approvedTax: string | null
  /** What was agreed for an hour when the invoice was approved; null without that, and before. */
  readonly agreedRate: string | null
}

/** The lines of an invoice that was fetched through access.ts. */
export async function listStoredLines(
  db: Reader,
  invoice: { readonly organisationId: number; readonly id: number },
): Promise<readonly StoredLine[]> {
  const rows = await db
    .selectFrom('invoice_lines')
    .where('organisation_id', '=', invoice.organisationId)
    .where('invoice_id', '=', invoice.id)
    .orderBy('number')
    .selectAll()
    .execute()
  return rows.map((line) => ({
    number: line.number,
    kind: line.kind as StoredLine['kind'],
    workDate: line.work_date,
    description: line.description,
    quantity: line.quantity,
    unitPrice: line.unit_price,
    adjustment: line.adjustment,
    amount: line.amount,
    taxRate: line.tax_rate,
    tax: line.tax,
    timekeeper: line.timekeeper,
    timekeeperNumber: line.timekeeper_number,
    timekeeperClass: line.timekeeper_class,
    taskCode: line.task_code,
    activityCode: line.activity_code,
    expenseCode: line.expense_code,
    creditsLine: line.credits_line,
    approvedAmount: line.approved_amount,
    approvedTax: line.approved_tax,
    agreedRate: line.agreed_rate,
  }))
}
