// Corrections of tax codes by the organisation that pays, as they are stored: the line has the code that is right, the
// correction what the law firm billed.
import { compareDecimals, productOf, roundedHalfEven } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Invoice } from '../invoice.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import { listStoredLines, type StoredLine } from '../stored-lines.ts'
import { type AppliedTax, lineTaxesOf } from './line-taxes.ts'
import { type WrittenTaxes, writeLineTaxes } from './write-line-taxes.ts'

type OfInvoice = Pick<Invoice, 'organisationId' | 'id' | 'currency'>

/** A code that is right for a line, in place of the one that it names. */
export interface Correcting {
  readonly line: StoredLine
  readonly applies: AppliedTax
  /** The rate that the code bills; at most the one that was billed. */
  readonly rate: string
  readonly reason: string
}

/** The tax of a line as it was billed, at the rate of a correction; null keeps what was billed. */
export const correctedTax = (
  { amount, tax }: Pick<StoredLine, 'amount' | 'tax'>,
  rate: string | null,
  digits: number,
): string => (rate === null ? tax : roundedHalfEven(productOf(productOf(amount, rate), '0.01'), digits))

/** Null where the rate is the one that was billed. */
export const otherRate = ({ taxRate }: Pick<StoredLine, 'taxRate'>, rate: string): string | null =>
  compareDecimals(taxRate, rate) === 0 ? null : rate

/** Stores corrections of lines of an invoice that the caller has locked, with what follows from them. */
export async function storeCorrections(
  tx: Tx,
  { organisationId, id, currency }: OfInvoice,
  corrections: readonly Correcting[],
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<void> {
  const digits = currencyDigits(currency)
  const written: WrittenTaxes[] = []
  for (const { line, applies, rate } of corrections) {
    const tax = correctedTax(line, otherRate(line, rate), digits)
    const { number, amount } = line
    written.push({ number, ...applies, ...lineTaxesOf(applies, { amount, tax }, digits) })
  }
  const rows = corrections.map(({ line, rate, reason }) => ({
    organisation_id: organisationId,
    invoice_id: id,
    number: line.number,
    tax_rate: otherRate(line, rate),
    billed_tax_code_id: line.taxCode?.id ?? null,
    billed_reverse_charge_rate: line.reverseChargeRate,
    billed_recoverable: line.recoverable,
    billed_withholding: line.withholding,
    reason,
    corrected_by: userId,
    corrected_at: now,
  }))
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    await tx
      .insertInto('invoice_tax_corrections')
      .values(rows.slice(at, at + rowsPerStatement))
      // what was billed stays what the first correction found
      .onConflict((conflict) =>
        conflict.columns(['organisation_id', 'invoice_id', 'number']).doUpdateSet(({ ref }) => ({
          tax_rate: ref('excluded.tax_rate'),
          reason: ref('excluded.reason'),
          corrected_by: ref('excluded.corrected_by'),
          corrected_at: ref('excluded.corrected_at'),
        })),
      )
      .execute()
  }
  await writeLineTaxes(tx, { organisationId, id }, written)
}

const rowsPerStatement = 500

/** Takes corrections back, of some lines or of all: the lines are as they were billed. */
export async function removeCorrections(
  tx: Tx,
  { organisationId, id, currency }: OfInvoice,
  numbers?: readonly number[],
): Promise<void> {
  const removed = await tx
    .deleteFrom('invoice_tax_corrections')
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', id)
    .$if(numbers !== undefined, (some) =>
      some.where((eb) => eb('number', '=', eb.fn.any(eb.val([...(numbers ?? [])])))),
    )
    .returningAll()
    .execute()
  if (removed.length === 0) return
  const lines = new Map(
    (await listStoredLines(tx, { organisationId, id })).map((line) => [line.number, line]),
  )
  const written = removed.flatMap((row): WrittenTaxes[] => {
    const line = lines.get(row.number)
    if (!line) return []
    const applies: AppliedTax = {
      taxCodeId: row.billed_tax_code_id,
      reverseChargeRate: row.billed_reverse_charge_rate,
      recoverable: row.billed_recoverable,
      withholding: row.billed_withholding,
    }
    return [{ number: row.number, ...applies, ...lineTaxesOf(applies, line, currencyDigits(currency)) }]
  })
  await writeLineTaxes(tx, { organisationId, id }, written)
}
