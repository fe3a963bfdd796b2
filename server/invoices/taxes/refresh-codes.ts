// The tax codes of a stored invoice as they are now: a draft can be older than a version of a code.
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { compareDecimals } from '../../platform/decimal.ts'
import type { Invoice } from '../invoice.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import { listStoredLines, type StoredLine } from '../stored-lines.ts'
import { type Applied, appliedBy } from './apply-codes.ts'
import { lineTaxesOf } from './line-taxes.ts'
import { readTaxCodes } from './stored-codes.ts'
import { writeLineTaxes } from './write-line-taxes.ts'

/** What is wrong with the tax of a line. */
export interface TaxError {
  /** The number of the line. */
  readonly line: number
  readonly property: 'taxCode' | 'taxRate'
  /** Says what would be right. */
  readonly message: string
}

type Checked = Pick<Invoice, 'organisationId' | 'id' | 'currency'>
type Coded = readonly [StoredLine, Applied]

/** Lines that name a code, with what it says now of an invoice that was fetched through access.ts. */
async function codedLines(db: Reader, { organisationId, id }: Checked): Promise<readonly Coded[]> {
  // not through access.ts: the caller fetched the invoice there
  const { rows } = await sql<{ readonly day: string }>`select i.invoice_date::text as day from invoices i
    where i.organisation_id = ${organisationId} and i.id = ${id} and exists (select 1 from invoice_lines l
      where l.organisation_id = i.organisation_id and l.invoice_id = i.id and l.tax_code_id is not null)`.execute(
    db,
  )
  const [row] = rows
  if (!row) return []
  const lines = await listStoredLines(db, { organisationId, id })
  const codes = new Map((await readTaxCodes(db, organisationId)).map((each) => [each.id, each]))
  return lines.flatMap((line): Coded[] =>
    line.taxCode ? [[line, appliedBy(codes.get(line.taxCode.id), row.day, line.taxRate)]] : [],
  )
}

/** The day of an invoice that was fetched through access.ts. */
export async function dayOfInvoice(
  db: Reader,
  { organisationId, id }: Pick<Invoice, 'organisationId' | 'id'>,
) {
  // not through access.ts: the caller fetched the invoice there
  const { invoice_date: day } = await db
    .selectFrom('invoices')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .select('invoice_date')
    .executeTakeFirstOrThrow()
  return day
}

const named = { taxCode: 'The tax code', taxRate: 'The tax rate' } as const

const errorsOf = (lines: readonly Coded[]): readonly TaxError[] =>
  lines.flatMap(([{ number }, answer]) =>
    'reason' in answer
      ? [{ line: number, property: answer.property, message: `${named[answer.property]} ${answer.reason}` }]
      : [],
  )

/** Lines whose code does not say any more what they were written with. */
export const taxErrors = async (db: Reader, invoice: Checked): Promise<readonly TaxError[]> =>
  errorsOf(await codedLines(db, invoice))

/** The same for an invoice that is being posted; what else its codes say now is applied, with the sums. */
export async function refreshTaxCodes(tx: Tx, invoice: Checked): Promise<readonly TaxError[]> {
  const coded = await codedLines(tx, invoice)
  const errors = errorsOf(coded)
  if (errors.length > 0) return errors
  const digits = currencyDigits(invoice.currency)
  const changed = coded.flatMap(([line, answer]) => {
    if ('reason' in answer || isSame(line, answer.applies)) return []
    return [{ number: line.number, ...answer.applies, ...lineTaxesOf(answer.applies, line, digits) }]
  })
  await writeLineTaxes(tx, invoice, changed)
  return []
}

const percentages = ['reverseChargeRate', 'recoverable', 'withholding'] as const
type Percentages = Pick<StoredLine, (typeof percentages)[number]>

const isSame = (line: Percentages, applies: Percentages) =>
  percentages.every((name) => compareDecimals(line[name], applies[name]) === 0)
