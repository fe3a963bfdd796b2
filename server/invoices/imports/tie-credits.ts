// The credit notes of a file: LEDES has no place for the invoice that is credited, so it is the one whose number the
// description of the credit note has.
import { compareDecimals, productOf, sumOf } from '../../platform/decimal.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { findCreditedInText, readCredited } from '../credits/credited-invoice.ts'
import type { LedesFormat, Problems } from '../ledes/ledes.ts'
import { lineOf } from '../lines.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import { creditErrorsOf } from '../plain-errors.ts'
import type { CheckedInvoice } from './check-invoice-file.ts'
import { isReadable, newInvoiceOf, placeOf } from './invoice-of-file.ts'
import { cellOf } from './plain-problems.ts'

interface Tying {
  readonly format: LedesFormat | null
  readonly problems: Problems
  readonly serviceProviderId: number | null
  readonly vendorName: string | null
}

/** The invoices with what those with a negative total credit; what is wrong with it is a problem of the file. */
export async function tieCredits(
  db: Reader,
  found: readonly CheckedInvoice[],
  tying: Tying,
): Promise<readonly CheckedInvoice[]> {
  /** What the credit notes before take back, by the ids of the invoices that they credit. */
  const earlier = new Map<number, string>()
  const tied: CheckedInvoice[] = []
  for (const each of found) {
    const isCredit = each.total !== null && compareDecimals(each.total, '0') < 0 && isReadable(each.invoice)
    tied.push(isCredit ? { ...each, creditsId: await tie(db, each, { ...tying, earlier }) } : each)
  }
  return tied
}

async function tie(
  db: Reader,
  { invoice, matter, currency, total }: CheckedInvoice,
  { format, problems, earlier, ...provider }: Tying & { readonly earlier: Map<number, string> },
): Promise<number | null> {
  if (!matter || currency === null || total === null) return null
  const of = { organisationId: matter.organisationId, matterId: matter.id, currency, ...provider }
  const creditsId = await findCreditedInText(db, of, invoice.description ?? '')
  const named = creditsId === null ? undefined : { organisationId: of.organisationId, creditsId, id: null }
  const credited = named && (await readCredited(db, named))
  const before = (creditsId === null ? undefined : earlier.get(creditsId)) ?? '0'
  const lines = newInvoiceOf({ invoice, currency }).lines.map((line) =>
    lineOf(line, currencyDigits(currency)),
  )
  const errors = creditErrorsOf({
    currency,
    lines,
    credited: credited && { ...credited, takenBack: sumOf([credited.takenBack, before]) },
    creditedLines: new Map(),
  })
  if (creditsId !== null) earlier.set(creditsId, sumOf([before, productOf(total, '-1')]))
  for (const { line, property, message } of errors) {
    const hint = credited ? '' : ' Write its number in the description, such as "Credit note for INV-17".'
    problems.add(cellOf(placeOf(invoice, line), property, format), `${message}${hint}`)
  }
  return creditsId
}
