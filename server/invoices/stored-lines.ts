// The lines of invoices as they are stored.
import { fullNameSql } from '../identity/users/full-name-sql.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { sql } from 'kysely'
import type { lineKinds } from './lines.ts'
import type { AppliedTax, LineTaxes } from './taxes/line-taxes.ts'
import type { TaxKind } from './taxes/tax-code.ts'

/** The code that a line names. */
export interface TaxCodeOfLine {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly country: string
  readonly kind: TaxKind
}

/** What the organisation that pays has corrected of the tax of a line. */
export interface TaxCorrection {
  /** The rate of what is approved; null where it is the one that was billed. */
  readonly taxRate: string | null
  /** The code that the law firm named. */
  readonly billed: TaxCodeOfLine | null
  readonly reason: string
  readonly at: string
  readonly by: { readonly id: string; readonly name: string }
}

/** A line as it is stored. Numbers are decimal text, days `2026-05-06`. */
export interface StoredLine extends Omit<AppliedTax, 'taxCodeId'>, LineTaxes {
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
  readonly taxCode: TaxCodeOfLine | null
  readonly taxCorrection: TaxCorrection | null
  /** Without tax, since the invoice was approved. */
  readonly approvedAmount: string | null
  readonly approvedTax: string | null
  readonly approvedReverseChargeTax: string | null
  readonly approvedNonRecoverableTax: string | null
  readonly approvedWithheld: string | null
  /** What was agreed for an hour when the invoice was approved; null without that, and before. */
  readonly agreedRate: string | null
}

const codeObject = sql`(select jsonb_build_object('id', c.id, 'code', c.code, 'name', c.name, 'country', c.country,
  'kind', c.kind))`
const codeOfLine = sql<TaxCodeOfLine | null>`(case when invoice_lines.tax_code_id is not null then (
  select ${codeObject}
  from tax_codes c where c.organisation_id = invoice_lines.organisation_id and c.id = invoice_lines.tax_code_id) end)`
// a corrected line names a code
const correctionOfLine = sql<TaxCorrection | null>`(case when invoice_lines.tax_code_id is not null then (
  select jsonb_build_object('taxRate', x.tax_rate::text, 'reason', x.reason, 'at', x.corrected_at,
    'billed', case when c.id is not null then ${codeObject} end,
    'by', jsonb_build_object('id', u.id, 'name', ${fullNameSql('u')}))
  from invoice_tax_corrections x join users u on u.id = x.corrected_by
  left join tax_codes c on c.organisation_id = x.organisation_id and c.id = x.billed_tax_code_id
  where x.organisation_id = invoice_lines.organisation_id and x.invoice_id = invoice_lines.invoice_id
    and x.number = invoice_lines.number) end)`

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
    .select([codeOfLine.as('tax_code'), correctionOfLine.as('tax_correction')])
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
    taxCode: line.tax_code,
    taxCorrection: line.tax_correction,
    reverseChargeRate: line.reverse_charge_rate,
    recoverable: line.recoverable,
    withholding: line.withholding,
    reverseChargeTax: line.reverse_charge_tax,
    nonRecoverableTax: line.nonrecoverable_tax,
    withheld: line.withheld,
    approvedReverseChargeTax: line.approved_reverse_charge_tax,
    approvedNonRecoverableTax: line.approved_nonrecoverable_tax,
    approvedWithheld: line.approved_withheld,
    approvedAmount: line.approved_amount,
    approvedTax: line.approved_tax,
    agreedRate: line.agreed_rate,
  }))
}
