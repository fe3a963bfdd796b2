// What is wrong with what a stored invoice credits, before it is posted.
import { bareObject } from '../../platform/bare-object.ts'
import { compareDecimals } from '../../platform/decimal.ts'
import { badInputs, type Reason, sentence } from '../../platform/errors.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import type { Invoice } from '../invoice.ts'
import { totalOf } from '../lines.ts'
import { creditErrorsOf, type PlainError } from '../plain-errors.ts'
import { listStoredLines } from '../stored-lines.ts'
import { lockCredited, readCredited, readCreditedLines } from './credited-invoice.ts'

type Checked = Pick<
  Invoice,
  'organisationId' | 'id' | 'creditsId' | 'currency' | 'fees' | 'disbursements' | 'otherFees' | 'totalTax'
>

/** The errors; none of most invoices. The invoice was fetched through access.ts. */
export async function creditErrors(db: Reader, invoice: Checked): Promise<readonly PlainError[]> {
  const { organisationId, id, creditsId, currency } = invoice
  // an invoice can have thousands of lines
  if (creditsId === null && compareDecimals(totalOf(invoice), '0') >= 0) return []
  const lines = await listStoredLines(db, invoice)
  const named = [...new Set(lines.flatMap(({ creditsLine }) => creditsLine ?? []))]
  const of = creditsId === null ? undefined : { organisationId, creditsId, id }
  const credited = of && (await readCredited(db, of))
  const creditedLines = of ? await readCreditedLines(db, of, named) : new Map<never, never>()
  return creditErrorsOf({ currency, lines, credited, creditedLines })
}

/** The same for an invoice that is being posted; the one that it credits stays locked, so that others wait. */
export async function creditErrorsOfPosting(tx: Tx, invoice: Checked): Promise<readonly PlainError[]> {
  const { organisationId, creditsId } = invoice
  if (creditsId !== null) await lockCredited(tx, { organisationId, creditsId })
  return creditErrors(tx, invoice)
}

/** Throws bad_request naming `credits` or `lines[0].creditsLine`. */
export async function checkCreditOfPosting(tx: Tx, invoice: Checked): Promise<void> {
  const errors = bareObject<Reason[]>()
  for (const { line, property, message } of await creditErrorsOfPosting(tx, invoice)) {
    errors[line === null ? property : `lines[${line - 1}].${property}`] = [sentence(message)]
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
}
