// What the guidelines will say of the invoices of a file, for the person who checks it before posting.
import type { App } from '../../platform/app.ts'
import { createYielder } from '../../platform/workers/yield-event-loop.ts'
import { newInvoiceOf, isReadable, placeOf } from '../imports/invoice-of-file.ts'
import type { LedesInvoice } from '../ledes/ledes.ts'
import { lineOf } from '../lines.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import { checkAgainstGuidelines } from './check-invoice.ts'
import { type FirmFlag, firmViewOf } from './firm-view.ts'
import { nothingPreceding } from './invoice-context.ts'

/** An invoice of a file whose matter the reader may bill on. */
interface InFile {
  readonly invoice: LedesInvoice
  readonly matter: { readonly id: number; readonly organisationId: number } | undefined
  readonly currency: string | null
}

/** A flag with its row in the file. */
export interface FileFlag extends FirmFlag {
  readonly row: number
}

const mostFlags = 1_000

/**
 * The flags of each invoice as the firm sees them, at most 1000 in all. Nothing is said of invoices that could not be
 * read or that have no matter.
 */
export async function flagsOfFile(
  app: App,
  invoices: readonly InFile[],
  { firmId, vendorName }: { readonly firmId: number | null; readonly vendorName: string | null },
): Promise<readonly (readonly FileFlag[])[]> {
  const preceding = nothingPreceding()
  const turn = createYielder()
  const all: (readonly FileFlag[])[] = []
  let left = mostFlags
  for (const { invoice, matter, currency } of invoices) {
    if (!matter || currency === null || !isReadable(invoice)) {
      all.push([])
      continue
    }
    const { invoiceDate, billingPeriod, lines } = newInvoiceOf({ invoice, currency })
    const digits = currencyDigits(currency)
    const checked = []
    for (const [index, line] of lines.entries()) {
      checked.push({ number: index + 1, ...lineOf(line, digits) })
      await turn()
    }
    const { organisationId, id: matterId } = matter
    const asked = {
      organisationId,
      matterId,
      id: null,
      firmId,
      vendorName,
      currency,
      invoiceDate,
      hasFile: false,
      number: invoice.number.text,
      periodEnd: billingPeriod?.end ?? null,
      lines: checked,
    }
    const flags = await checkAgainstGuidelines(app.db, asked, { now: app.clock.now(), preceding })
    const shown = firmViewOf(flags).slice(0, left)
    left -= shown.length
    all.push(shown.map((flag) => ({ ...flag, row: placeOf(invoice, flag.line).row })))
  }
  return all
}
