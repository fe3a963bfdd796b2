// The invoice that a credit note names: found by its id or number, and read with what is left of it.
import { type SqlBool, sql } from 'kysely'
import { badInput } from '../../platform/errors.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { uniqueNumber, uniqueNumberOf } from '../../platform/postgres/unique-text.ts'
import { type Invoice, invoiceColumns, invoiceOf } from '../invoice.ts'
import { approvedTotalOf, billedTotalOf, netAmounts } from '../net-amounts.ts'
import type { CreditedInvoice, CreditedLine, CreditReference } from './credit.ts'

/** Of whom a credit note is, and on what. */
export interface Crediting {
  readonly organisationId: number
  readonly matterId: number
  readonly serviceProviderId: number | null
  readonly vendorName: string | null
  readonly currency: string
}

const isOfSame = ({ organisationId, matterId, serviceProviderId, vendorName, currency }: Crediting) =>
  sql<SqlBool>`c.organisation_id = ${organisationId} and c.matter_id = ${matterId} and c.currency = ${currency}
    and c.service_provider_id is not distinct from ${serviceProviderId}::bigint
    and ${uniqueNumber(sql`coalesce(c.vendor_name, '')`)} = ${uniqueNumberOf(vendorName ?? '')}
    and c.status not in ('Draft', 'Void')`

/**
 * The id of the invoice that a credit note names. Throws bad_request naming `credits` where there is none of the same
 * payer, provider, matter and currency.
 */
export async function findCredited(
  db: Reader,
  of: Crediting,
  reference: CreditReference | null | undefined,
): Promise<number | null> {
  if (!reference) return null
  const named =
    'id' in reference
      ? sql<SqlBool>`c.id = ${reference.id}`
      : sql<SqlBool>`${uniqueNumber(sql`c.number`)} = ${uniqueNumberOf(reference.number)}`
  // not through access.ts: who writes an invoice of this provider on this matter sees the others that are posted
  const { rows } = await sql<{ readonly id: number }>`select c.id from invoices c
    where ${isOfSame(of)} and ${named} order by c.id limit 1`.execute(db)
  const [row] = rows
  if (row) return row.id
  throw badInput('credits', 'must be an earlier invoice of the same law firm, matter and currency.')
}

/** The invoice whose number a text has as words of their own; the longest number if there are several. */
export async function findCreditedInText(db: Reader, of: Crediting, text: string): Promise<number | null> {
  // not through access.ts: as above
  const { rows } = await sql<{ readonly id: number; readonly number: string }>`select c.id, c.number
    from invoices c where ${isOfSame(of)} and position(lower(c.number) in lower(${text})) > 0
    order by length(c.number) desc, c.id limit 100`.execute(db)
  return rows.find(({ number }) => hasAsWords(text.toLowerCase(), number.toLowerCase()))?.id ?? null
}

const isPartOfNumber = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character)

function hasAsWords(text: string, number: string): boolean {
  for (let at = text.indexOf(number); at >= 0; at = text.indexOf(number, at + 1)) {
    if (!isPartOfNumber(text[at - 1]) && !isPartOfNumber(text[at + number.length])) return true
  }
  return false
}

interface Named {
  readonly organisationId: number
  readonly creditsId: number
  /** The credit note in question, which is left aside; null for one that is not stored. */
  readonly id: number | null
}

const credit = netAmounts('i')

/** SQL: the credit notes `i` of the invoice `c` that count, but for the one in question. */
const standing = (id: number | null) =>
  sql<SqlBool>`i.organisation_id = c.organisation_id and i.credits_id = c.id
    and (${credit.isApproved} or ${credit.isPending}) and i.id is distinct from ${id}::bigint`

/** The invoice, locked, so that of two credit notes at once the second sees the first. */
export async function lockCredited(
  tx: Tx,
  { organisationId, creditsId }: Omit<Named, 'id'>,
): Promise<Invoice> {
  // not through access.ts: of a credit note that the caller has locked
  const row = await tx
    .selectFrom('invoices')
    .where('invoices.organisation_id', '=', organisationId)
    .where('invoices.id', '=', creditsId)
    .select([...invoiceColumns])
    .forUpdate()
    .executeTakeFirstOrThrow()
  return invoiceOf(row)
}

/** The invoice with what is taken back of it. */
export async function readCredited(
  db: Reader,
  { organisationId, creditsId, id }: Named,
): Promise<CreditedInvoice | undefined> {
  // not through access.ts: of a credit note that the caller has fetched
  const { rows } = await sql<CreditedInvoice>`select c.id, c.number, c.status,
      ${approvedTotalOf('c')}::text as approved,
      (select coalesce(-sum(case when ${credit.isApproved} then ${approvedTotalOf('i')}
        else ${billedTotalOf('i')} end), 0)::text from invoices i where ${standing(id)}) as "takenBack"
    from invoices c where c.organisation_id = ${organisationId} and c.id = ${creditsId}`.execute(db)
  return rows[0]
}

/** Those of its lines that a credit note names. */
export async function readCreditedLines(
  db: Reader,
  { organisationId, creditsId, id }: Named,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, CreditedLine>> {
  if (numbers.length === 0) return new Map()
  // not through access.ts: as above
  const { rows } =
    await sql<CreditedLine>`select l.number, coalesce(l.approved_amount, l.amount)::text as approved,
      (select coalesce(-sum(case when ${credit.isApproved} then coalesce(t.approved_amount, t.amount) else t.amount end), 0)::text
        from invoices i join invoice_lines t on t.organisation_id = i.organisation_id and t.invoice_id = i.id
        where ${standing(id)} and t.credits_line = l.number) as "takenBack"
    from invoices c join invoice_lines l on l.organisation_id = c.organisation_id and l.invoice_id = c.id
    where c.organisation_id = ${organisationId} and c.id = ${creditsId}
      and l.number = any(${[...numbers]}::bigint[])`.execute(db)
  return new Map(rows.map((line) => [line.number, line]))
}
