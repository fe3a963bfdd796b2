// Checking an invoice against the guidelines that apply to it, without writing anything.
import type { Reader } from '../../platform/postgres/database.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import { listStoredLines } from '../stored-lines.ts'
import { findFlags, type FoundFlag, guidedLines, type LineToCheck } from './find-flags.ts'
import { type RuleOfVersion, rulesInForce } from './guideline.ts'
import {
  addPreceding,
  addPrecedingFees,
  type CheckedFor,
  contextOf,
  nothingPreceding,
  type Preceding,
} from './invoice-context.ts'
import { guidelinesFor } from './stored-guidelines.ts'

/** An invoice to check, stored or not. */
export interface InvoiceToCheck extends CheckedFor {
  readonly number: string
  readonly currency: string
  readonly invoiceDate: string
  readonly periodEnd: string | null
  readonly hasFile: boolean
  readonly lines: readonly LineToCheck[]
}

interface Checking {
  readonly now: Date
  /** In place of the rules in force. */
  readonly rules?: readonly RuleOfVersion[]
  /** What comes before it in the same file; it is added to that. */
  readonly preceding?: Preceding
}

/** What the guidelines find in an invoice whose matter was fetched through its access.ts. */
export async function checkAgainstGuidelines(
  db: Reader,
  asked: InvoiceToCheck,
  { now, rules: given, preceding = nothingPreceding() }: Checking,
): Promise<readonly FoundFlag<RuleOfVersion>[]> {
  const rules = given ?? rulesInForce(await guidelinesFor(db, asked))
  if (rules.length === 0) return []
  const { currency, invoiceDate, periodEnd, hasFile } = asked
  const lines = await guidedLines(asked.lines)
  const invoice = { currency, digits: currencyDigits(currency), invoiceDate, periodEnd, hasFile, lines }
  const names = new Set(rules.map(({ rule }) => rule))
  const context = await contextOf(db, { checked: asked, invoice, now, rules: names, preceding })
  const flags = await findFlags(invoice, context, rules)
  addPreceding(preceding, asked.number, lines)
  addPrecedingFees(preceding, invoice, context)
  return flags
}

/** An invoice that was fetched through access.ts, to be checked. */
export async function storedInvoiceToCheck(
  db: Reader,
  { organisationId, id }: { readonly organisationId: number; readonly id: number },
): Promise<InvoiceToCheck> {
  // not through access.ts: the caller fetched the invoice there
  const row = await db
    .selectFrom('invoices')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .select(['matter_id', 'number', 'service_provider_id', 'vendor_name', 'currency'])
    .select(['invoice_date', 'billing_period_end', 'file_id'])
    .executeTakeFirstOrThrow()
  return {
    organisationId,
    id,
    matterId: row.matter_id,
    number: row.number,
    firmId: row.service_provider_id,
    vendorName: row.vendor_name,
    currency: row.currency,
    invoiceDate: row.invoice_date,
    periodEnd: row.billing_period_end,
    hasFile: row.file_id !== null,
    lines: await listStoredLines(db, { organisationId, id }),
  }
}
