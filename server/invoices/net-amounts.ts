// SQL over invoices: their sums without tax, their tax, and the statuses in which these count. Lists, budgets and
// reports all use these.
import { type RawBuilder, sql, type SqlBool } from 'kysely'

/** The expressions over the table, or over another name that a statement gives it. */
export function netAmounts(table = 'invoices') {
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${table}.${name}`)
  const among = (...statuses: readonly string[]) =>
    sql<SqlBool>`(${column('status')} in (${sql.join(statuses.map((status) => sql.lit(status)))}))`
  return {
    /** What was billed. */
    billed: sql<string>`(${column('fees')} + ${column('disbursements')} + ${column('other_fees')})`,
    /** What was approved, null before; approvals from before reviews were stored accept all but the fees as billed. */
    approved: sql<string | null>`(${column('approved_fees')}
      + coalesce(${column('approved_disbursements')}, ${column('disbursements')})
      + coalesce(${column('approved_other_fees')}, ${column('other_fees')}))`,
    /** The hours of the fee lines: those of the lines where the invoice does not keep them. */
    feeHours: sql<string>`coalesce(${column('fee_hours')}, (select coalesce(sum(l.quantity), 0) from invoice_lines l
      where l.organisation_id = ${column('organisation_id')} and l.invoice_id = ${column('id')} and l.kind = 'Fee'))`,
    /** The tax of what was billed, and of what was approved. */
    billedTax: sql<string>`${column('total_tax')}`,
    approvedTax: sql<string>`coalesce(${column('approved_tax')}, ${column('total_tax')})`,
    isApproved: among('Approved', 'Paid'),
    /** Whether it waits for approval. */
    isPending: among('Posted', 'InReview'),
  }
}

/** What follows from tax codes: as billed, and as approved, null before. taxes/line-taxes.ts says what that is. */
export function taxAmounts(table = 'invoices') {
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${table}.${name}`)
  const approved = (name: string) => sql<string | null>`(case when ${column('approved_fees')} is not null
    then coalesce(${column(`approved_${name}`)}, ${column(name)}) end)`
  return {
    reverseChargeTax: column('reverse_charge_tax'),
    nonRecoverableTax: column('nonrecoverable_tax'),
    withheld: column('withheld'),
    approvedReverseChargeTax: approved('reverse_charge_tax'),
    approvedNonRecoverableTax: approved('nonrecoverable_tax'),
    approvedWithheld: approved('withheld'),
  }
}

const approvedOfLine = (name: string) =>
  sql<string>`coalesce(${sql.ref(`invoice_lines.approved_${name}`)}, ${sql.ref(`invoice_lines.${name}`)})`

/** The same over lines, of which approvals from before tax codes have nothing. */
export const lineTaxAmounts = {
  reverseChargeTax: sql.ref('invoice_lines.reverse_charge_tax'),
  nonRecoverableTax: sql.ref('invoice_lines.nonrecoverable_tax'),
  withheld: sql.ref('invoice_lines.withheld'),
  approvedReverseChargeTax: approvedOfLine('reverse_charge_tax'),
  approvedNonRecoverableTax: approvedOfLine('nonrecoverable_tax'),
  approvedWithheld: approvedOfLine('withheld'),
}

/** What is paid of an approved invoice, and what remains, with tax; null before. payments/payment.ts says why. */
export function settlement(table = 'invoices') {
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${table}.${name}`)
  const { isApproved } = netAmounts(table)
  const isCreditNote = sql<SqlBool>`(${column('credits_id')} is not null)`
  const total = approvedTotalOf(table)
  const due = sql`(${total} - coalesce(${column('approved_withheld')}, 0))`
  const paid = sql`coalesce(${column('paid_amount')},
    case when ${column('status')} = 'Paid' and not ${isCreditNote} then ${due} else 0 end)`
  const payable = sql`(case when ${isCreditNote} then 0
    else ${due} - ${column('credited')} + ${column('credited_withheld')} end)`
  return {
    paid: sql<string | null>`(case when ${isApproved} then ${paid} end)`,
    remaining: sql<string | null>`(case when ${isApproved} then ${payable} - ${paid} end)`,
  }
}

/** What was billed, with tax. */
export const billedTotalOf = (table?: string): RawBuilder<string> => {
  const { billed, billedTax } = netAmounts(table)
  return sql<string>`(${billed} + ${billedTax})`
}

/** What was approved, with tax; null before. */
export const approvedTotalOf = (table?: string): RawBuilder<string | null> => {
  const { approved, approvedTax } = netAmounts(table)
  return sql<string | null>`(${approved} + ${approvedTax})`
}
